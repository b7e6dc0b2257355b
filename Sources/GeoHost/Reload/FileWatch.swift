import Geo
import Glibc

/// What tells that a file has changed.
package struct FileStamp: Equatable, Sendable {
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  private let number: UInt64

  package init(_ path: String) {
    var info = stat()
    let isThere = stat(path, &info) == 0
    size = isThere ? Int64(info.st_size) : -1
    (seconds, nanoseconds, number) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec, UInt64(info.st_ino))
  }
}

/// Looks again and again at files, and names those that have changed.
package struct FileWatch: Sendable {
  private var known: [String: FileStamp]

  /// Seconds between two looks.
  package static let interval = 0.1

  package init(_ paths: [String]) {
    known = Dictionary(paths.map { ($0, FileStamp($0)) }, uniquingKeysWith: { $1 })
  }

  /// The files that have changed since the last look, or have come or gone.
  ///
  /// - Parameter paths: the files that are watched from now on.
  package mutating func changed(among paths: [String]) -> Set<String> {
    let next = FileWatch(paths)
    defer { self = next }
    var changed = Set(known.keys.filter { next.known[$0] == nil })
    for (path, stamp) in next.known where known[path] != stamp { changed.insert(path) }
    return changed
  }

  /// Watches another file from now on.
  package mutating func add(_ path: String) {
    if known[path] == nil { known[path] = FileStamp(path) }
  }

  /// The files that it watches.
  package var paths: [String] { Array(known.keys) }
}
