import Geo
import Glibc

/// NMEA 0183: the sentences of one receiver, joined into fixes.
///
/// - Shapes: GGA, RMC, GLL, GNS, VTG, GSA, GST, ZDA, HDT, HDG, HDM and THS of any talker, with or without checksum and
///   tag block. Others are passed over, as are those of makers (`$P…`).
/// - Errors: a wrong checksum and a broken field are counted; the rest of such a sentence is not used.
/// - Source: the sentences' fields as gpsd 3.22's driver_nmea0183.c and u-blox's interface descriptions list them.
final class NMEADecoder: LineDecoder {
  private(set) var goodCount = 0
  var skips = SkipCounts()
  /// Sentences of kinds that bring nothing here.
  private(set) var otherCount = 0

  let context: LineContext
  private lazy var device = context.directory.id(of: context.device)
  var line = 0
  private var arrival: TimeInterval?

  var epoch = NMEAEpoch()
  var precision = NMEAPrecision()
  private var dates = NMEADates()
  private var cycle = NMEACycle()
  /// Whether the epoch was delivered before its end.
  private var isDelivered = false
  private var attributes: NMEAAttributes?
  private var isLost = false
  /// The talker of the sentence in hand, of the last good position, and how many moments have none since.
  var talker: UInt16 = 0
  private var lastTalker: UInt16 = 0
  private var lostCount = 0
  /// Seconds since 1970 of the last event; nil before the first.
  private var lastTime: TimeInterval?
  /// The date of the tag block before a sentence.
  var tagTime: TimeInterval?
  /// What came before the first date, with times of the day, and how many days that took.
  private var undated: [DeviceEvent] = []
  /// Whether times of the day had to do without a date.
  private var isUndated = false
  private var times: MissingTimes
  /// The text of the last date, and its day.
  private var lastDate: (year: Int, month: Int, day: Int, number: Int?) = (0, 0, 0, nil)
  /// Headings of this epoch, which have no time of their own.
  private var headings: [HeadingReading] = []
  /// Degrees to the east, by the last sentence that said it.
  var variation = Double.nan
  private var lastPlace: CLLocationCoordinate2D?
  /// When the last live fix was measured, and when it came.
  private var lastFix: (timestamp: TimeInterval, arrival: TimeInterval)?

  /// The most events that wait for a date, and headings for a time.
  private static let undatedLimit = 4096
  private static let headingLimit = 256
  /// Seconds between a receiver's clock and the host's from which on they are two.
  private static let otherClock = 60.0
  /// Seconds of silence that end a round: receivers send it in one go, over slow lines and radio in pieces.
  static let pause = 0.25

  init(_ context: LineContext) {
    self.context = context
    times = MissingTimes(context.options)
  }

