package import Geo

/// An export of Google's Timeline as events: positions as fixes; the activity, the place and the source of a position
/// as attributes.
///
/// - Shapes: Takeout's `Records.json` and «Semantic Location History», and what phones export since 2024, Android's
///   object and iOS's array. Where segments overlap, their positions are put in order of their times. Raw signals are
///   used only in a file without segments.
/// - Source: HO-63.
/// - Memory: one element and the positions of the segments that overlap it, however long the file is.
/// - Errors: unusable elements are counted; ``GeoError`` (`data`) if nothing in it could be used, and for records from
///   the newest to the oldest.
package final class TimelineSource: EventSource {
  package let name: String
  package private(set) var skips = SkipCounts()
  package var form: String { "Timeline" }
  package var fraction: Double? { stream.fraction }

  private let stream: ByteStream
  private let elements: JSONElements
  private let options: FeedOptions
  private let directory: DeviceDirectory
  private let fileName: String
  /// The array whose elements are used.
  private var member: String?
  private var held: [TimelinePoint] = []
  private var attributes: [DeviceID: String] = [:]
  private var unknownActivities: [(name: String, count: Int, place: String)] = []
  private var unused: [(member: String, count: Int)] = []
  private var lastStart = -TimeInterval.infinity
  private var (steps, backSteps) = (0, 0)
  private var fixCount = 0
  private var skip = EventsToSkip()
  private var count = 0

  private static let expected =
    TimelineElement.members.filter { !$0.isEmpty }.joined(separator: ", ") + ", or an array of segments"
  /// Elements to read at once.
  private static let batchSize = 512
  /// So many records tell whether a file begins with the newest.
  private static let orderSample = 100

  package init(_ stream: ByteStream, device: String, directory: DeviceDirectory, options: FeedOptions) {
    self.stream = stream
    self.options = options
    self.directory = directory
    name = stream.name
    fileName = device
    elements = JSONElements(stream)
  }

  package var notes: [String] {
    unused.map {
      "\(name): its \($0.member) are not used (\($0.count)), since its \(member ?? "") come first"
    }
      + unknownActivities.map {
        "\($0.place): the activity \"\(excerpt($0.name))\" is not known (\($0.count)); your script gets it as it is"
      }
  }

  package var positions: [SourcePosition] {
    name == "-" ? [] : [SourcePosition(source: name, events: count)]
  }

  package var isShort: Bool { skip.count > 0 }

  package func resume(at position: SourcePosition) {
    count = position.events
    skip.skip(position.events)
  }

  package func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    let first = batch.count
    var goesOn = true
    for _ in 0..<Self.batchSize {
      guard let element = try elements.next() else {
        goesOn = false
        break
      }
      try take(element, into: &batch)
    }
    if !goesOn { deliver(until: .infinity, into: &batch) }
    options.trim(&batch, from: first)
    count += max(0, batch.count - first - skip.count)
    skip.drop(&batch, from: first)
    if !goesOn { try finish() }
    return goesOn
  }

  private func finish() throws(GeoError) {
    if let fault = elements.fault {
      guard fixCount > 0 else { throw GeoError(.data, fault, at: name) }
      skips.count("input cut short", "\(name): \(fault); fixes used before it: \(fixCount)")
    } else if fixCount == 0 {
      throw GeoError(.data, lack, at: name)
    }
  }

  /// Why a file has given no fix.
  private var lack: String {
    if let first = skips.kinds.first { return "contains no position; first: \(first.entry.first)" }
    if member != nil { return "is an export of Google's Timeline, but none of its elements has a position" }
    let empty = TimelineElement.members.filter { !$0.isEmpty && elements.arrays.contains($0) }
    if !empty.isEmpty {
      return "is an empty export of Google's Timeline: its \(empty.joined(separator: " and ")) hold nothing"
    }
    return "is not an export of Google's Timeline with positions (expected \(Self.expected))"
  }

  private func take(_ element: JSONElements.Element, into batch: inout [DeviceEvent]) throws(GeoError) {
    guard TimelineElement.members.contains(element.member) else { return }
    let member = self.member ?? element.member
    self.member = member
    guard element.member == member else { return countUnused(element.member) }
    let place = "\(name): element \(element.number)\(member.isEmpty ? "" : " of \(member)"):"
    let value: JSONValue
    do throws(GeoError) { value = try JSONParser.parse(element.text) } catch {
      return skips.count("JSON", "\(place) \(error.message)")
    }
    let read = TimelineElement(value, of: member)
    for fault in read.faults { skips.count(fault.kind, "\(place) \(fault.message)") }
    if let name = read.unknownActivity { count(name, at: String(place.dropLast())) }
    guard !read.points.isEmpty else { return }
    let start = min(read.start.isNaN ? .infinity : read.start, read.points.map(\.time).min() ?? .infinity)
    try checkOrder(start)
    deliver(until: start, into: &batch)
    held += read.points
  }

  /// Old exports have the newest record first, which no stream can turn around.
  private func checkOrder(_ start: TimeInterval) throws(GeoError) {
    if steps < Self.orderSample {
      steps += 1
      if start < lastStart { backSteps += 1 }
      if backSteps > Self.orderSample / 2 {
        throw GeoError(
          .data,
          "begins with the newest position: turn it around first, for example with jq -c '.\(member ?? "") |= reverse'",
          at: name)
      }
    }
    lastStart = start
  }

  private func countUnused(_ member: String) {
    if let index = unused.firstIndex(where: { $0.member == member }) {
      unused[index].count += 1
    } else {
      unused.append((member, 1))
    }
  }

  private func count(_ activity: String, at place: String) {
    if let index = unknownActivities.firstIndex(where: { $0.name == activity }) {
      unknownActivities[index].count += 1
    } else if unknownActivities.count < 20 {
      unknownActivities.append((activity, 1, place))
    }
  }

  /// Delivers the held positions before `time`, which no later segment can precede.
  private func deliver(until time: TimeInterval, into batch: inout [DeviceEvent]) {
    guard held.contains(where: { $0.time < time }) else { return }
    let due = held.enumerated().filter { $0.element.time < time }
    held.removeAll { $0.time < time }
    for (_, point) in due.sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }) {
      deliver(point, into: &batch)
    }
  }

  private func deliver(_ point: TimelinePoint, into batch: inout [DeviceEvent]) {
    let device = self.device(of: point)
    func append(_ payload: DeviceEvent.Payload) {
      batch.append(DeviceEvent(time: point.time, timestamp: point.time, device: device, payload: payload))
    }
    if !point.attributes.isEmpty {
      let json = JSONValue.object(point.attributes).description
      if attributes[device] != json {
        attributes[device] = json
        append(.message(DeviceMessage(.attributes, form: "timeline", json: json)))
      }
    }
    let accuracy = point.accuracy.isNaN ? options.horizontalAccuracy : point.accuracy
    append(
      .location(
        Fix(
          coordinate: point.place, horizontalAccuracy: accuracy, altitude: point.altitude,
          verticalAccuracy: point.verticalAccuracy, speed: point.speed, course: point.course)))
    fixCount += 1
  }

  /// The file, or with `--device-by track` each phone of the account.
  private func device(of point: TimelinePoint) -> DeviceID {
    guard options.deviceBy == .track,
      let tag = point.attributes.first(where: { $0.name == "deviceTag" })?.value
    else {
      return directory.id(of: fileName)
    }
    return directory.id(of: "\(fileName)-\(tag.text ?? tag.description)")
  }
}
