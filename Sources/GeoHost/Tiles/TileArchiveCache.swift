package import Geo
import GeoDelivery
import GeoStore
import Glibc

/// The open archives of all devices of a worker.
package final class TileArchiveCache {
  private var archives: [(path: String, archive: Result<any TileArchive, GeoError>)] = []
  /// The most archives, each of which is an open file.
  private static let limit = 32

  /// - Parameter path: without links, so that each file is opened once.
  func archive(_ path: String) throws(GeoError) -> any TileArchive {
    if let place = archives.firstIndex(where: { $0.path == path }) {
      if place > 0 { archives.insert(archives.remove(at: place), at: 0) }
      return try archives[0].archive.get()
    }
    let opened = Result { () throws(GeoError) in
      let archive = try TileArchives.open(path)
      try TileArchives.requirePictures(archive)
      return archive
    }
    if archives.count == TileArchiveCache.limit { archives.removeLast() }
    archives.insert((path, opened), at: 0)
    return try opened.get()
  }

  /// Returns the bytes of a file; one byte too many if it is larger than a tile may be.
  package static func bytes(_ path: String) throws(GeoError) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe would wait before its type is known.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw GeoError(.noInput, String(cString: strerror(errno)), at: path) }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      throw GeoError(.noInput, "is not a file", at: path)
    }
    let most = TileRequest.rules.greatestLength + 1
    var fault: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: min(Int(information.st_size), most)) { buffer, count in
      while count < buffer.count, let start = buffer.baseAddress {
        let read = read(descriptor, start + count, buffer.count - count)
        if read < 0, errno == EINTR { continue }
        if read < 0 { fault = errno }
        guard read > 0 else { break }
        count += read
      }
    }
    guard fault == 0 else { throw GeoError(.inputOutput, String(cString: strerror(fault)), at: path) }
    return bytes
  }
}
