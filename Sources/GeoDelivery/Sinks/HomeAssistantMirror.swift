package import Geo
import GeoFeeds
import GeoLua
import Glibc
import Synchronization

/// Shows Home Assistant where devices are and which regions they are in.
///
/// It is a mirror, not a queue: of each entity it publishes the newest value, and all of them again after each connect
/// and when Home Assistant has started. Workers tell it of devices; its own thread publishes.
///
/// - Source: HO-90.
package final class HomeAssistantMirror: Sendable {
  /// The most entities with one for each device and region.
  static let mostEntities = 500

  /// What is known of a device.
  private struct Subject: Sendable, Equatable {
    var attributes: String?
    var regions: Set<String> = []
    var inside: Set<String> = []
  }

  private struct State: Sendable {
    var subjects: [String: Subject] = [:]
    /// The regions of each device, by set.
    var sets: [String: RegionSet] = [:]
    var changed: Set<String> = []
    /// Whether everything is to be published again.
    var isFresh = true
    var isStopped = false
  }

  private let address: HomeAssistantAddress
  private let publisher: MQTTPublisher
  private let state: Monitor<State>
  private let warn: @Sendable (String) -> Void
  private let thread = Mutex<WorkerThread<Void>?>(nil)
  /// The file that keeps what was published, so that what is gone can be removed; nil without `--state`.
  private let file: String?

  /// - Parameter folder: the state directory; nil for none.
  /// - Errors: ``GeoError`` of the broker's address.
  package init(
    _ address: HomeAssistantAddress, folder: String?, warn: @escaping @Sendable (String) -> Void
  ) throws(GeoError) {
    self.address = address
    self.warn = warn
    file = folder.map { "\($0)/homeassistant-\(address.base).json" }
    var state = State()
    if let file, let known = try? JSONParser.parse(TextFile.read(file)), case .object(let devices) = known {
      for (device, regions) in devices {
        guard case .array(let names) = regions else { continue }
        state.subjects[device] = Subject(regions: Set(names.compactMap(\.text)))
      }
    }
    let shared = Monitor(state)
    self.state = shared
    publisher = try MQTTPublisher(
      try address.broker(role: "mirror"),
      MQTTPublisher.Listener(
        topic: "\(address.prefix)/status", onConnect: { shared.update { $0.isFresh = true } },
        onMessage: { payload in
          if payload == Array("online".utf8) { shared.update { $0.isFresh = true } }
        }))
  }

  package func start() { thread.withLock { $0 = WorkerThread { [self] in run() } } }

  /// Publishes what is left, says goodbye, and keeps what was published.
  package func close() {
    state.update { $0.isStopped = true }
    let isDone = thread.withLock { $0?.hasEnded(within: 5) } ?? true
    publisher.close()
    guard isDone, let file else { return }
    let devices = state.read { $0.subjects }.sorted { $0.key < $1.key }
    let json = JSONValue.object(
      devices.map { ($0.key, .array($0.value.regions.sorted().map { .string($0) })) })
    do throws(GeoError) { try AtomicFile.write(Array(json.description.utf8), to: file) } catch {
      warn("\(error)")
    }
  }

  /// Takes what has become of a device; any thread.
  package func update(_ device: Device, _ privacy: PrivacyZones?) {
    let attributes = device.location.map {
      HomeAssistantMirror.attributes($0, privacy?.zone(at: $0.coordinate)).description
    }
    let inside = Set(device.insideRegions.map(\.identifier))
    let set = device.monitoredSet
    let name = device.name
    let isOld = state.read { state in
      state.sets[name] == set && state.subjects[name]?.attributes == attributes
        && state.subjects[name]?.inside == inside
    }
    guard !isOld else { return }
    state.update { state in
      var subject = state.subjects[name] ?? Subject()
      subject.attributes = attributes
      subject.inside = inside
      if state.sets[name] != set {
        state.sets[name] = set
        subject.regions = Set(
          set.regions.lazy.map(\.identifier).filter { !$0.hasPrefix(ProximityWatch.prefix) })
      }
      state.subjects[name] = subject
      state.changed.insert(name)
    }
  }

  /// The attributes of a device's tracker; in a zone its name and the time alone.
  ///
  /// - Source: home-assistant.io/integrations/device_tracker.mqtt: `gps_accuracy` is in meters.
  static func attributes(_ location: CLLocation, _ zone: PrivacyZones.Zone?) -> JSONValue {
    let time = JSONValue.string(ISO8601.format(location.timestamp.timeIntervalSince1970))
    if let zone { return .object([("zone", .string(zone.name)), ("time", time)]) }
    var members: [(name: String, value: JSONValue)] = [
      ("latitude", .number(location.coordinate.latitude)),
      ("longitude", .number(location.coordinate.longitude)),
      ("gps_accuracy", .number(max(0, location.horizontalAccuracy))),
      ("time", time),
    ]
    if location.verticalAccuracy > 0 { members.append(("altitude", .number(location.altitude))) }
    if location.speed >= 0 { members.append(("speed", .number(location.speed))) }
    if location.course >= 0 { members.append(("course", .number(location.course))) }
    return .object(members)
  }

  // MARK: The thread

  /// What the broker has, by topic.
  private struct Published {
    var configs: Set<HomeAssistantEntity> = []
    var values: [String: String] = [:]
    var isCut = false
    var backoff = 1.0
  }

  private func run() {
    var published = Published()
    // What an earlier run has left there.
    for (device, subject) in state.read({ $0.subjects }) {
      for region in subject.regions {
        published.configs.insert(.init(kind: .occupancy(region: region), device: device))
      }
      published.configs.formUnion(subject.regions.map { .init(kind: .count(region: $0)) })
      published.configs.insert(.init(kind: .tracker, device: device))
    }
    while true {
      let (subjects, isFresh, isStopped) = state.update(when: {
        $0.isFresh || $0.isStopped || !$0.changed.isEmpty
      }) {
        state in
        defer { (state.changed, state.isFresh) = ([], false) }
        return (state.subjects, state.isFresh, state.isStopped)
      }
      if !subjects.isEmpty, !publish(subjects, &published, isFresh: isFresh, isStopped: isStopped) {
        guard !isStopped else { return }
        let end = monotonicSeconds() + published.backoff
        published.backoff = min(60, published.backoff * 2)
        state.update(when: { $0.isStopped }, until: end) { $0.isFresh = true }
        continue
      }
      published.backoff = 1
      if isStopped { return }
    }
  }

  /// Publishes what differs from what the broker has; false if it could not be reached.
  private func publish(
    _ subjects: [String: Subject], _ published: inout Published, isFresh: Bool, isStopped: Bool
  ) -> Bool {
    let (values, isCut) = HomeAssistantMirror.values(subjects)
    if isCut, !published.isCut {
      warn(
        "\(address.label): more than \(HomeAssistantMirror.mostEntities) entities: only trackers and counts are shown"
      )
    }
    published.isCut = isCut
    func send(_ topic: String, _ text: String) -> Bool {
      let end = monotonicSeconds() + (isStopped ? 2 : 30)
      let outcome = publisher.publish(.init(topic, text, isRetained: true)) { monotonicSeconds() > end }
      if case .failed(let reason, let isFinal) = outcome, published.backoff == 2 || isFinal {
        warn("\(address.label): \(reason)")
      }
      return outcome == .acknowledged
    }
    for entity in published.configs.subtracting(values.keys) {
      // An empty retained message removes it.
      guard send(entity.configTopic(address), ""), send(entity.valueTopic(address), "") else { return false }
      published.configs.remove(entity)
      published.values[entity.valueTopic(address)] = nil
    }
    for (entity, value) in values.sorted(by: { $0.key.configTopic(address) < $1.key.configTopic(address) }) {
      let topic = entity.valueTopic(address)
      let isNew = isFresh || published.values[topic] == nil
      if isNew, !send(entity.configTopic(address), entity.config(address).description) { return false }
      published.configs.insert(entity)
      guard let value, isNew || published.values[topic] != value else { continue }
      guard send(topic, value) else { return false }
      published.values[topic] = value
    }
    return true
  }

  /// The entities with their values; nil for one without a value yet.
  private static func values(
    _ subjects: [String: Subject]
  ) -> (values: [HomeAssistantEntity: String?], isCut: Bool) {
    var values: [HomeAssistantEntity: String?] = [:]
    var counts: [String: Int] = [:]
    let pairs = subjects.values.reduce(0) { $0 + $1.regions.count }
    for (name, subject) in subjects {
      values[.init(kind: .tracker, device: name)] = .some(subject.attributes)
      for region in subject.regions { counts[region, default: 0] += subject.inside.contains(region) ? 1 : 0 }
    }
    for (region, count) in counts { values[.init(kind: .count(region: region))] = "\(count)" }
    guard values.count + pairs <= mostEntities else { return (values, true) }
    for (name, subject) in subjects {
      for region in subject.regions {
        // Before its first fix in this run nobody knows.
        let value = subject.attributes == nil ? nil : subject.inside.contains(region) ? "ON" : "OFF"
        values[.init(kind: .occupancy(region: region), device: name)] = .some(value)
      }
    }
    return (values, false)
  }
}
