import Geo
import GeoStore
import Testing

@testable import GeoDelivery

@Suite struct DeliveryPlanTests {
  static func numbered(_ count: Int64) -> [OutboxItem] {
    (0..<count).map { OutboxItem(id: $0 + 1, sink: "s", alertID: "a\($0 + 1)", body: "{}", attempts: 0) }
  }

  static func plan(_ count: Int64, seed: UInt64 = 1) -> DeliveryPlan {
    var plan = DeliveryPlan(seed: seed)
    plan.add(numbered(count))
    return plan
  }

  /// How long the plan wants to wait at `now`; 0 when it wants to send.
  static func pause(_ plan: DeliveryPlan, at now: Double) -> Double? {
    switch plan.step(at: now) {
    case .send: 0
    case .wait(let time): time - now
    case .rest, .giveUp: nil
    }
  }

  static let refusal = DeliveryAnswer.dead(reason: "answered 400", detail: "")
  static let failure = DeliveryAnswer.again("answered 503", after: nil)

  @Test func alertsAreSentOneAfterAnother() {
    var plan = DeliveryPlanTests.plan(3)
    for item in DeliveryPlanTests.numbered(3) {
      #expect(plan.step(at: 0) == .send(item))
      #expect(plan.receive(.delivered, at: 0) == item)
    }
    #expect(plan.step(at: 0) == .rest)
  }

  @Test func aRefusedAlertStepsAsideAndIsCounted() {
    var plan = DeliveryPlanTests.plan(2)
    #expect(plan.receive(DeliveryPlanTests.refusal, at: 0)?.id == 1)
    #expect(plan.step(at: 0) == .send(DeliveryPlanTests.numbered(2)[1]))
    #expect(plan.receive(.delivered, at: 0)?.id == 2)
    #expect(plan.refusals == ["answered 400": 1])
  }

  @Test func alertsBehindAFailedOneWait() {
    var plan = DeliveryPlanTests.plan(2)
    #expect(plan.receive(DeliveryPlanTests.failure, at: 0) == nil)
    #expect(plan.step(at: 100) == .send(DeliveryPlanTests.numbered(1)[0]))
  }