  func decode(_ run: LineRun, into events: inout [DeviceEvent]) {
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
      // gpsd, too, takes sentences without a checksum: old receivers and multiplexers send them.
      case .good, .missing: return take(sentence, into: &events)
      case .bad, .broken:
        count(check)
        // The line may be the half of one sentence and all of the next.
        takeLast(start + 1, end, into: &events)
        return
      }
    }
    takeOther(start, end, into: &events)
  }

  private func takeOther(
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
        takeLast(start + 1, end, into: &events)
        return
      }
      let behind = UnsafePointer(close.assumingMemoryBound(to: UInt8.self))
      readTagBlock(start + 1, behind)
      if behind + 1 < end, behind[1] != UInt8(ascii: "\\") { decode(behind + 1, end, into: &events) }
      tagTime = nil
    default:
      if !takeLast(start, end, into: &events) {
        skips.count(
          "not a sentence",
          "\(context.name):\(line): is no sentence of NMEA 0183 (expected $, talker and type)")
      }
    }
  }

  /// Takes the sentence at the end of a line that does not begin with it; only its checksum tells that it is one.
  @discardableResult
  private func takeLast(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into events: inout [DeviceEvent]
  ) -> Bool {
    var at = end
    while at > start {
      at -= 1
      guard at.pointee == UInt8(ascii: "$") || at.pointee == UInt8(ascii: "!") else { continue }
      let (sentence, check) = NMEASentence.read(at + 1, end)
      guard case .good = check else { return false }
      if at.pointee == UInt8(ascii: "$") { take(sentence, into: &events) } else { otherCount += 1 }
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
      skips.count("checksum", "\(context.name):\(line): has no checksum behind its * (expected two digits)")
    case .bad(let said, let found):
      skips.count(
        "checksum",
        "\(context.name):\(line): checksum is \(NMEADecoder.hexadecimal(said)) (expected \(NMEADecoder.hexadecimal(found)))"
      )
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private func take(_ sentence: NMEASentence, into events: inout [DeviceEvent]) {
    goodCount += 1
    read(sentence, into: &events)
  }

  func pass() { otherCount += 1 }
}

// What sentences do to the epoch.
extension NMEADecoder {
  /// A sentence says a time of day: another one ends the epoch.
  @inline(__always)
  func begin(_ time: Int, into events: inout [DeviceEvent]) {
    guard time >= 0, epoch.time != time else { return }
    // What came without a time is of this one, unless it says that there is no position.
    if epoch.time >= 0 || epoch.bad != 0 { end(into: &events) }
    epoch.time = time
  }

  /// The epoch has come to its end.
  func end(into events: inout [DeviceEvent]) {
    cycle.ended(with: epoch.last)
    deliver(into: &events)
    restart()
  }

  private func restart() {
    epoch = NMEAEpoch()
    isDelivered = false
  }

  /// A sentence has been read to its end: live, it may be the last of its round.
  @inline(__always)
  func noted(_ kind: NMEAEpoch.Kind, isGood: Bool?, into events: inout [DeviceEvent]) {
    epoch.note(kind, isGood: isGood, talker: talker)
    if let tagTime { epoch.tagTime = tagTime }
    if arrival != nil, cycle.isEnd(epoch.last) { deliver(into: &events) }
  }

  /// The day of a sentence that may be of another moment than the epoch.
  func note(day: Int, _ time: Int) {
    if epoch.time == time { epoch.day = day } else { _ = dates.time(time, day: day) }
  }

  /// Days since 1970; nil, and counted, for what is no date.
  func number(of year: Int, _ month: Int, _ day: Int) -> Int? {
    if lastDate.day != day || lastDate.month != month || lastDate.year != year {
      lastDate = (year, month, day, NMEADates.day(year: year, month: month, day: day))
    }
    if lastDate.number == nil { broken("\(year)-\(month)-\(day) is no date") }
    return lastDate.number
  }

  func broken(_ what: @autoclosure () -> String) {
    skips.count("broken field", "\(context.name):\(line): \(what())")
  }

  /// Delivers a reading of a compass: at once live, else with the epoch.
  func add(_ reading: HeadingReading, into events: inout [DeviceEvent]) {
    if let arrival {
      let time = measured(arrival)
      return append(.heading(completed(reading, time)), time, into: &events)
    }
    if headings.count == NMEADecoder.headingLimit {
      deliverHeadings(lastTime, into: &events)
      if !headings.isEmpty { headings.removeFirst() }
    }
    headings.append(reading)
  }

  /// When something without a time of its own was measured that came at `arrival`: then, or as long after the last fix
  /// as it came where the receiver's clock is another, as in a log that somebody sends again.
  private func measured(_ arrival: TimeInterval) -> TimeInterval {
    guard let lastFix, abs(lastFix.timestamp - lastFix.arrival) > NMEADecoder.otherClock else {
      return arrival
    }
    return lastFix.timestamp + max(0, arrival - lastFix.arrival)
  }

  /// A reading against true north as one against magnetic north, and the other way round.
  ///
  /// Where no sentence says the variation it is that of the magnetic model at the last place.
  private func completed(_ reading: HeadingReading, _ time: TimeInterval) -> HeadingReading {
    var reading = reading
    var east = variation
    if east.isNaN, reading.magneticHeading.isNaN, let lastPlace {
      let year = NSDate(timeIntervalSince1970: time).decimalYear
      let field = WorldMagneticModel.field(at: lastPlace, altitude: 0, year: year)
      // To a millionth of a degree: the last bits of a sine are not the same on all machines.
      east = (field.declination * 1e6).rounded() / 1e6
    }
    guard !east.isNaN else { return reading }
    if reading.magneticHeading.isNaN {
      reading.magneticHeading = NMEADecoder.turned(reading.trueHeading - east)
    }
    if reading.trueHeading.isNaN, !variation.isNaN {
      reading.trueHeading = NMEADecoder.turned(reading.magneticHeading + east)
    }
    return reading
  }

  static func turned(_ degrees: Double) -> Double {
    degrees < 0 ? degrees + 360 : degrees >= 360 ? degrees - 360 : degrees
  }
}

// What an epoch becomes.
extension NMEADecoder {
  var patience: TimeInterval? {
    arrival != nil && !epoch.isEmpty && !isDelivered ? NMEADecoder.pause : nil
  }

  func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent]) {
    self.arrival = arrival
    deliver(into: &events)
    // A live epoch may go on after a pause, and is not told of again then.
    guard arrival == nil else { return }
    restart()
    release(into: &events, until: nil)
    if !headings.isEmpty {
      skips.count(
        "no time", by: headings.count,
        "\(context.name):\(line): headings come without a time (expected ZDA or a fix)")
      headings = []
    }
  }

  var notes: [String] {
    isUndated
      ? [
        "\(context.name): no sentence has a date (days are counted from that of --start, else from 1970-01-01)"
      ] : []
  }

  /// Delivers what the epoch says, once.
  private func deliver(into events: inout [DeviceEvent]) {
    guard !isDelivered, !epoch.isEmpty || !headings.isEmpty else { return }
    isDelivered = !epoch.isEmpty
    if epoch.time < 0 { return deliverUntimed(into: &events) }
    if !epoch.hasPosition || epoch.isLost {
      if epoch.isLost { lose(into: &events) }
      return deliverHeadings(epoch.isLost ? lastTime : time(of: epoch), into: &events)
    }
    guard let time = time(of: epoch) else {
      // Times of the day only: they wait for a date.
      return hold(into: &events)
    }
    release(into: &events, until: time)
    deliverFix(time, into: &events)
  }

  private func deliverFix(_ time: TimeInterval, into events: inout [DeviceEvent]) {
    isLost = false
    lostCount = 0
    lastTalker = epoch.talkers.good
    let now = epoch.attributes(precision)
    if attributes != now, !now.isEmpty {
      attributes = now
      append(
        .message(DeviceMessage(.attributes, form: "nmea", json: now.json)), time, into: &events)
    }
    lastPlace = epoch.coordinate
    if let arrival { lastFix = (time, arrival) }
    append(.location(epoch.fix(precision, context.options)), time, into: &events)
    deliverHeadings(time, into: &events)
  }

  private func deliverHeadings(_ time: TimeInterval?, into events: inout [DeviceEvent]) {
    guard !headings.isEmpty else { return }
    guard let time else { return }
    for reading in headings { append(.heading(completed(reading, time)), time, into: &events) }
    headings.removeAll(keepingCapacity: true)
  }

  /// A position that no sentence gives a time to: now, or as options fill times in.
  private func deliverUntimed(into events: inout [DeviceEvent]) {
    defer { restart() }
    guard epoch.hasPosition, !epoch.isLost else {
      if epoch.isLost { lose(into: &events) }
      return
    }
    if let time = arrival ?? times.time(epoch.coordinate, device) { return deliverFix(time, into: &events) }
    skips.count("no time", "\(context.name):\(line): no sentence has a time (\(MissingTimes.help))")
  }

  /// Tells once that there is no position any more.
  private func lose(into events: inout [DeviceEvent]) {
    lostCount += 1
    // Another receiver beside the one that has a position, unless that is silent.
    guard lastTalker == 0 || epoch.talkers.bad == lastTalker || lostCount >= 3 else { return }
    precision = NMEAPrecision()
    guard !isLost else { return }
    // A clock without satellites may be off: its time counts only shortly behind the last good one.
    var time = arrival.map { measured($0) } ?? lastTime
    if let last = lastTime, epoch.time >= 0 {
      var copy = dates
      if let own = copy.time(epoch.time, day: nil), own >= last, own < last + 3600 { time = own }
    }
    guard let time else { return }
    isLost = true
    let error = DeviceEvent.Payload.error(code: CLError.locationUnknown.rawValue)
    if undated.isEmpty { append(error, time, into: &events) } else { append(error, time, into: &undated) }
  }

  /// Seconds since 1970 of an epoch; nil before there is a date.
  private func time(of epoch: NMEAEpoch) -> TimeInterval? {
    var day = epoch.day
    if day == nil, dates.today == nil || epoch.tagTime != nil, let near = epoch.tagTime ?? arrival {
      day = NMEADates.day(of: epoch.time, near: near)
    }
    let time = dates.time(epoch.time, day: day)
    guard let arrival, let time else { return time }
    return NMEADates.rolledOver(time, near: arrival)
  }

  @inline(__always)
  private func append(_ payload: DeviceEvent.Payload, _ time: TimeInterval, into events: inout [DeviceEvent])
  {
    lastTime = time
    events.append(DeviceEvent(time: arrival ?? time, timestamp: time, device: device, payload: payload))
  }
}

