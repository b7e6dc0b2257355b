import Geo
import Glibc
import LuaBridge

extension RunningScript {
  /// Replaces a file that the script may write.
  ///
  /// - Errors: those of ``writablePath(_:)``, and ``GeoError`` `inputOutput`.
  func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    chargeFile(bytes)
    let path = try writablePath(path)
    try write { () throws(GeoError) in try AtomicFile.write(bytes, to: path) }
  }

  /// Adds bytes to a file that the script may write.
  ///
  /// - Errors: those of ``writablePath(_:)``, and ``GeoError`` `inputOutput`.
  func append(_ bytes: [UInt8], to path: String) throws(GeoError) {
    chargeFile(bytes)
    let path = try writablePath(path)
    try write { () throws(GeoError) in try AppendedFile.append(bytes, to: path) }
  }

  private func write(_ file: @escaping () throws(GeoError) -> Void) throws(GeoError) {
    if heldFiles != nil { heldFiles?.append(file) } else { try file() }
  }

  /// From now on files wait for ``releaseFiles(onError:)``; permissions are looked at before.
  public func holdFiles() { heldFiles = [] }

  /// Writes the files that wait, in their order; later ones are written at once.
  public func releaseFiles(onError: (any Error) -> Void) {
    let files = heldFiles ?? []
    heldFiles = nil
    for write in files {
      do { try write() } catch { onError(error) }
    }
  }

  /// Opening a file takes about as long as so many instructions.
  private func chargeFile(_ bytes: [UInt8]) {
    LuaStackWork.spend(environment.machine.stack, 2000 + bytes.count / 16)
  }

  /// The path of a file that the script may write: in or below a folder of `--allow-write`. Makes the folders above it
  /// that are missing.
  ///
  /// - Errors: ``GeoError`` `notPermitted`, naming the flag, or what the run uses the file for (HO-199); `cannotCreate`
  ///   if a folder cannot be made.
  func writablePath(_ path: String) throws(GeoError) -> String {
    let full = try fullPath(path)
    // In bytes: to Swift, a slash and an accent behind it are one character.
    let slash = full.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { full[full.utf8.index(after: $0)...] } ?? full[...]
    guard !name.isEmpty, name != ".", name != ".." else {
      throw GeoError(.cannotCreate, "is not a file name", at: path)
    }
    let parent = slash.map { full[..<full.utf8.index(after: $0)] } ?? ""
    let folder = FolderPath(parent.isEmpty ? "." : String(parent))
    guard let folder, options.writable.contains(where: { FolderPath($0)?.holds(folder) == true }) else {
      // Only a script that may write somewhere learns what is there.
      let isSilent = folder.map { !$0.missing.isEmpty } ?? true
      let word = options.writable.isEmpty && isSilent ? "DIR" : folder?.whole ?? "DIR"
      throw GeoError(.notPermitted, "writing it needs --allow-write=\(word)", at: path)
    }
    let found = folder.whole == "/" ? "/\(name)" : "\(folder.whole)/\(name)"
    let isModule = modules.keys.contains { (try? fullPath($0)).map { areSameFile($0, found) } == true }
    if let use = isModule ? "a module of the script" : options.use(found) {
      throw GeoError(.notPermitted, "is \(use) in this run: write to another file", at: path)
    }
    try folder.make(for: path)
    return found
  }
}
