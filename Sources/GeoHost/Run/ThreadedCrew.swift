import Geo
import GeoFeeds

/// Devices spread over threads by a hash of their names, so that a device is always with the same worker.
final class ThreadedCrew: Crew {
  private let desks: [CrewDesk]
  private let threads: [WorkerThread<RunTally>]
  private let failed: Flag
  private let directory: DeviceDirectory
  /// The desk of each device seen so far.
  private var seats: [Int] = []
  private let keepsState: Bool
  /// The number of events handed over.
  private var eventCount = 0

  init(_ plan: WorkerPlan, output: Output, jobs: Int) throws {
    // What does not compile is said once, here.
    _ = try Worker(plan, output: output)
    let failed = Flag()
    self.failed = failed
    directory = plan.directory
    keepsState = plan.saved != nil
    let desks = (0..<jobs).map { _ in CrewDesk(isLive: plan.live != nil, failed: failed) }
    self.desks = desks
    threads = desks.map { desk in WorkerThread { desk.work(plan, output) } }
  }

  var hasFailed: Bool { failed.isSet }

  func handle(_ events: [DeviceEvent]) {
    var shares = [[DeviceEvent]](repeating: [], count: desks.count)
    var numbers = [[Int]](repeating: [], count: desks.count)
    for event in events {
      let seat = seat(of: event.device)
      shares[seat].append(event)
      if keepsState {
        eventCount += 1
        numbers[seat].append(eventCount)
      }
    }
    for (index, share) in shares.enumerated() where !share.isEmpty {
      desks[index].queue.add(.events(share, numbers: numbers[index]))
    }
  }

  func handleLive(_ events: [DeviceEvent]) {
    for (desk, share) in zip(desks, shares(events) { $0.device }) where !share.isEmpty {
      desk.queue.add(.live(share))
    }
  }

  func wake(_ devices: [DeviceID], startsNow: Bool) {
    for (desk, share) in zip(desks, shares(devices) { $0 }) {
      desk.queue.add(.wake(share, startsNow: startsNow))
    }
  }

  /// What each desk gets of `items`, in their order.
  private func shares<Item>(_ items: [Item], of device: (Item) -> DeviceID) -> [[Item]] {
    var shares = [[Item]](repeating: [], count: desks.count)
    for item in items { shares[seat(of: device(item))].append(item) }
    return shares
  }

  private func seat(of device: DeviceID) -> Int {
    let index = Int(device.index)
    while seats.count <= index {
      var hash = FNV1a()
      hash.combine(directory.name(of: DeviceID(index: UInt32(seats.count))))
      seats.append(Int(hash.value % UInt64(desks.count)))
    }
    return seats[index]
  }

  var nextTick: TimeInterval { desks.reduce(.infinity) { min($0, $1.clock.next) } }

  func tick(to now: TimeInterval) -> Bool {
    var isBusy = false
    for desk in desks where desk.clock.next <= now {
      isBusy = true
      desk.clock.beginTick()
      desk.queue.add(.tick(now))
    }
    return isBusy
  }

  func recordEnd(at time: TimeInterval) { for desk in desks { desk.queue.add(.recordEnd(time)) } }

  func play(to time: TimeInterval) { for desk in desks { desk.queue.add(.play(time)) } }

  func settle(windowsTo time: TimeInterval?) { _ = ask(.settle(time)) }

  private func ask(_ message: CrewDesk.Message) -> [CrewDesk.Answer] {
    for desk in desks { desk.queue.add(message) }
    return desks.compactMap { $0.answers.next() }
  }

  func checkpoint() -> WorkerState {
    ask(.checkpoint).reduce(into: WorkerState()) { all, answer in
      if case .state(let state) = answer { all.add(state) }
    }
  }

  func finish(isStopped: Bool, atLeast time: TimeInterval, _ stop: RecordedStop) {
    var last: TimeInterval?
    if !isStopped {
      last = ask(.flush).reduce(time) { last, answer in
        guard case .time(let time) = answer else { return last }
        return max(last, time)
      }
    }
    for desk in desks { desk.queue.add(.finish(last, stop)) }
  }

  func mapsToDraw() -> [PictureJob] {
    let all = ask(.findMaps).flatMap { answer in
      if case .maps(let jobs) = answer { jobs } else { [PictureJob]() }
    }
    return all.sorted { ($0.device.index, $0.map) < ($1.device.index, $1.map) }
  }

  func draw(_ jobs: [PictureJob]) -> PictureTally {
    for (desk, share) in zip(desks, shares(jobs) { $0.device }) { desk.queue.add(.draw(share)) }
    return desks.reduce(into: PictureTally()) { tally, desk in
      if case .pictures(let part)? = desk.answers.next() { tally.add(part) }
    }
  }

  func ways() -> [DeviceWay] {
    let all = ask(.ways).flatMap { answer in
      if case .ways(let ways) = answer { ways } else { [DeviceWay]() }
    }
    return all.sorted { $0.device.index < $1.device.index }
  }

  func close() -> RunTally {
    var tally = RunTally()
    for desk in desks { desk.queue.close() }
    for thread in threads { if let part = thread.join() { tally.add(part) } }
    return tally
  }
}
