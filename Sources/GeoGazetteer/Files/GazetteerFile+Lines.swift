import Geo
import GeoFormats
import Glibc

/// A format with one record per line.
protocol RecordLines {
  /// The record of a line; nil for a line without one, such as a comment.
  ///
  /// - Errors: ``RecordFault`` for a record that is skipped or cannot be read.
  mutating func record(of line: UnsafeBufferPointer<UInt8>) throws(RecordFault) -> GazetteerRecord?
}

extension GazetteerFile {
  /// Reads all lines until `take` returns false.
  func readLines(
    with reader: some RecordLines, _ take: (GazetteerRecord) throws(GeoError) -> Bool
  ) throws(GeoError) {
    var reader = reader
    let stream = try ByteStream(path: path, zip: .dataFile)
    let lines = LineBuffer(stream)
    var number = 1
    while true {
      switch try lines.next() {
      case .lines(let bytes, _):
        guard try readLines(bytes.bindMemory(to: UInt8.self), &number, &reader, take) else { return }
        lines.consume(bytes.count)
      case .overlong:
        skips.count("line too long", "\(path):\(number): line is longer than \(LineBuffer.limit) bytes")
        number += 1
      case .end:
        if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: path) }
        bytesRead = byteCount
        return
      }
      bytesRead = stream.position
    }
  }

  private func readLines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ number: inout Int, _ reader: inout some RecordLines,
    _ take: (GazetteerRecord) throws(GeoError) -> Bool
  ) throws(GeoError) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var at = base
    let end = base + bytes.count
    while at < end {
      let newline =
        memchr(at, 10, end - at).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? end
      let line = UnsafeBufferPointer(start: at, count: newline - at)
      at = newline + 1
      defer { number += 1 }
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      let record: GazetteerRecord?
      do throws(RecordFault) {
        record = try reader.record(of: line)
      } catch {
        skips.count(error.kind, "\(path):\(number): \(error.message)")
        continue
      }
      if let record, try !take(record) { return false }
    }
    return true
  }
}
