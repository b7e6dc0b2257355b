package import Geo
import Glibc

/// NMEA 0183: the sentences of one receiver, joined into fixes.
///
/// - Shapes: GGA, RMC, GLL, GNS, VTG, GSA, GST, ZDA, HDT, HDG, HDM and THS of any talker, with or without checksum and
///   tag block. Other sentences are skipped, also proprietary ones (`$P…`).
/// - Errors: a wrong checksum and a broken field are counted; the rest of that sentence is not used.
/// - Source: the sentences' fields as gpsd 3.22's driver_nmea0183.c and u-blox's interface descriptions list them.
package final class NMEADecoder: LineDecoder {
  package private(set) var goodCount = 0
  package var skips = SkipCounts()
  /// Sentences of unused kinds.
  private(set) var otherCount = 0

  let context: LineContext
  lazy var device = context.directory.id(of: context.device)
  var line = 0
  var arrival: TimeInterval?

  var epoch = NMEAEpoch()
  var precision = NMEAPrecision()
  var dates = NMEADates()
  var cycle = NMEACycle()
  /// Whether the epoch was delivered before its end.
  var isDelivered = false
  var attributes: NMEAAttributes?
  var isLost = false
  /// The talkers of the current sentence and of the last good position, and the moments without a position
  /// since.
  var talker: UInt16 = 0
  var lastTalker: UInt16 = 0
  var lostCount = 0
  /// Seconds since 1970 of the last event; nil before the first.
  var lastTime: TimeInterval?
  /// The date of the tag block before a sentence.
  var tagTime: TimeInterval?
  /// Events before the first date, with times of day, and how many days they span.
  var undated: [DeviceEvent] = []
  /// Whether events were delivered without a date.
  var isUndated = false
  var times: MissingTimes
  /// The fields of the last date, and its day.
  var lastDate: (year: Int, month: Int, day: Int, number: Int?) = (0, 0, 0, nil)
  /// Headings of this epoch, which have no time.
  var headings: [HeadingReading] = []
  /// Degrees to the east, from the last sentence with a variation.
  var variation = Double.nan
  var lastPlace: CLLocationCoordinate2D?
  /// When the last live fix was measured, and when it arrived.
  var lastFix: (timestamp: TimeInterval, arrival: TimeInterval)?

  /// The most events that wait for a date, and headings for a time.
  static let undatedLimit = 4096
  static let headingLimit = 256
  /// Seconds from which a receiver's clock counts as different from the host's.
  static let otherClock = 60.0
  /// Seconds of silence that end a round: receivers send it in one go, over slow lines and radio in pieces.
  package static let pause = 0.25

  package init(_ context: LineContext) {
    self.context = context
    times = MissingTimes(context.options)
  }

  package func decode(_ run: LineRun, into events: inout [DeviceEvent]) {
    guard let base = run.bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    line = run.firstLine
    arrival = run.arrival
    var at = base
    let end = base + run.bytes.count
    while at < end {
      let newline = memchr(at, 10, end - at)?.assumingMemoryBound(to: UInt8.self)
      let next = newline.map { UnsafePointer($0) + 1 } ?? end
      var lineEnd = newline.map { UnsafePointer($0) } ?? end
      while lineEnd > at, lineEnd[-1] <= 0x20 { lineEnd -= 1 }
      if lineEnd > at { decode(at, lineEnd, into: &events) }
      at = next
      line += 1
    }
  }

  private func decode(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into events: inout [DeviceEvent]
  ) {
    if start.pointee == UInt8(ascii: "$") {
      let (sentence, check) = NMEASentence.read(start + 1, end)
      switch check {
      // Like gpsd, accepts sentences without a checksum: old receivers and multiplexers send them.
      case .good, .missing: return ingest(sentence, into: &events)
      case .bad, .broken:
        count(check)
        // The line may be half a sentence followed by a whole one.
        ingestLast(start + 1, end, into: &events)
        return
      }
    }
    ingestOther(start, end, into: &events)
  }

  private func ingestOther(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into events: inout [DeviceEvent]
  ) {
    var start = start
    while start < end, start.pointee <= 0x20 { start += 1 }
    guard start < end else { return }
    switch start.pointee {
    case UInt8(ascii: "$"): decode(start, end, into: &events)
    case UInt8(ascii: "!"): otherCount += 1
    case UInt8(ascii: "#"): break
    case UInt8(ascii: "\\"):
      guard let close = memchr(start + 1, 0x5c, end - start - 1) else {
        skips.count("tag block", "\(context.name):\(line): tag block does not end (expected a backslash)")
        ingestLast(start + 1, end, into: &events)
        return
      }
      let behind = UnsafePointer(close.assumingMemoryBound(to: UInt8.self))
      readTagBlock(start + 1, behind)
      if behind + 1 < end, behind[1] != UInt8(ascii: "\\") { decode(behind + 1, end, into: &events) }
      tagTime = nil
    default:
      if !ingestLast(start, end, into: &events) {
        skips.count(
          "not a sentence",
          "\(context.name):\(line): is not a sentence of NMEA 0183 (expected $, talker and type)")
      }
    }
  }

  /// Reads a sentence at the end of a line that begins otherwise; only its checksum proves that it is one.
  @discardableResult
  private func ingestLast(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into events: inout [DeviceEvent]
  ) -> Bool {
    var at = end
    while at > start {
      at -= 1
      guard at.pointee == UInt8(ascii: "$") || at.pointee == UInt8(ascii: "!") else { continue }
      let (sentence, check) = NMEASentence.read(at + 1, end)
      guard case .good = check else { return false }
      if at.pointee == UInt8(ascii: "$") { ingest(sentence, into: &events) } else { otherCount += 1 }
      return true
    }
    return false
  }

  /// `s:source,c:1700000000*hh`, the time in seconds or milliseconds.
  ///
  /// - Source: NMEA 0183 4.10, 7: parameter `c` is UNIX time.
  private func readTagBlock(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    let (block, check) = NMEASentence.read(start, end)
    guard case .good = check else { return count(check) }
    var at = block.start
    while at + 2 < block.end {
      let comma = memchr(at, Int32(UInt8(ascii: ",")), block.end - at)
      let next = comma.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? block.end
      if at.pointee == UInt8(ascii: "c"), at[1] == UInt8(ascii: ":") {
        let time = Decimal.parse(UnsafeBufferPointer(start: at + 2, count: next - at - 2))
        let seconds = time.map { $0 > 1e11 ? $0 / 1000 : $0 }
        if let seconds, FeedOptions.isTime(seconds) { tagTime = seconds }
      }
      at = min(next + 1, block.end)
    }
  }

  private func count(_ check: NMEASentence.Check) {
    switch check {
    case .good: break
    case .missing, .broken:
      skips.count("checksum", "\(context.name):\(line): has no checksum after its * (expected two digits)")
    case .bad(let said, let found):
      skips.count(
        "checksum",
        "\(context.name):\(line): checksum is \(said.hexadecimal.uppercased()) (expected \(found.hexadecimal.uppercased()))"
      )
    }
  }

  private func ingest(_ sentence: NMEASentence, into events: inout [DeviceEvent]) {
    goodCount += 1
    read(sentence, into: &events)
  }

  func pass() { otherCount += 1 }
}
