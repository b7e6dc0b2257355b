import Geo
import GeoStore
import Testing

@testable import GeoDelivery

/// The plan of a sink when the input has ended.
extension DeliveryPlanTests {
  @Test func atTheEndALongPauseIsCutShort() {
    var plan = DeliveryPlanTests.plan(1)
    for _ in 0..<10 { _ = plan.receive(DeliveryPlanTests.failure, at: 0) }
    plan.inputEnded(at: 1, patience: 30)
    #expect(plan.step(at: 1) == .send(DeliveryPlanTests.numbered(1)[0]))
  }

  @Test func atTheEndARestThatWasAskedForIsKept() {
    var plan = DeliveryPlanTests.plan(1)
    _ = plan.receive(.again("answered 429", after: 20), at: 0)
    plan.inputEnded(at: 1, patience: 30)
    #expect(plan.step(at: 1) == .wait(until: 20))
  }

  @Test func aRestBeyondTheEndIsNotWaitedFor() {
    var plan = DeliveryPlanTests.plan(1)
    _ = plan.receive(.again("answered 429", after: 60), at: 0)
    plan.inputEnded(at: 1, patience: 30)
    #expect(plan.step(at: 1) == .giveUp)
  }

  @Test func undeliverableAlertsAreGivenUpAfterALastTryBeforeTheDeadline() {
    var plan = DeliveryPlanTests.plan(1)
    plan.inputEnded(at: 0, patience: 30)
    var (now, tries) = (0.0, [Double]())
    loop: while true {
      switch plan.step(at: now) {
      case .send:
        tries.append(now)
        _ = plan.receive(DeliveryPlanTests.failure, at: now)
      case .wait(let time): now = time
      case .rest, .giveUp: break loop
      }
    }
    #expect(plan.step(at: now) == .giveUp)
    #expect(tries.contains { (28..<30).contains($0) })
    #expect(!plan.isEmpty)
  }

  @Test func aSlowSinkGetsAllWaitingAlerts() {
    var plan = DeliveryPlanTests.plan(50)
    plan.inputEnded(at: 0, patience: 30)
    for number in 1...50 {
      let now = Double(number) * 29
      #expect(!plan.isOver(at: now))
      _ = plan.receive(.delivered, at: now)
    }
    #expect(plan.isEmpty)
  }

  @Test func afterAStopWhatRemainsHasTwoSecondsInAll() {
    var plan = DeliveryPlanTests.plan(9)
    plan.inputEnded(at: 0, patience: 30)
    plan.stop(at: 10)
    _ = plan.receive(.delivered, at: 11)
    plan.stop(at: 11)
    #expect(!plan.isOver(at: 11.9))
    #expect(plan.isOver(at: 12))
    #expect(plan.step(at: 12) == .giveUp)
  }

  @Test func aTryBrokenOffAtTheEndDoesNotHideWhyTheAlertWaits() {
    var plan = DeliveryPlanTests.plan(1)
    plan.inputEnded(at: 0, patience: 1)
    _ = plan.receive(.again("certificate", after: nil), at: 0.5)
    _ = plan.receive(.again("broken off", after: nil), at: 1)
    #expect(plan.lastFailure == "certificate")
  }
}
