import Testing

@testable import GeoCore

/// Sharing values between threads, waiting for them, and results of threads.
@Suite struct MonitorTests {
  @Test func aWaitEndsWithTheChangeOrTheTime() {
    let monitor = Monitor(0)
    let thread = WorkerThread { monitor.update(when: { $0 == 3 }) { $0 * 2 } }
    for number in 1...3 { monitor.update { $0 = number } }
    #expect(thread.join() == 6)
    #expect(monitor.update(when: { $0 == 4 }, until: monotonicSeconds() + 0.01) { $0 } == 3)
    #expect(monitor.update(when: { $0 == 4 }, until: -.infinity) { $0 } == 3)
  }

  @Test func aBellThatRangBeforeIsHeardOnce() {
    let wakeSignal = WakeSignal()
    wakeSignal.signal()
    let start = monotonicSeconds()
    wakeSignal.wait(until: start + 10)
    #expect(monotonicSeconds() < start + 5)
    wakeSignal.wait(until: monotonicSeconds() + 0.01)
  }

  @Test func aThreadMayBeLeftAlone() {
    let done = Monitor(0)
    for _ in 0..<100 { _ = WorkerThread { done.update { $0 += 1 } } }
    #expect(done.update(when: { $0 == 100 }, until: monotonicSeconds() + 10) { $0 } == 100)
    let thread = WorkerThread { done.update(when: { $0 == 0 }) { $0 } }
    #expect(!thread.hasEnded(within: 0.01))
    done.update { $0 = 0 }
    #expect(thread.hasEnded(within: 10))
    #expect(thread.join() == 0 && thread.join() == 0)
  }
}
