import Geo
import GeoCore
import Glibc

/// A folder that need not be there yet: what is there, without links, and the names below it that are missing.
package struct FolderPath {
  let real: String
  let missing: [Substring]

  /// Whether a link to nothing is in the way: what is written there would be made elsewhere.
  package var isDangling: Bool {
    var status = stat()
    return missing.first.map { lstat("\(real)/\($0)", &status) == 0 } ?? false
  }

  /// - Returns: nil for a path that leads back out of a folder that is not there.
  package init?(_ path: String) {
    var rest = path.utf8.split(separator: UInt8(ascii: "/")).compactMap(Substring.init)
    var missing: [Substring] = []
    let start = path.hasPrefix("/") ? "/" : ""
    var found: String?
    while found == nil {
      let known = start + rest.joined(separator: "/")
      found = RunningScript.resolve(known.isEmpty ? "." : known)
      guard found == nil else { break }
      guard let last = rest.popLast(), last != ".." else { return nil }
      if last != "." { missing.insert(last, at: 0) }
    }
    guard let found else { return nil }
    (real, self.missing) = (found, missing)
  }

  /// The path that it has once it is there.
  var whole: String {
    missing.isEmpty ? real : ([real == "/" ? "" : real] + missing.map(String.init)).joined(separator: "/")
  }

  /// Whether another one is this one or lies below it.
  package func holds(_ other: FolderPath) -> Bool {
    other.whole == whole || other.whole.hasPrefix(whole == "/" ? whole : whole + "/")
  }

  /// Makes what is missing.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  func make(for path: String) throws(GeoError) {
    var made = real == "/" ? "" : real
    for name in missing {
      made += "/\(name)"
      guard mkdir(made, 0o777) == 0 || errno == EEXIST else {
        throw GeoError(
          .cannotCreate, "cannot make the folder \(made): \(String(cString: strerror(errno)))", at: path)
      }
    }
    // A link may have been put there in the meantime, or dangle.
    guard missing.isEmpty || RunningScript.resolve(whole) == whole else {
      throw GeoError(.cannotCreate, "cannot make the folder \(whole): a link is in the way", at: path)
    }
  }
}
