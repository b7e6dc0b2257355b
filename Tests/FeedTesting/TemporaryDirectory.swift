import GeoCore
import Glibc

/// A folder that one test creates and removes.
package final class TemporaryDirectory {
  package let path: String

  package init() {
    var template = Array("/tmp/geoscript-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit { TemporaryDirectory.remove(path) }

  /// What lies in it.
  package var names: [String] { TemporaryDirectory.names(in: path) }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  package var state: String { path + "/state" }
  package var database: String { state + "/state.sqlite" }

  /// Writes a file of this folder and returns its path.
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { throw GeoError(.cannotCreate, "no file for a test", at: file) }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return file
  }

  package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  package func write(_ bytes: [UInt8], to file: String, at offset: Int = 0) {
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o644)
    defer { close(descriptor) }
    _ = pwrite(descriptor, bytes, bytes.count, offset)
  }

  /// Two levels deep, which is all that a state directory has.
  private static func remove(_ path: String) {
    for name in names(in: path) { remove(path + "/" + name) }
    Glibc.remove(path)
  }
}
