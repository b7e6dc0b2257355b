package import Geo
import GeoDelivery
import GeoFormats

/// The workers of a run, each with its share of the devices.
///
/// A device stays with one worker, chosen by a hash of its name. Each method here says what every worker
/// does. Workers follow the order of the calls: at once with one job, asynchronously with several.
///
/// Owner: the run, on its own thread.
package final class WorkerPool {
  private let shards: [WorkerShard]
  private let directory: DeviceDirectory
  /// Set by the first failure under `--strict`.
  private let failed: AtomicFlag
  /// Whether events get numbers, for an order that does not depend on the workers.
  private let numbersEvents: Bool
  /// The shard of each device seen so far.
  private var places: [Int] = []
  /// Who is with whom; nil where each device stands for itself.
  private var placing: GroupPlacing?
  /// The number of events handed over.
  private var eventCount = 0
  /// The latest time of them, if alerts may wait for it.
  private(set) var latest = -TimeInterval.infinity
  private let followsTime: Bool

  init(
    _ shards: [WorkerShard], _ directory: DeviceDirectory, failed: AtomicFlag = AtomicFlag(),
    numbersEvents: Bool = false, followsTime: Bool = false
  ) {
    (self.shards, self.directory, self.failed) = (shards, directory, failed)
    (self.numbersEvents, self.followsTime) = (numbersEvents, followsTime)
  }

  /// - Parameter jobs: with 1 the worker works in place, with more each has its own thread.
  /// - Errors: ``LuaError`` when the script does not compile.
  convenience init(_ plan: WorkerPlan, _ output: Output, jobs: Int) throws {
    // A compile error is reported once, here.
    let worker = try Worker(plan, output: output)
    let shards =
      jobs > 1 ? (0..<jobs).map { WorkerShard(plan, output, place: $0) } : [WorkerShard(worker, plan)]
    self.init(
      shards, plan.directory, failed: plan.failed, numbersEvents: plan.saved != nil || !plan.tables.isEmpty,
      followsTime: plan.options.alertRule.isActive)
    placing = GroupPlacing(plan)
  }

  /// The worker that works in place; nil with threads.
  package var workerInPlace: Worker? { shards.first?.workerInPlace }

  /// Whether a callback has failed under `--strict`.
  var hasFailed: Bool { failed.isSet }

  // MARK: How workers are reached

  /// Makes every worker do something, and waits for the answers.
  @discardableResult
  package func each<Answer: Sendable>(_ work: @escaping @Sendable (Worker) -> Answer) -> [Answer] {
    shards.map { $0.ask(work) }.map { $0.wait() }
  }

  /// Makes each worker do something with the `items` of its devices, and waits for the answers.
  @discardableResult
  func each<Item: Sendable, Answer: Sendable>(
    of items: [Item], by device: (Item) -> DeviceID, _ work: @escaping @Sendable (Worker, [Item]) -> Answer
  ) -> [Answer] {
    zip(shards, shares(of: items, by: device))
      .map { shard, share in shard.ask { work($0, share) } }.map { $0.wait() }
  }

  /// The part of `items` for each shard, in order.
  private func shares<Item>(of items: [Item], by device: (Item) -> DeviceID) -> [[Item]] {
    guard shards.count > 1 else { return [items] }
    var shares = [[Item]](repeating: [], count: shards.count)
    for item in items { shares[place(of: device(item))].append(item) }
    return shares
  }

  private func place(of device: DeviceID) -> Int {
    guard shards.count > 1 else { return 0 }
    if let placing { return placing.place(of: device, among: shards.count) }
    let index = Int(device.index)
    while places.count <= index {
      var hash = FNV1a()
      hash.combine(directory.name(of: DeviceID(index: UInt32(places.count))))
      places.append(Int(hash.value % UInt64(shards.count)))
    }
    return places[index]
  }

  // MARK: Events

  func handle(_ events: [DeviceEvent]) {
    if followsTime { for event in events { latest = max(latest, event.time) } }
    eachGrouped(events) { handOver($0, isRepeated: $1) }
  }

  /// Hands over events, in a run with groups with their changes in their places; a change goes to the worker of either
  /// group.
  ///
  /// - Parameter handOver: gets events, and whether the first of them was handed over before.
  private func eachGrouped(_ events: [DeviceEvent], _ handOver: ([DeviceEvent], Bool) -> Void) {
    guard let placing, !events.allSatisfy({ placing.isPlain($0) }) else { return handOver(events, false) }
    var batch: [DeviceEvent] = []
    batch.reserveCapacity(events.count)
    var isRepeated = false
    for event in events {
      let event = placing.addressed(event)
      guard let change = placing.change(by: event) else {
        if !placing.isRepetition(event) { batch.append(event) }
        continue
      }
      let old = placing.concernsBoth(change) ? place(of: event.device) : nil
      if old != nil { batch.append(change) }
      handOver(batch, isRepeated)
      placing.apply(change)
      batch = place(of: event.device) == old ? [] : [change]
      isRepeated = old != nil && !batch.isEmpty
      if event.payload != change.payload { batch.append(event) }
    }
    handOver(batch, isRepeated)
  }

  private func handOver(_ events: [DeviceEvent], isRepeated: Bool = false) {
    guard shards.count > 1 else {
      for shard in shards { shard.send { $0.handle(events) } }
      return
    }
    // The events' numbers in the input.
    var numbers = [[Int]](repeating: [], count: shards.count)
    if numbersEvents {
      if isRepeated { eventCount -= 1 }
      for event in events {
        eventCount += 1
        numbers[place(of: event.device)].append(eventCount)
      }
    }
    for (shard, (share, numbers)) in zip(shards, zip(shares(of: events, by: \.device), numbers))
    where !share.isEmpty {
      shard.send { $0.handle(share, numbers: numbers) }
    }
  }

  /// Paced: the track has reached `time`, and all events before it were handed over.
  func play(to time: TimeInterval) { for shard in shards { shard.send { $0.play(to: time) } } }

  /// Live: handles events that were taken together.
  package func handleLive(_ events: [DeviceEvent]) {
    eachGrouped(events) { events, _ in handOverLive(events) }
  }

  private func handOverLive(_ events: [DeviceEvent]) {
    for (shard, share) in zip(shards, shares(of: events, by: \.device)) where !share.isEmpty {
      shard.send { $0.handleLive(share) }
    }
  }

  /// Live: when ``tick(to:)`` will have something to do, infinity for never.
  package var nextTick: TimeInterval { shards.reduce(.infinity) { min($0, $1.clock.next) } }

  /// Live: advances clocks to `now` on the wall; returns whether anything was due.
  package func tick(to now: TimeInterval) -> Bool {
    var isBusy = false
    for shard in shards where shard.clock.next <= now {
      isBusy = true
      shard.clock.beginTick()
      shard.send { [clock = shard.clock] in
        $0.tick(to: now)
        clock.endTick()
      }
    }
    return isBusy
  }

  /// Live: ends the recording at `time`.
  func recordEnd(at time: TimeInterval) {
    for shard in shards { shard.send { if !$0.hasFailed { $0.recordEnd(at: time) } } }
  }

  /// Waits until everything handed over has been handled and passed to the recorder.
  ///
  /// - Parameter time: live: also releases what came a window's width before this time; infinity for
  ///   everything.
  func drainWindows(to time: TimeInterval?) { each { if let time { $0.openWindows(to: time) } } }

  /// Loads devices of an earlier run that need attention without their own events.
  package func wake(_ waiting: SavedState.Waiting, startsNow: Bool) {
    let devices =
      waiting.devices.map { directory.id(of: $0) } + waiting.groups.map { directory.groupID(of: $0) }
    each(of: devices, by: { $0 }) { $0.wake($1, startsNow: startsNow) }
  }

  /// Waits like ``drainWindows(to:)`` and returns the changes since the last call; only with `--state`.
  func checkpoint() -> WorkerState {
    var state = each { $0.checkpoint() }.reduce(into: WorkerState()) { $0.add($1) }
    state.placements = placing?.takeChanged() ?? []
    return state
  }

  /// Puts devices into the groups that an earlier run left them in.
  package func restore(_ placements: [(device: String, group: String)]) {
    guard placing != nil else { return }
    let groups = Dictionary(
      placements.map { (directory.id(of: $0.device), $0.group) }, uniquingKeysWith: { $1 })
    placing?.restore(groups)
    var numbers = [DeviceID?](repeating: nil, count: directory.count)
    for (device, group) in groups { numbers[Int(device.index)] = directory.groupID(of: group) }
    each { [numbers] in $0.groups = numbers }
  }

  // MARK: The end

  /// Ends the input: advances all clocks to the greatest time, at least to `time`, then calls `onFinish`. A
  /// stop by signal leaves the clocks alone.
  ///
  /// - Parameter stop: how a replayed run left its clocks.
  func finish(isStopped: Bool, atLeast time: TimeInterval, _ stop: RecordedStop) {
    // A failure under --strict may have come after the run last checked.
    let ends: [TimeInterval?] = isStopped ? [nil] : each { $0.hasFailed ? nil : $0.flush() }
    let last = ends.contains(nil) ? nil : ends.compactMap { $0 }.reduce(time, max)
    each { $0.finish(at: last, stop) }
  }

  /// The maps at the end of the run.
  func mapsToDraw() -> [PictureJob] {
    each { $0.mapsToDraw() }.joined().sorted { ($0.device.index, $0.map) < ($1.device.index, $1.map) }
  }

  /// Draws maps at the end; returns the counts of all pictures of the run.
  func draw(_ jobs: [PictureJob]) -> PictureCounts {
    each(of: jobs, by: \.device) { worker, share in
      worker.draw(share)
      return worker.pictureCounts
    }.reduce(into: PictureCounts()) { $0.add($1) }
  }

  /// The content of the automatic picture.
  func tracks() -> [DeviceTrack] {
    var tracks: [UInt32: DeviceTrack] = [:]
    for track in each({ $0.tracks() }).joined() {
      tracks[track.device.index] = tracks[track.device.index]?.joined(with: track) ?? track
    }
    return tracks.values.sorted { $0.device.index < $1.device.index }
  }

  /// Ends the script instances.
  package func close() -> RunCounts {
    var counts = shards.reduce(into: RunCounts()) { $0.add($1.close()) }
    counts.ungrouped = placing?.ungroupedCount ?? 0
    return counts
  }
}
