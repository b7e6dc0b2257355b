import CommandTesting
import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoLua
import Glibc
import Synchronization

@testable import GeoHost

/// A clock that stands until a test moves it.
final class FakeClock: Sendable {
  private let time: Mutex<TimeInterval>

  init(_ start: TimeInterval) { time = Mutex(start) }

  var now: TimeInterval { time.withLock { $0 } }

  func move(to now: TimeInterval) { time.withLock { $0 = now } }
}

/// A live source with events of a test, on its own thread.
final class FakeSource: LiveSource {
  let name: String
  private let directory: DeviceDirectory
  private let body: @Sendable (FakeSource, LiveInbox) -> Void
  private let thread = Mutex<WorkerThread<Void>?>(nil)
  private let sent = Mutex<[OutgoingMessage]>([])
  /// Whether ``stop()`` was called.
  let isStopped = AtomicFlag()

  init(
    _ name: String, _ directory: DeviceDirectory, _ body: @escaping @Sendable (FakeSource, LiveInbox) -> Void
  ) {
    (self.name, self.directory, self.body) = (name, directory, body)
  }

  func start(_ inbox: LiveInbox) throws(GeoError) {
    let made = WorkerThread<Void> { [self] in body(self, inbox) }
    thread.withLock { $0 = made }
  }

  func stop() {
    isStopped.set()
    _ = thread.withLock { $0 }?.join()
  }

  func send(_ message: OutgoingMessage) -> Bool {
    sent.withLock { $0.append(message) }
    return true
  }

  var sentMessages: [OutgoingMessage] { sent.withLock { $0 } }

  var skips: SkipCounts { SkipCounts() }
  var isConnected: Bool { !isStopped.isSet }

  func message(
    _ kind: DeviceMessage.Kind, _ json: String, at time: TimeInterval, of device: String = "phone"
  ) -> DeviceEvent {
    DeviceEvent(
      time: time, timestamp: time, device: self.device(device),
      payload: .message(DeviceMessage(kind, form: "owntracks", type: "cmd", json: json)))
  }

  func device(_ name: String) -> DeviceID { directory.id(of: name) }

  /// A fix that was measured when it came, or `timestamp`.
  func fix(
    _ latitude: Double, _ longitude: Double, at time: TimeInterval, measured timestamp: TimeInterval? = nil,
    of device: String = "phone"
  ) -> DeviceEvent {
    let fix = Fix(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), horizontalAccuracy: 5)
    return DeviceEvent(
      time: time, timestamp: timestamp ?? time, device: self.device(device), payload: .location(fix))
  }
}

extension LiveInbox {
  /// Adds events without an acknowledgment, and waits until they are handled.
  func deliverUnacknowledged(_ events: [DeviceEvent]) {
    _ = add(LiveBatch(events))
    deliver([])
  }

  /// Adds events and waits until they are handled and kept.
  @discardableResult
  func deliver(_ events: [DeviceEvent]) -> LiveOutcome {
    let wakeSignal = WakeSignal()
    let outcome = Mutex(LiveOutcome.refused)
    let isIn = add(
      LiveBatch(events) { result in
        outcome.withLock { $0 = result }
        wakeSignal.signal()
      })
    if isIn { wakeSignal.wait() }
    return outcome.withLock { $0 }
  }
}

/// A run of a script on fake sources, on a fake clock.
struct LiveRig {
  let command: Command
  let clock: FakeClock
  var options: RunOptions

  /// - Parameter words: changes the options.
  init(_ script: String, at start: TimeInterval = 1000, _ change: (inout RunOptions) -> Void = { _ in })
    throws
  {
    command = try Command(["s.lua": script])
    clock = FakeClock(start)
    options = RunOptions(script: command.path("s.lua"))
    options.sources = ["udp://fake"]
    options.isQuiet = true
    options.alerts = [.ndjson(path: command.path("out"))]
    change(&options)
  }

  /// The titles of the script's alerts, in order.
  var titles: [String] { LiveRig.titles(in: command.path("out")) }

  static func titles(in path: String) -> [String] {
    let text = (try? TextFile.read(path)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      line.split(separator: "\"title\":\"").dropFirst().first?.split(separator: "\"").first.map(String.init)
    }
  }

  /// Runs to the end; each of `bodies` is a source.
  func run(_ bodies: (@Sendable (FakeSource, LiveInbox) -> Void)...) throws -> Int32 {
    var options = options
    options.sources = bodies.indices.map { "udp://fake:\($0 + 1)" }
    var run = try Run(options)
    let clock = clock
    run.clock = { clock.now }
    run.openLive = { address, directory, _, _ in
      FakeSource(address.name, directory, bodies[(address.port ?? 1) - 1])
    }
    return try run.run()
  }
}
