public import Geo
import GeoLua
import Glibc

/// The scripts that `geoscript check` is given: files, folders, and standard input as `-`.
public enum ScriptSet {
  /// Returns the scripts in order; those of a folder, and of the folders in it, by their paths.
  ///
  /// - Errors: ``GeoError`` `noInput` for what is not there or a folder without a `.lua` file.
  public static func read(_ paths: [String]) throws(GeoError) -> [ScriptFile] {
    var scripts: [ScriptFile] = []
    for path in paths {
      if path == "-" {
        scripts.append(ScriptFile(source: String(decoding: standardInput(), as: UTF8.self), called: "-"))
      } else if isFolder(path) {
        let files = try luaFiles(in: path)
        guard !files.isEmpty else { throw GeoError(.noInput, "the folder has no .lua file", at: path) }
        for file in files { scripts.append(try ScriptFile(path: file)) }
      } else {
        scripts.append(try ScriptFile(path: path))
      }
    }
    return scripts
  }

  /// What a file is whose bytes are not text, such as a picture; nil for text.
  public static func flaw(of script: ScriptFile) -> String? {
    let start = script.source.utf8.prefix(4096)
    guard start.contains(0) || script.source.unicodeScalars.prefix(64).contains("\u{FFFD}") else {
      return nil
    }
    return "this is not a Lua file: it has bytes that are not text"
  }

  private static func standardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  package static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Those of a folder, without hidden files and folders, and without following links to folders.
  ///
  /// - Errors: ``GeoError`` `noInput` for a folder that cannot be listed.
  package static func luaFiles(in folder: String) throws(GeoError) -> [String] {
    guard let directory = opendir(folder) else { throw unlisted(folder) }
    defer { closedir(directory) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      var information = stat()
      guard lstat(prefix + name, &information) == 0 else { continue }
      if information.st_mode & S_IFMT == S_IFDIR {
        files += try luaFiles(in: prefix + name)
      } else if name.hasSuffix(".lua"), isRegularFile(prefix + name) {
        files.append(prefix + name)
      }
    }
    return files.sorted()
  }
}