// Before the first date.
extension NMEADecoder {
  private func hold(into events: inout [DeviceEvent]) {
    // Days are counted from 1970 until one is known.
    var day = 0
    if let last = undated.last {
      day = Int(last.time / 86_400)
      if TimeInterval(epoch.time) / 1e6 + TimeInterval(day) * 86_400 < last.time - 43_200 { day += 1 }
    }
    deliverFix(TimeInterval(day) * 86_400 + TimeInterval(epoch.time) / 1e6, into: &undated)
    if undated.count >= NMEADecoder.undatedLimit { release(into: &events, until: nil) }
  }

  /// Delivers what waited for a date: the next time is `time`; nil where none has come.
  private func release(into events: inout [DeviceEvent], until time: TimeInterval?) {
    guard let last = undated.last else { return }
    var shift: TimeInterval
    if let time {
      // The last of them is less than half a day away.
      shift = ((time - last.time) / 86_400).rounded() * 86_400
    } else {
      shift = ((context.options.start ?? 0) / 86_400).rounded(.down) * 86_400
      // What comes goes on from there.
      let micro = (last.time - (last.time / 86_400).rounded(.down) * 86_400) * 1e6
      _ = dates.time(Int(micro.rounded()), day: Int((last.time + shift) / 86_400))
      isUndated = true
    }
    for var event in undated {
      event.time += shift
      event.timestamp += shift
      events.append(event)
    }
    lastTime = last.time + shift
    undated = []
  }
}
