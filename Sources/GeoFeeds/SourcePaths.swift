public import Geo
import GeoFormats
import Glibc

/// The files that words of the command line stand for.
public enum SourcePaths {
  /// The endings of files that a folder is searched for, each also with `.gz`.
  static let endings = FileForm.endings.map(\.ending)

  /// Puts the files of a folder, or those that match a pattern, in the place of the word that names them.
  ///
  /// - Shapes: a folder stands for the files in it and in its folders whose names have one of the endings; `*`, `?` and
  ///   `[…]` match as in a shell. Both are in the order of their paths; hidden files are left out. Other words stay.
  /// - Parameter takesLive: whether a word may name a live source, which has no end.
  /// - Errors: ``GeoError`` `noInput` for a folder without such files or one that cannot be listed, and for a pattern that
  ///   matches nothing; `usage` for a live source among files.
  public static func expanded(_ words: [String], takesLive: Bool = false) throws(GeoError) -> [String] {
    var paths: [String] = []
    for word in words {
      if !takesLive, let address = try? SourceAddress(word), address.isLive {
        throw GeoError(
          .usage,
          "is a live source, and this command reads files: record it first (geoscript run SCRIPT --from … --record FILE)",
          at: address.name)
      }
      paths += try files(word)
    }
    return paths
  }

  private static func files(_ word: String) throws(GeoError) -> [String] {
    guard word != "-", !FileFeed.isSimulation(word), !isLive(word) else { return [word] }
    if isFolder(word) {
      let found = try contents(of: word, depth: 0).sorted()
      guard !found.isEmpty else {
        let known = endings.joined(separator: ", ")
        throw GeoError(
          .noInput, "the folder has no file that geoscript reads (expected \(known), also with .gz)", at: word
        )
      }
      return found
    }
    guard access(word, F_OK) != 0, word.contains(where: { "*?[".contains($0) }) else { return [word] }
    let found = try matches(word)
    guard !found.isEmpty else { throw GeoError(.noInput, "no file has a name like this", at: word) }
    return found
  }

  private static func isLive(_ word: String) -> Bool { (try? SourceAddress(word))?.isFile == false }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func isRead(_ name: String) -> Bool {
    var name = name.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return endings.contains(where: name.hasSuffix)
  }

  /// The files in a folder and in those below it.
  ///
  /// - Errors: ``GeoError`` `noInput` for one that cannot be listed.
  private static func contents(of folder: String, depth: Int) throws(GeoError) -> [String] {
    guard depth < 32 else { return [] }
    guard let directory = opendir(folder) else { throw unlisted(folder) }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var status = stat()
      // A link to a folder could lead in a circle.
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        found += try contents(of: path, depth: depth + 1)
      } else if isRead(name), isRegularFile(path) {
        found.append(path)
      }
    }
    return found
  }

  /// - Errors: ``GeoError`` `noInput` where a folder cannot be listed.
  private static func matches(_ pattern: String) throws(GeoError) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    let status = glob(pattern, GLOB_ERR, nil, &result)
    guard status != GLOB_ABORTED else {
      throw GeoError(
        .noInput, "a folder of this pattern cannot be listed (name the files instead)", at: pattern)
    }
    guard status == 0 else { return [] }
    return (0..<Int(result.gl_pathc)).compactMap { result.gl_pathv[$0].map { String(cString: $0) } }
      .filter { !isFolder($0) }.sorted()
  }
}
