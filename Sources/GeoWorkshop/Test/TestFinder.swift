import Geo
import GeoDelivery
import GeoHost

/// Finds test files: those whose names end in `_test.lua`.
enum TestFinder {
  static let ending = "_test.lua"

  /// The files in order, each once.
  ///
  /// - Errors: ``GeoError`` `noInput` for what is not there, and for a folder without a test file.
  static func files(_ paths: [String]) throws(GeoError) -> [String] {
    var files: [String] = []
    for path in paths.isEmpty ? ["."] : paths {
      guard ScriptSet.isFolder(path) else {
        try MissingFile.check(path, "test file", endings: [".lua", ending])
        files.append(path)
        continue
      }
      let found = try ScriptSet.luaFiles(in: path).filter { $0.hasSuffix(ending) }
      guard !found.isEmpty else {
        throw GeoError(
          .noInput,
          "no test was found: the folder has no file whose name ends in \(ending) "
            + "(geoscript new NAME makes a folder with one)", at: path)
      }
      files += found.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }
}