  @Test func pausesAreSpreadBelowACeilingThatDoublesUpToAMinute() throws {
    var longest = [Double](repeating: 0, count: 12)
    var shortest = [Double](repeating: .infinity, count: 12)
    for seed in 0..<500 as Range<UInt64> {
      var plan = DeliveryPlanTests.plan(1, seed: seed)
      for failure in 0..<12 {
        _ = plan.receive(DeliveryPlanTests.failure, at: 0)
        let pause = try #require(DeliveryPlanTests.pause(plan, at: 0))
        longest[failure] = max(longest[failure], pause)
        shortest[failure] = min(shortest[failure], pause)
      }
    }
    let ceilings = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]
    for (failure, ceiling) in ceilings.enumerated() {
      #expect(longest[failure] < ceiling)
      // Full jitter: from 0 to the whole pause.
      #expect(longest[failure] > 0.95 * ceiling)
      #expect(shortest[failure] < 0.05 * ceiling)
    }
  }

  @Test func theSameSeedGivesTheSamePauses() {
    var one = DeliveryPlanTests.plan(1, seed: 7)
    var other = DeliveryPlanTests.plan(1, seed: 7)
    for _ in 0..<100 {
      _ = one.receive(DeliveryPlanTests.failure, at: 0)
      _ = other.receive(DeliveryPlanTests.failure, at: 0)
      #expect(one.step(at: 0) == other.step(at: 0))
    }
  }

  @Test func aSinkThatAsksForRestGetsItUpToAnHour() {
    var plan = DeliveryPlanTests.plan(1)
    _ = plan.receive(.again("answered 429", after: 120), at: 10)
    #expect(plan.step(at: 10) == .wait(until: 130))
    #expect(plan.step(at: 130) == .send(DeliveryPlanTests.numbered(1)[0]))
    _ = plan.receive(.again("answered 429", after: 1e9), at: 130)
    #expect(plan.step(at: 130) == .wait(until: 3730))
    _ = plan.receive(.again("answered 429", after: -5), at: 3730)
    #expect(plan.step(at: 3790) == .send(DeliveryPlanTests.numbered(1)[0]))
  }

  @Test func anAnswerEndsARowOfFailures() throws {
    for answer in [DeliveryAnswer.delivered, DeliveryPlanTests.refusal] {
      var plan = DeliveryPlanTests.plan(3)
      for _ in 0..<10 { _ = plan.receive(DeliveryPlanTests.failure, at: 0) }
      _ = plan.receive(answer, at: 0)
      #expect(plan.step(at: 0) == .send(DeliveryPlanTests.numbered(3)[1]))
      _ = plan.receive(DeliveryPlanTests.failure, at: 0)
      #expect(try #require(DeliveryPlanTests.pause(plan, at: 0)) < 0.5)
    }
  }

  static func items(_ devices: String...) -> [OutboxItem] {
    devices.enumerated().map { number, device in
      var item = OutboxItem(id: Int64(number + 1), sink: "s", alertID: "a", body: "{}", attempts: 0)
      item.device = device
      return item
    }
  }

  @Test func aFailingMessageHoldsBackItsDeviceOnly() {
    var plan = DeliveryPlan(seed: 1)
    let items = DeliveryPlanTests.items("a", "a", "b", "c")
    plan.add(items)
    _ = plan.receive(DeliveryPlanTests.failure, for: items[0], at: 0)
    #expect(plan.step(at: 0) == .send(items[2]))
    #expect(plan.receive(.delivered, for: items[2], at: 0) == items[2])
    #expect(plan.step(at: 0) == .send(items[3]))
    _ = plan.receive(.delivered, for: items[3], at: 0)
    // Nothing else waits: the next rows are those of other devices.
    #expect(plan.skipped(at: 0) == ["a"])
    #expect(plan.step(at: 60) == .send(items[0]))
  }

  @Test func threeFailuresInARowPauseTheSinkAndOneMessageProbesIt() throws {
    var plan = DeliveryPlan(seed: 1)
    let items = DeliveryPlanTests.items("a", "b", "c", "d")
    plan.add(items)
    for item in items[..<3] {
      #expect(plan.step(at: 0) == .send(item))
      _ = plan.receive(DeliveryPlanTests.failure, for: item, at: 0)
    }
    #expect(plan.isPaused)
    let pause = try #require(DeliveryPlanTests.pause(plan, at: 0))
    #expect(pause > 0)
    guard case .send(let probe) = plan.step(at: pause) else {
      Issue.record("no probe")
      return
    }
    _ = plan.receive(DeliveryPlanTests.failure, for: probe, at: pause)
    // One probe at a time, whatever else could be sent.
    guard case .wait(let next) = plan.step(at: pause), case .send(let second) = plan.step(at: next) else {
      Issue.record("no second probe")
      return
    }
    _ = plan.receive(.delivered, for: second, at: next)
    #expect(!plan.isPaused)
  }

  @Test func anAnswerThatBlamesTheSinkPausesItAtOnce() throws {
    var plan = DeliveryPlanTests.plan(2)
    _ = plan.receive(.pause("answered 401"), at: 0)
    #expect(plan.isPaused && plan.lastFailure == "answered 401")
    let pause = try #require(DeliveryPlanTests.pause(plan, at: 0))
    #expect(plan.step(at: pause) == .send(DeliveryPlanTests.numbered(2)[0]))
    #expect(plan.refusals.isEmpty)
  }

  /// With random answers and delays, every alert is settled once, in the order of its device, and no pause is cut short.
  @Test(arguments: 0..<200 as Range<UInt64>) func nothingIsLostDoubledOrOvertaken(seed: UInt64) {
    var world = RandomNumbers(seed: seed)
    var plan = DeliveryPlan(seed: seed)
    var all = DeliveryPlanTests.numbered(40)
    for index in all.indices { all[index].device = "d\(Int(world.unit() * 4))" }
    var waiting = all[...]
    var settled: [OutboxItem] = []
    var (now, asked) = (0.0, 0.0)
    while settled.count < all.count {
      if !waiting.isEmpty, world.unit() < 0.3 || plan.isEmpty { plan.add([waiting.removeFirst()]) }
      switch plan.step(at: now) {
      case .send(let item):
        #expect(now >= asked)
        now += world.unit()
        let draw = world.unit()
        let rest = draw < 0.2 ? 100 * world.unit() : nil
        let answer: DeliveryAnswer =
          draw < 0.5 ? .again("no", after: rest) : draw < 0.6 ? DeliveryPlanTests.refusal : .delivered
        asked = draw < 0.2 ? now + (rest ?? 0) : 0
        guard let done = plan.receive(answer, for: item, at: now) else { continue }
        #expect(done == item)
        settled.append(done)
      case .wait(let time):
        #expect(time > now)
        now = time
      case .rest, .giveUp: break
      }
    }
    #expect(Set(settled) == Set(all))
    for device in 0..<4 {
      let own = { (items: [OutboxItem]) in items.filter { $0.device == "d\(device)" }.map(\.id) }
      #expect(own(settled) == own(all))
    }
  }

  /// Ends that wait for their digest keep no other message waiting, however many they are, and are not tried in circles.
  @Test func heldMessagesDelayNoOthers() {
    var plan = DeliveryPlan(seed: 1)
    var all = DeliveryPlanTests.numbered(22)
    for index in all.indices { all[index].device = "d\(index)" }
    all[0].begins = ["left"]
    plan.add(all)
    let now = 0.0
    _ = plan.receive(.again("no", after: nil), for: all[0], at: now)
    for _ in 1...20 {
      guard case .send(let item) = plan.step(at: now), item != all[0], item != all[21] else { break }
      plan.holdBack(item, at: now)
    }
    #expect(plan.step(at: now) == .send(all[21]))
    _ = plan.receive(.delivered, for: all[21], at: now)
    guard case .wait(let next) = plan.step(at: now) else {
      Issue.record("it is tried in circles")
      return
    }
    #expect(next > now)
    // When the digest is there, nothing waits any more.
    _ = plan.receive(.delivered, for: all[0], at: now)
    #expect(plan.step(at: now) == .send(all[1]))
  }
}
