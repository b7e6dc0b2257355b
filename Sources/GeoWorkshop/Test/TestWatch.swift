import Geo
import GeoHost
import Glibc

/// Looks again and again at the folders of tests, and names the test files that a change touches.
package struct TestWatch {
  private let paths: [String]
  private var files: FileWatch

  /// The most files that are watched.
  private static let most = 10_000

  /// - Parameter paths: those that the command line gives; empty for the working directory.
  package init(_ paths: [String]) {
    self.paths = paths
    files = FileWatch(TestWatch.files(of: paths))
  }

  /// The test files that must run again; empty if nothing has changed.
  ///
  /// - Shapes: a test file itself; all beside a Lua file or a configuration; for other files those that name them.
  package mutating func changed() -> [String] {
    let found = TestWatch.files(of: paths)
    let changed = files.changed(among: found)
    guard !changed.isEmpty else { return [] }
    let tests = found.filter { $0.hasSuffix(TestFinder.ending) }.sorted()
    return tests.filter { test in isWanted(test) && changed.contains { TestWatch.touches($0, test) } }
  }

  /// Whether a test file is one of those given, or in a folder that was.
  private func isWanted(_ test: String) -> Bool {
    paths.isEmpty
      || paths.contains { $0 == test || $0 == "." || ScriptSet.isFolder($0) && test.hasPrefix($0) }
  }

  private static func touches(_ path: String, _ test: String) -> Bool {
    if path.hasSuffix(TestFinder.ending) { return path == test }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(".lua") { return path.hasPrefix(folder(of: test)) || names(name, test) }
    return names(name, test)
  }

  /// Whether a test file, or a script beside it, may read a file of this name.
  private static func names(_ name: String, _ test: String) -> Bool {
    guard let bytes = PictureBytes.read(test) else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(name)
  }

  private static func folder(of path: String) -> String {
    String(path.dropLast(path.split(separator: "/", omittingEmptySubsequences: false).last?.count ?? 0))
  }

  /// The files of the folders, without hidden ones.
  private static func files(of paths: [String]) -> [String] {
    var files: [String] = []
    var folders = (paths.isEmpty ? ["."] : paths).map { ScriptSet.isFolder($0) ? $0 : parent(of: $0) }
    while let folder = folders.popLast(), files.count < most {
      guard let directory = opendir(folder) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard !name.hasPrefix("."), !name.hasSuffix(".part") else { continue }
        let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.append(path)
        } else {
          files.append(path)
        }
      }
    }
    return files
  }

  private static func parent(of path: String) -> String {
    let folder = folder(of: path)
    return folder.isEmpty ? "." : folder
  }
}
