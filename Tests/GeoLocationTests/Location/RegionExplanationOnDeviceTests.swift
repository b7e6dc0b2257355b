import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

/// What is said of each fix when a script asks why.
extension RegionOptionsOnDeviceTests {
  private func explained(_ phone: Phone, _ subject: ExplainedRegions = .all) -> Explained {
    let explained = Explained()
    phone.device.explainedRegions = subject
    phone.device.hooks.onExplain = { explained.all.append($0) }
    return explained
  }

  private final class Explained {
    var all: [Explanation] = []
    var lines: [String] {
      all.map { one in
        switch one.subject {
        case .fix(let fate): "\(fate.isHeld ? "held" : "dropped"): \(fate)"
        case .alert(let decision): "\(decision.key) \(decision.rule.rawValue): \(decision.reason)"
        case .region(let decision):
          "\(decision.identifier) \(decision.state) \(decision.rule.rawValue) \(decision.reason)"
        }
      }
    }
  }

  @Test func everyFixIsExplainedAndSoIsTheClock() {
    let phone = Phone()
    let said = explained(phone)
    phone.manager.startMonitoring(for: region("a") { $0.enterDelay = 30 }, desiredAccuracy: 20)
    for (time, east) in [(0.0, 1000.0), (10, 90), (20, 50), (25, 60), (30, 110), (40, 50)] {
      phone.fix(time, east: east)
    }
    phone.device.advance(to: 100)
    phone.fix(110, east: 110)
    phone.fix(120, east: 130)
    #expect(
      said.lines == [
        "a outside settled the first fix makes no event",
        "a outside held needs d ≤ −20 m (buffer)",
        "a outside pending enter at 00:00:50 (enterDelay 30 s)",
        "a outside pending enter at 00:00:50 (enterDelay 30 s)",
        "a outside cancelled the enter, by d > 0",
        "a outside pending enter at 00:01:10 (enterDelay 30 s)",
        "a inside entered d ≤ −20 m for 30 s",
        "a inside held needs d > 20 m (buffer)",
        "a outside exited d > 20 m",
      ])
  }

  @Test func whyAFixNeverReachedARegionIsSaid() {
    let phone = Phone()
    let said = explained(phone, .named("nowhere"))
    phone.manager.maximumSpeed = 50
    let device = phone.device
    device.receive(Phone.event(100_000))
    device.receive(Phone.event(100_000))
    device.receive(Phone.event(99_000))
    device.receive(Phone.event(100_001, east: 9000))
    device.receive(Phone.event(100_002, east: 10))
    device.receive(Phone.event(100_003, accuracy: -1))
    device.receive(Phone.event(1_000_000_000))
    phone.device.flush()
    phone.send(100_004, .setting(.services(enabled: false)))
    phone.fix(100_005)
    #expect(
      said.lines == [
        "dropped: received twice",
        "held: older than a fix that was used; two more like it would set the clock back",
        "dropped: older than a fix that was used",
        "held: 9000 m/s from the last fix is above maximumSpeed 50 m/s; the next fix must confirm it",
        "dropped: above maximumSpeed, and the next fix is not near it",
        "dropped: negative accuracy: the coordinate is not valid",
        "held: over a day ahead; the next fix must confirm it",
        "dropped: dated in the future",
        "dropped: location is off or not allowed",
      ])
  }

  @Test func explainingChangesNothing() {
    let plain = Phone()
    let asked = Phone()
    _ = explained(asked)
    for phone in [plain, asked] {
      phone.manager.startMonitoring(for: region("a") { ($0.enterDelay, $0.dwell) = (5, 20) })
      phone.manager.startMonitoring(for: Phone.region("b", east: 100))
      for step in 0..<200 { phone.fix(Double(step * 3), east: Double(step * step * 37 % 450) - 150) }
    }
    #expect(plain.delegate.lines == asked.delegate.lines && plain.delegate.lines.count > 20)
    #expect(plain.delegate.reports.map(\.visit) == asked.delegate.reports.map(\.visit))
  }
}
