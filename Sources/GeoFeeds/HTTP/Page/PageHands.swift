public import Geo
public import GeoFormats
import Synchronization

/// What people do on a served page, as a live source: touches, acknowledgements, positions; and the fences they draw.
///
/// - Source: HO-112, HO-113, HO-116.
public final class PageHands: LiveSource {
  public let name = "--page"
  /// Whether touches and acknowledgements are allowed, and positions.
  public let controls: Bool
  public let emulates: Bool

  private struct Parts {
    var inbox: LiveInbox?
    var decoder: IngestDecoder?
  }

  private let parts = Mutex(Parts())
  /// The file that takes what people draw; nil without one.
  public let fences: FenceEditor?
  /// Asks the run to take the file over.
  private let takeOver: @Sendable () -> Void

  /// - Parameter takeOver: called on any thread when the file of fences has changed.
  public init(
    controls: Bool, emulates: Bool, fences: FenceEditor? = nil, takeOver: @escaping @Sendable () -> Void = {}
  ) {
    (self.controls, self.emulates, self.fences, self.takeOver) = (controls, emulates, fences, takeOver)
  }

  /// Connects it with a run, before its start.
  public func open(_ directory: DeviceDirectory, _ options: FeedOptions) {
    let name = name
    parts.withLock { $0.decoder = IngestDecoder(name: name, directory: directory, options: options) }
  }

  public func start(_ inbox: LiveInbox) { parts.withLock { $0.inbox = inbox } }

  public func stop() { parts.withLock { $0.inbox = nil } }

  public var isConnected: Bool { parts.withLock { $0.inbox != nil } }

  public var skips: SkipCounts { parts.withLock { $0.decoder?.allSkips } ?? SkipCounts() }

  /// Seconds that a change waits for room in the run.
  private static let patience = 2.0

  /// Takes lines of the event log; may wait.
  ///
  /// - Returns: the answer, with the time that the lines have in the run.
  func take(_ lines: [UInt8]) -> IngestResponse {
    let (inbox, events, answer) = parts.withLock { parts in
      var events: [DeviceEvent] = []
      guard let inbox = parts.inbox, let decoder = parts.decoder else {
        return (LiveInbox?.none, events, IngestResponse.fault(503, "the run takes nothing now"))
      }
      let request = IngestRequest(.events, isPost: true)
      let answer = lines.withUnsafeBytes { decoder.decode(request, $0, now: inbox.now, into: &events) }
      return (inbox, events, answer)
    }
    guard let inbox, answer.status == 200, let time = events.first?.time else { return answer }
    var taken: [DeviceEvent] = []
    for event in events {
      if let fault = fault(of: event.payload) { return .fault(403, fault) }
      let meant = meant(event)
      guard !meant.isEmpty else { return .fault(409, absence(of: event)) }
      taken += meant
    }
    guard inbox.add(LiveBatch(taken), waiting: PageHands.patience) else {
      return .fault(503, "the run is busy: try again")
    }
    return IngestResponse(200, JSONValue.object([("time", .time(time))]).description)
  }

  /// A person's position is marked, and an acknowledgement goes to each copy on which the alert fires.
  private func meant(_ event: DeviceEvent) -> [DeviceEvent] {
    guard case .message(let message) = event.payload, let told = message.acknowledgement else {
      var event = event
      if case .location = event.payload { event.marks.insert(.simulated) }
      return [event]
    }
    guard let decoder = parts.withLock({ $0.decoder.map { ($0.directory, $0.options.firing) } }) else {
      return []
    }
    let (directory, firing) = decoder
    let device = told.group == nil ? directory.name(of: event.device) : nil
    return firing.copies(firing: told.key, on: device, in: told.group, alert: told.alert)
      .map { told.event(of: $0, in: directory, at: event.time) }
  }

  /// Why an acknowledgement means no alert.
  private func absence(of event: DeviceEvent) -> String {
    guard case .message(let message) = event.payload, let told = message.acknowledgement,
      let decoder = parts.withLock({ $0.decoder.map { ($0.directory, $0.options.firing) } })
    else { return "there is nothing to acknowledge" }
    return decoder.1.absence(of: told, on: told.group ?? decoder.0.name(of: event.device))
  }

  /// Why an event is not taken; nil if it is.
  private func fault(of payload: DeviceEvent.Payload) -> String? {
    switch payload {
    case .location: emulates ? nil : "positions need --emulate"
    case .touch: controls ? nil : "touches need --page-control"
    case .message(let message) where message.kind == .acknowledge:
      controls ? nil : "acknowledgements need --page-control"
    default: "a page sends touches, acknowledgements and positions only"
    }
  }
}

extension PageHands {
  /// Changes the file of fences, or lists it; may wait.
  ///
  /// - Parameter body: an object with a Feature as `save`, or an identifier as `remove`, or neither.
  /// - Returns: the answer, with the regions of the file.
  func takeFence(_ body: [UInt8]) -> IngestResponse {
    guard controls, let fences else {
      return .fault(403, "fences need --page-control and --fences FILE, with GeoJSON in the file")
    }
    let text = String(decoding: body, as: UTF8.self)
    guard let change = try? JSONParser.parse(text), case .object(let named) = change else {
      return .fault(400, "expected an object with save or remove")
    }
    if let fault = PageHands.fault(of: named) { return .fault(400, fault) }
    do throws(GeoError) {
      var members: [(name: String, value: JSONValue)] = []
      var kept: String?
      if let feature = change["save"] {
        let saved = try fences.save(feature)
        members.append(("saved", .string(saved.id)))
        kept = saved.kept
      } else if let id = change["remove"]?.text {
        kept = try fences.remove(id)
        members.append(("removed", .string(id)))
      }
      if let kept { members.append(("kept", .string(kept))) }
      if !members.isEmpty { askForReload() }
      let (features, more) = try fences.regions()
      members += [("regions", .array(features)), ("more", .integer(Int64(more)))]
      return IngestResponse(200, JSONValue.object(members).description)
    } catch {
      return .fault(error.code == .data ? 422 : 500, "\(error)")
    }
  }

  /// Why an object asks for nothing that can be done; nil if it does.
  private static func fault(of members: [(name: String, value: JSONValue)]) -> String? {
    if let name = members.map(\.name).first(where: { !["save", "remove"].contains($0) }) {
      return "expected save or remove, got \"\(name.prefix(100))\""
    }
    if members.contains(where: { $0.name == "remove" && $0.value.text == nil }) {
      return "remove takes the name of a fence"
    }
    return members.count > 1 ? "save and remove are two changes: send one request for each" : nil
  }

  private func askForReload() {
    takeOver()
    parts.withLock { $0.inbox }?.signal()
  }
}
