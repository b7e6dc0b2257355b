import Geo
import LuaBridge

/// A module that a script loads.
public struct LoadedModule {
  public let file: String
  /// Its path in the script's folder.
  public let path: String
  /// Nil before it has been read.
  public var source: String?

  /// The names of Apple's modules, which exist already.
  public static let standard = ["CoreLocation", "MapKit"]

  /// The file of module `name`, relative to the script's folder: `lib.walk` and `lib/walk` are `lib/walk.lua`. Nil for a
  /// name that leads out of the folder.
  public static func path(of name: String) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).flatMap {
      $0.split(separator: ".", omittingEmptySubsequences: false)
    }
    // A path out of the folder has an empty part: `/etc/x`, `../x`.
    return parts.contains("") ? nil : parts.joined(separator: "/") + ".lua"
  }
}

/// `require`: Lua files in the script's folder, compiled once and run once per script instance.
final class ScriptModules {
  private var chunks: [String: LuaChunk] = [:]

  /// Pushes the value of module `name` for the running script.
  func push(_ name: String, _ stack: LuaStack) throws {
    let machine = LuaMachine.of(stack)
    // The names of Core Location and Map Kit exist already.
    if LoadedModule.standard.contains(name) { return try machine.pushGlobals(stack) }
    let script = try RunningScript.current(machine)
    guard name.utf8.count <= 1000 else { throw LuaMessage("require: a module's name has at most 1000 bytes") }
    guard let path = LoadedModule.path(of: name) else {
      throw LuaMessage(
        "require: '\(name)' is not a module name (modules are files under the script's folder)")
    }
    if let loaded = script.modules[path] { return loaded.push(stack) }
    if let start = script.loading.firstIndex(where: { $0.path == path }) {
      let circle = script.loading[start...].map(\.name) + [name]
      throw LuaMessage("require: circular dependency: \(circle.joined(separator: " → "))")
    }
    script.loading.append((name, path))
    defer { script.loading.removeLast() }
    try script.environment.load(try chunk(name, path, script, machine), name: name, on: stack)
    if LuaKind(stack, -1) == .none {
      LuaStackWork.pop(stack)
      true.push(stack)
    }
    script.modules[path] = try LuaAny.read(stack, -1)
  }

  private func chunk(
    _ name: String, _ path: String, _ script: RunningScript, _ machine: LuaMachine
  ) throws -> LuaChunk {
    if let known = chunks[path] { return known }
    let file = try? script.fullPath(path)
    if let file { script.onModule(LoadedModule(file: file, path: path)) }
    let source: String
    do {
      // A link in the folder leads out of it only to where the script may read.
      source = try TextFile.read(try script.readablePath(path))
    } catch let fault where fault.code == .notPermitted {
      throw LuaMessage("require: \(fault)")
    } catch {
      let advice = name.hasSuffix(".lua") ? ": write require \"\(name.dropLast(4))\"" : ""
      // Of a script that is ours, `check` says this.
      let elsewhere = script.options.hasRecorderHooks ? LuaStandard.absentModule(name) : nil
      throw LuaMessage(
        "module '\(name)' not found: no file \(path) in the script's folder\(elsewhere.map { " (\($0))" } ?? advice)"
      )
    }
    if let file { script.onModule(LoadedModule(file: file, path: path, source: source)) }
    let chunk = try LuaChunk(source, name: path, machine: machine)
    chunks[path] = chunk
    return chunk
  }
}
