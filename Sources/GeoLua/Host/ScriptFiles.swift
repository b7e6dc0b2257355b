public import Geo
import Glibc
import LuaBridge

/// Text files that a script may reach.
public enum TextFile {
  /// The most bytes of a text that a person writes: 16 MiB. A device such as `/dev/zero` has no end.
  static let limit = 1 << 24

  /// Returns the whole text of a file, without the byte-order mark that some editors put before it.
  ///
  /// - Errors: ``GeoError`` `noInput` when it cannot be opened or read, or is longer than the limit.
  public static func read(_ path: String) throws(GeoError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GeoError(.noInput, String(cString: strerror(errno)), at: path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw GeoError(.noInput, String(cString: strerror(errno)), at: path)
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw GeoError(.noInput, "is longer than \(limit >> 20) MiB", at: path)
      }
    }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    return String(decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self)
  }
}

extension RunningScript {
  /// The path of a file that the script may read: under its own folder, or where `--allow-read` says.
  ///
  /// - Errors: ``GeoError`` `notPermitted`, naming the flag.
  public func readablePath(_ path: String) throws(GeoError) -> String {
    let full = path.hasPrefix("/") ? path : "\(options.folder)/\(path)"
    let found = RunningScript.resolve(full)
    // What is not there is told only of folders that the script may read.
    let real = found ?? RunningScript.resolveFolder(full)
    let allowed = [options.folder] + options.readable
    let isAllowed = allowed.contains { folder in
      guard let root = RunningScript.resolve(folder) else { return false }
      return real == root || real.hasPrefix(root == "/" ? root : root + "/")
    }
    guard isAllowed else {
      let folder = real.split(separator: "/").dropLast().joined(separator: "/")
      throw GeoError(.notPermitted, "reading it needs --allow-read=/\(folder)", at: path)
    }
    guard let found else { throw GeoError(.noInput, "no such file", at: path) }
    guard RunningScript.ends(found) else {
      throw GeoError(.noInput, "is a pipe or a device (expected a file)", at: path)
    }
    return found
  }

  /// Whether reading it comes to an end: a pipe without a writer would hold up every device.
  private static func ends(_ path: String) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
  }

  /// Where a file that is not there would be: its nearest folder that is, with the rest behind it.
  private static func resolveFolder(_ path: String) -> String {
    var folder = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    while folder.count > 1 {
      folder = folder.dropLast()
      if let real = resolve(folder.count == 1 && folder.first == "" ? "/" : folder.joined(separator: "/")) {
        return real == "/" ? "/-" : real + "/-"
      }
    }
    return "/-"
  }

  /// The path without links, `.` and `..`; nil when there is nothing there.
  static func resolve(_ path: String) -> String? {
    // For the system a path ends at a NUL, so that another file would be opened than is named.
    guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// `require`: Lua files under the script's folder, run once for each copy, compiled once for all.
final class ScriptModules {
  private var chunks: [String: LuaChunk] = [:]

  /// Pushes the value of module `name` for the copy that runs.
  func push(_ name: String, _ stack: LuaStack) throws {
    let machine = LuaMachine.of(stack)
    // The names of Core Location and Map Kit are there already.
    if ["CoreLocation", "MapKit"].contains(name) { return try machine.pushGlobals(stack) }
    let script = try RunningScript.current(machine)
    let path = try modulePath(name)
    if let loaded = script.modules[path] { return loaded.push(stack) }
    if let start = script.loading.firstIndex(where: { $0.path == path }) {
      let circle = script.loading[start...].map(\.name) + [name]
      throw LuaMessage("require: modules need each other: \(circle.joined(separator: " → "))")
    }
    script.loading.append((name, path))
    defer { script.loading.removeLast() }
    try script.copy.load(try chunk(name, path, script, machine), name: name, on: stack)
    if LuaKind(stack, -1) == .none {
      LuaStackWork.pop(stack)
      true.push(stack)
    }
    script.modules[path] = try LuaAny.read(stack, -1)
  }

  /// The file of module `name`, relative to the script's folder: `lib.walk` and `lib/walk` are `lib/walk.lua`.
  private func modulePath(_ name: String) throws -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).flatMap {
      $0.split(separator: ".", omittingEmptySubsequences: false)
    }
    // A path that leaves the folder has an empty part: `/etc/x`, `../x`.
    guard !parts.contains("") else {
      throw LuaMessage(
        "require: '\(name)' is not a module name (modules are files under the script's folder)")
    }
    return parts.joined(separator: "/") + ".lua"
  }

  private func chunk(
    _ name: String, _ path: String, _ script: RunningScript, _ machine: LuaMachine
  ) throws -> LuaChunk {
    if let known = chunks[path] { return known }
    let source: String
    do {
      // Also a link in the folder leads out of it only where that may be read.
      source = try TextFile.read(try script.readablePath(path))
    } catch let fault where fault.code == .notPermitted {
      throw LuaMessage("require: \(fault)")
    } catch {
      let advice = name.hasSuffix(".lua") ? " (write require \"\(name.dropLast(4))\")" : ""
      throw LuaMessage("module '\(name)' not found: no file \(path) in the script's folder\(advice)")
    }
    let chunk = try LuaChunk(source, name: path, machine: machine)
    chunks[path] = chunk
    return chunk
  }
}
