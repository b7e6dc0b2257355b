package import Geo
import GeoHost
import GeoLua
import Glibc
import LuaBridge

/// What the Lua language server reads in a folder: its configuration, and definitions of all names of scripts.
package enum EditorFiles {
  static let configurationName = ".luarc.json"
  private static let library = ".geoscript/stubs"
  static let stubsName = library + "/geoscript.lua"

  /// - Source: the language server's configuration file, luals.github.io/wiki/configuration.
  static let configuration = """
    {
      "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
      "runtime.version": "Lua 5.4",
      "workspace.library": ["\(library)"],
      "diagnostics.disable": ["lowercase-global"]
    }

    """

  static func stubs() -> String { LuaStubs(catalog: GeoLibrary.catalog).text() }

  /// Writes the definitions anew, and the configuration unless there is one that names them.
  ///
  /// - Returns: the files that were written, by their paths in the folder.
  /// - Errors: ``GeoError`` `cannotCreate`, before anything is written, for a configuration that does not name the
  ///   definitions: it is the user's, who may have comments in it.
  package static func write(to folder: String) throws(GeoError) -> [String] {
    let path = folder + "/" + configurationName
    var status = stat()
    let isThere = lstat(path, &status) == 0
    if isThere, !(try TextFile.read(path)).contains(library) {
      throw GeoError(
        .cannotCreate,
        "is there already: nothing is written (add \"\(library)\" to its workspace.library, then try again)",
        at: path)
    }
    try Folder.make(folder + "/" + library)
    try AtomicFile.write(Array(stubs().utf8), to: folder + "/" + stubsName)
    guard !isThere else { return [stubsName] }
    try AtomicFile.write(Array(configuration.utf8), to: path)
    return [stubsName, configurationName]
  }
}
