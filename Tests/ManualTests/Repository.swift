import Foundation

/// The files of the repository that these tests read.
enum Repository {
  /// Its top: three steps above this file.
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

  /// The paths of all files below a folder whose names end in one of the endings.
  static func files(below folder: String, endings: Set<String>) -> [String] {
    let all = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
    return all.filter { endings.contains(($0 as NSString).pathExtension) }.map { "\(folder)/\($0)" }.sorted()
  }
}
