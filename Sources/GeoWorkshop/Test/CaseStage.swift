import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua
import Glibc
import LuaBridge

/// One test in one world: plays the events that the test hands in, and looks at what the script does.
final class CaseStage: TestStage {
  /// What the script did, and whether an expectation has used it up.
  struct Entry {
    let record: ScriptRecord
    var isUsed = false
  }

  let file: TestFile
  let run: SteppedRun
  let options: TestOptions
  /// The file that the run draws into; nil where no test of the file expects pictures.
  let picture: String?
  private let distortion: Distortion
  private let isOver: @Sendable () -> Bool
  private let place: () -> String
  private let tracks: TrackCache
  /// The column or member that says the group of a device.
  let groupField: String?

  /// The time that the test has reached; nil before its first event.
  private(set) var now: TimeInterval?
  /// The moment from which `at` counts: where the clock stood before it last moved between expectations.
  private(set) var mark: TimeInterval
  private var isMarked = false
  /// The device that events without a name belong to; the first event's.
  private(set) var mainDevice: String?
  /// When each device last had an event.
  private var last: [String: TimeInterval] = [:]
  private var sourceCount = 0
  var answers: [GeocodeRehearsal] = []

  var entries: [Entry] = []
  /// The last records, for the report of a failure.
  private(set) var history: [ScriptRecord] = []
  /// How many expectations held.
  var held = 0
  /// The first expectation that did not, even if the test has caught its error.
  private(set) var failure: TestFailure?

  /// - Parameters:
  ///   - isOver: whether the case has taken too long.
  ///   - place: where the test file calls from.
  /// - Errors: ``GeoError`` of the script and of what it needs.
  init(
    _ file: TestFile, _ runOptions: RunOptions, _ options: TestOptions, distortion: Distortion,
    tracks: TrackCache,
    isOver: @escaping @Sendable () -> Bool, place: @escaping () -> String
  ) throws(GeoError) {
    (self.file, self.options, self.distortion, self.tracks) = (file, options, distortion, tracks)
    (self.isOver, self.place) = (isOver, place)
    groupField = try runOptions.groupBy.flatMap { (words) throws(GeoError) in try Grouping(words).field }
    picture = runOptions.pictures == nil ? nil : CasePlan.picture(of: file)
    mark = TestOptions.usualStart - TimeInterval(file.timeZone.offset(at: TestOptions.usualStart))
    run = try SteppedRun(runOptions, isOver: isOver)
    run.answerGeocoders { [unowned self] in answer($0) }
  }

  func perform(_ verb: TestVerb, _ arguments: [JSONValue], on device: String?) throws {
    try requireTime()
    do {
      if verb.rawValue.hasPrefix("expect") {
        run.settle()
        collect()
        isMarked = false
        try expect(verb, arguments, on: device)
        held += 1
      } else {
        try play(verb, arguments, on: device)
        try requireTime()
      }
    } catch var failure as TestFailure {
      failure.line = TestSheet.line(of: place())
      self.failure = self.failure ?? failure
      throw LuaMessage(failure.message)
    } catch let error as GeoError {
      let label = "run:\(verb.rawValue)"
      // The address of a simulation is not the author's.
      let text = error.place?.hasPrefix("sim:") == true ? error.message : "\(error)"
      throw LuaMessage(text.hasPrefix(label) ? text : "\(label): \(text)")
    }
  }

  private func requireTime() throws {
    guard isOver() else { return }
    var late = TestFailure(
      message: "the test has not ended after \(Int(options.timeLimit)) s of computing (--timeout)")
    late.isError = true
    late.line = TestSheet.line(of: place())
    failure = failure ?? late
    throw LuaMessage(late.message)
  }

  /// Takes what the script did since the last call.
  func collect() {
    let (records, lost) = run.takeRecords()
    for record in records {
      switch record.content {
      case .alert, .message, .failure, .call, .prompt, .print: entries.append(Entry(record: record))
      default: break
      }
    }
    if lost > 0, failure == nil {
      failure = TestFailure(
        message: "the script did more than a test can keep: \(grouped(lost)) records are lost")
    }
    history += records
    if history.count > 2 * CaseStage.mostHistory {
      history.removeFirst(history.count - CaseStage.mostHistory)
    }
  }

  private static let mostHistory = 400

  // MARK: Time

  /// The date at which a clock begins that no event sets.
  var usualStart: TimeInterval {
    TestOptions.usualStart - TimeInterval(file.timeZone.offset(at: TestOptions.usualStart))
  }

  /// The name of a device; the main one for nil.
  func name(of device: String?) -> String { device ?? mainDevice ?? "default" }

  /// When the next event of a device comes that gives no time: now, or a second after its last one.
  func nextTime(of device: String) -> TimeInterval {
    let now = now ?? usualStart
    guard let last = last[device] else { return now }
    return max(now, last + 1)
  }

  /// Marks where the clock stands before it moves.
  private func moves() {
    guard !isMarked, let now else { return }
    mark = now
    isMarked = true
  }

  /// Moves all clocks.
  ///
  /// - Errors: ``LuaMessage`` for a group without a device.
  func wait(_ seconds: TimeInterval) throws {
    if now == nil {
      guard !run.hasGroups else {
        throw LuaMessage("run:wait: a group script needs devices: play an event first, such as run:fix")
      }
      let start = usualStart
      run.start(at: start)
      begin(at: start)
      mainDevice = mainDevice ?? "default"
    }
    moves()
    run.settle()
    let time = (now ?? usualStart) + seconds
    run.advance(to: time)
    now = time
  }

  /// - Errors: as ``wait(_:)``.
  func finish() throws {
    let time = now ?? usualStart
    if now == nil { try wait(0) }
    run.settle()
    run.finish(at: time)
  }

  private func begin(at time: TimeInterval) {
    now = time
    mark = time
    isMarked = true
  }

  // MARK: Events

  /// Plays events in order.
  ///
  /// - Parameter what: names them in errors.
  /// - Errors: ``LuaMessage`` for events before the device's last one.
  func play(_ events: [DeviceEvent], _ what: String) throws {
    guard let first = events.first else { throw LuaMessage("\(what) has no event") }
    for event in events {
      let device = run.directory.name(of: event.device)
      if mainDevice == nil { mainDevice = device }
      guard let last = last[device], event.time < last else { continue }
      throw LuaMessage(
        "\(what) has an event of \(text(of: event.time)), before the last one of \(device) at \(text(of: last)): "
          + "play it first, or on another device: run:device(\"name\")")
    }
    if now == nil { begin(at: first.time) } else { moves() }
    for event in events {
      let device = run.directory.name(of: event.device)
      last[device] = max(last[device] ?? event.time, event.time)
    }
    sourceCount += 1
    let played = try distortion.applied(to: events, source: sourceCount, in: run.directory)
    for start in stride(from: 0, to: played.count, by: CaseStage.chunk) {
      run.handle(Array(played[start..<min(start + CaseStage.chunk, played.count)]))
      try requireTime()
    }
    now = max(now ?? first.time, last.values.max() ?? first.time)
  }

  /// The events between two looks at the time.
  private static let chunk = 1000

  func events(of sources: [String], device: String?, options: FeedOptions) throws(GeoError) -> [DeviceEvent] {
    try tracks.events(of: sources, device: device, options: options, in: run.directory)
  }

  /// A time on the clocks of the tests' zone.
  func text(of time: TimeInterval) -> String { ISO8601.format(time, in: file.timeZone) }
}
