import Glibc

/// A folder for one test, which goes with it.
final class TemporaryDirectory {
  let path: String

  init() {
    var template = Array("/tmp/geostore-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit { TemporaryDirectory.remove(path) }

  var state: String { path + "/state" }
  var database: String { state + "/state.sqlite" }

  func write(_ bytes: [UInt8], to file: String, at offset: Int = 0) {
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o644)
    defer { close(descriptor) }
    _ = pwrite(descriptor, bytes, bytes.count, offset)
  }

  /// Two levels deep, which is all that a state directory has.
  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
    }
    Glibc.remove(path)
  }
}
