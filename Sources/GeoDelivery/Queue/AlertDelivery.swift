import Geo
import GeoFeeds
import GeoStore

/// How alerts get to one sink: its name in the outbox, and the transport that sends them.
struct AlertRoute: Sendable {
  /// The sink's name in the outbox: the same in every run.
  var key: String
  /// The sink's name in messages, without secrets.
  package var label: String
  var shape = SinkShape()
  /// After the end of the input: seconds without a delivery after which the rest is given up.
  let patience: Double
  /// What its messages are called, and in the plural.
  var noun: (one: String, many: String) {
    shape.channel == nil ? ("alert", "alerts") : ("message", "messages")
  }
  /// What draws the pictures that the sink sends; nil for none.
  var drawing: MomentDrawing?
  /// Makes the transport.
  let connect: @Sendable (SinkPictures) -> any AlertTransport

  /// Makes the transport, on the thread that will use it.
  func transport() -> any AlertTransport { connect(SinkPictures(shape, drawing)) }
}

/// Carries one alert to a sink.
protocol AlertTransport {
  /// Sends and waits for the answer; returns soon after `isOver` turns true.
  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer
}

/// The thread of a sink: takes alerts out of the outbox and does what its ``DeliveryPlan`` says.
final class AlertDelivery: Sendable {
  let route: AlertRoute
  let tally = AlertTallyKeeper()
  private let wakeSignal: WakeSignal
  private let isClosing: AtomicFlag
  private let changeCount = ChangeCount()
  private let thread: WorkerThread<Outcome>

  /// What became of the alerts.
  struct Outcome: Sendable {
    /// The refused alerts, counted by reason.
    var loss: String?
    /// Why the first waiting alert was not delivered.
    var obstacle: String?
    var outboxFault: String?
  }

  /// - Parameters:
  ///   - maxAge: Seconds after which a message that waits is a dead letter.
  ///   - fates: Hears what became of alerts.
  ///   - warn: Called with what goes wrong, for the user.
  init(
    _ route: AlertRoute, outbox: any AlertOutbox, maxAge: Double = .infinity, seed: UInt64,
    fates: AlertFates? = nil, warn: @escaping @Sendable (String) -> Void
  ) {
    let (wakeSignal, isClosing) = (WakeSignal(), AtomicFlag())
    (self.route, self.wakeSignal, self.isClosing) = (route, wakeSignal, isClosing)
    let changeCount = changeCount
    thread = WorkerThread { [tally] in
      var context = DeliveryContext(
        route: route, outbox: outbox, isClosing: isClosing, changeCount: changeCount, tally: tally,
        maxAge: maxAge, warn: warn, seed: seed, fates: fates)
      var outcome = Outcome()
      outcome.outboxFault = AlertDelivery.run(&context, wakeSignal, isClosing) {
        warn("\(route.label): \($0); \(route.noun.many) wait until it works again")
      }
      outcome.loss = context.loss
      outcome.obstacle = context.plan.lastFailure
      return outcome
    }
  }

  /// Sends until all is over; returns what the outbox failed with at the end.
  ///
  /// A state that is locked, or whose disk is full, may take changes again in a moment.
  private static func run(
    _ context: inout DeliveryContext, _ wakeSignal: WakeSignal, _ isClosing: AtomicFlag,
    warn: (String) -> Void
  ) -> String? {
    var (told, kept) = ("", 0)
    while true {
      do {
        try context.run(wakeSignal)
        return nil
      } catch {
        let fault = "the outbox failed: \(error)"
        guard !isClosing.isSet else { return fault }
        // Once, until it has worked again.
        if fault != told || context.kept != kept { warn(fault) }
        (told, kept) = (fault, context.kept)
        wakeSignal.wait(until: monotonicSeconds() + AlertDelivery.pause)
      }
    }
  }

  /// Seconds after which a failed outbox is tried again.
  private static let pause = 2.0

  /// Wakes the thread, because the outbox has something to send.
  func wake() { wakeSignal.signal() }

  /// Wakes the thread, because rows of the outbox were changed.
  func reload() {
    changeCount.add()
    wakeSignal.signal()
  }

  /// Tells the thread that no more alerts come.
  func end() {
    isClosing.set()
    wakeSignal.signal()
  }

  /// Whether all alerts are sent or given up, now or within that many seconds.
  func hasEnded(within seconds: Double) -> Bool { thread.hasEnded(within: seconds) }

  /// Waits until all alerts are sent, or it is time to give up.
  func join() -> Outcome { thread.join() ?? Outcome() }
}
