import CSimdJSON
import Geo
import Glibc

/// Collects the circles of one file, text by text.
final class FenceReader {
  private let name: String
  private let desiredAccuracy: CLLocationAccuracy
  private var regions: [MonitoredRegion] = []
  private var slots = IdentifierSlots()
  private var skips = SkipCounts()
  private let fences: OpaquePointer

  /// The line at which the text that is being read begins.
  private var line = 1
  private var text = UnsafeRawBufferPointer(start: nil, count: 0)
  private var hasGeoJSON = false
  private var firstFault: GeoError?

  init(_ name: String, desiredAccuracy: CLLocationAccuracy) {
    self.name = name
    self.desiredAccuracy = desiredAccuracy
    fences = geo_fences_new()
  }

  deinit { geo_fences_free(fences) }

  func finished() -> (regions: [MonitoredRegion], skips: SkipCounts) { (regions, skips) }

  /// What was wrong with the first line, where no line at all was GeoJSON.
  var faultOfAll: GeoError? { hasGeoJSON ? nil : firstFault }

  /// Reads lines of a text each; padding must follow `bytes`.
  func readLines(_ bytes: UnsafeRawBufferPointer) {
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
    case GEO_FENCES_READ: return hasGeoJSON = true
    case GEO_FENCES_BLANK: return
    default: break
    }
    let fault = FenceFault.text(outcome, isLine: true)
    skips.count(fault.kind, "\(name):\(line): \(fault.message)")
    if firstFault == nil { firstFault = GeoError(.data, fault.message, at: "\(name):\(line)") }
  }

  func passOverlong() {
    let message = "line is longer than \(LineBuffer.limit) bytes"
    skips.count("line too long", "\(name):\(line): \(message)")
    if firstFault == nil { firstFault = GeoError(.data, message, at: "\(name):\(line)") }
    line += 1
  }

  func noteCut(_ fault: String) {
    skips.count("input cut short", "\(name):\(line): \(fault)")
  }

  /// Reads one text over many lines; padding must follow `bytes`.
  ///
  /// - Errors: ``GeoError`` (`data`) when the text is not GeoJSON to its end: fences would be missing.
  func readDocument(_ bytes: UnsafeRawBufferPointer) throws(GeoError) {
    let outcome = read(bytes)
    guard outcome.is != UInt8(GEO_FENCES_READ) else { return }
    let fault = FenceFault.text(outcome, isLine: false)
    throw GeoError(.data, fault.message, at: "\(name):\(lineNumber(in: bytes, at: outcome.offset))")
  }

  private func read(_ bytes: UnsafeRawBufferPointer) -> geo_fences_outcome {
    text = bytes
    defer { text = UnsafeRawBufferPointer(start: nil, count: 0) }
    return geo_fences_read(
      fences, bytes.baseAddress, bytes.count,
      { context, fence in
        guard let context, let fence else { return }
        Unmanaged<FenceReader>.fromOpaque(context).takeUnretainedValue().take(fence)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func take(_ fence: UnsafePointer<geo_fence>) {
    switch FenceFeature.region(fence, desiredAccuracy) {
    case .fault(let fault):
      skips.count(fault.kind, "\(place(of: fence)) \(fault.message)")
    case .region(let region):
      let name = FenceFeature.identifier(fence)
      let known = slots.insert(name, as: regions.count) { regions[$0].identifier.utf8.elementsEqual(name) }
      guard let known else { return regions.append(region) }
      regions[known] = region
      skips.count(
        "duplicate identifier",
        "\(place(of: fence)) identifier \"\(FenceFault.excerpt(name))\" comes again; the later replaces the earlier"
      )
    }
  }

  private func place(of fence: UnsafePointer<geo_fence>) -> String {
    let line = "\(name):\(lineNumber(in: text, at: fence.pointee.offset)):"
    return fence.pointee.number == 0 ? line : "\(line) Feature \(fence.pointee.number):"
  }

  private func lineNumber(in text: UnsafeRawBufferPointer, at offset: Int) -> Int {
    line + text.prefix(offset).count { $0 == 10 }
  }
}
