package import Geo
import Glibc

/// Files that are read as they are.
package enum WholeFile {
  /// - Errors: ``GeoError`` `noInput` for a file that cannot be opened, `inputOutput` for one that cannot be read.
  package static func bytes(of path: String) throws(GeoError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw GeoError(.noInput, String(cString: strerror(errno)), at: path) }
    defer { close(file) }
    var (bytes, room) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 18))
    while true {
      let count = Glibc.read(file, &room, room.count)
      guard count >= 0 else { throw GeoError(.inputOutput, String(cString: strerror(errno)), at: path) }
      guard count > 0 else { return bytes }
      bytes += room[..<count]
    }
  }
}
