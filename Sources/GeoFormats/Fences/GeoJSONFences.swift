import CSimdJSON
import Geo
import Glibc

/// Reads the Features of one file, text by text.
final class GeoJSONFences {
  private let list: FenceList
  private let fences: OpaquePointer

  /// The first line of the current text.
  private var line = 1
  private var text = UnsafeRawBufferPointer(start: nil, count: 0)
  private var hasGeoJSON = false
  private var firstFault: GeoError?

  init(_ list: FenceList) {
    self.list = list
    fences = geo_fences_new()
  }

  deinit { geo_fences_free(fences) }

  /// Reads one text per line.
  ///
  /// - Errors: ``GeoError`` (`data`) if no line is GeoJSON.
  func readLines(_ stream: ByteStream) throws(GeoError) {
    let lines = LineBuffer(stream)
    reading: while true {
      switch try lines.next() {
      case .lines(let bytes, _):
        readLines(bytes)
        lines.consume(bytes.count)
      case .overlong:
        record(RecordFault("line too long", "line is longer than \(LineBuffer.limit) bytes"))
        line += 1
      case .end: break reading
      }
    }
    if let fault = stream.takeFault() { list.count(RecordFault("input cut short", fault), at: place(line)) }
    if !hasGeoJSON, let firstFault { throw firstFault }
  }

  /// Reads one text over many lines; padding must follow `bytes`.
  ///
  /// - Errors: ``GeoError`` (`data`) if the text is not complete GeoJSON, because fences would be missing.
  func readDocument(_ bytes: UnsafeRawBufferPointer) throws(GeoError) {
    let outcome = read(bytes)
    guard outcome.is != UInt8(GEO_FENCES_READ) else { return }
    let fault = RecordFault(outcome, isLine: false)
    throw GeoError(.data, fault.message, at: "\(list.name):\(lineNumber(in: bytes, at: outcome.offset))")
  }

  /// Reads one value.
  ///
  /// - Errors: as ``readDocument(_:)``.
  func read(_ json: JSONValue) throws(GeoError) {
    let text = Array(json.description.utf8)
    let padded = UnsafeMutableRawBufferPointer.allocate(
      byteCount: text.count + Int(GEO_LOG_PADDING), alignment: 64)
    defer { padded.deallocate() }
    padded.initializeMemory(as: UInt8.self, repeating: 0)
    padded.copyBytes(from: text)
    try readDocument(UnsafeRawBufferPointer(rebasing: padded[..<text.count]))
  }

  private func readLines(_ bytes: UnsafeRawBufferPointer) {
    guard var at = bytes.baseAddress else { return }
    let end = at + bytes.count
    while at < end {
      let newline = memchr(at, 10, end - at).map { UnsafeRawPointer($0) }
      readLine(UnsafeRawBufferPointer(start: at, count: (newline ?? end) - at))
      line += 1
      at = newline.map { $0 + 1 } ?? end
    }
  }

  private func readLine(_ bytes: UnsafeRawBufferPointer) {
    let isMarked = bytes.first == FenceForm.recordSeparator
    let outcome = read(isMarked ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes)
    switch Int(outcome.is) {
    case GEO_FENCES_READ: hasGeoJSON = true
    case GEO_FENCES_BLANK: break
    default: record(RecordFault(outcome, isLine: true))
    }
  }

  private func record(_ fault: RecordFault) {
    list.count(fault, at: place(line))
    if firstFault == nil { firstFault = GeoError(.data, fault.message, at: "\(list.name):\(line)") }
  }

  private func read(_ bytes: UnsafeRawBufferPointer) -> geo_fences_outcome {
    text = bytes
    defer { text = UnsafeRawBufferPointer(start: nil, count: 0) }
    return geo_fences_read(
      fences, bytes.baseAddress, bytes.count,
      { context, fence in
        guard let context, let fence else { return }
        // The reader stays in `read` during this call.
        Unmanaged<GeoJSONFences>.fromOpaque(context).takeUnretainedValue().append(fence)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func append(_ fence: UnsafePointer<geo_fence>) {
    guard fence.pointee.type == "Feature" else {
      return list.count(.notFeature(fence.pointee.type), at: place(of: fence))
    }
    withUnsafePointer(to: fence.pointee.fields) { tuple in
      tuple.withMemoryRebound(to: geo_fence_field.self, capacity: Int(GEO_FENCE_FIELD_COUNT)) { start in
        let fields = FenceFields(start)
        list.add(fields, .geoJSON, at: place(of: fence)) { () throws(RecordFault) in
          try FenceGeometry(fence, isBox: fields.text(.shape) == "box")
        }
      }
    }
  }

  private func place(_ line: Int) -> String { "\(list.name):\(line):" }

  private func place(of fence: UnsafePointer<geo_fence>) -> String {
    let line = place(lineNumber(in: text, at: fence.pointee.offset))
    return fence.pointee.number == 0 ? line : "\(line) Feature \(fence.pointee.number):"
  }

  private func lineNumber(in text: UnsafeRawBufferPointer, at offset: Int) -> Int {
    line + text.prefix(offset).count { $0 == 10 }
  }
}
