import Geo
import GeoFeeds
import GeoHost
import Synchronization

/// What `geoscript gateway --metrics` shows.
final class GatewayMetrics: Sendable {
  private struct State: Sendable {
    var counts = GatewayPublisher.Counts()
    var isConnected = false
    var sources: [any LiveSource] = []
  }

  let health = RunHealth()
  private let target: String
  private let inbox: LiveInbox
  private let clock: ServerClock
  private let state = Mutex(State())

  init(target: String, _ inbox: LiveInbox, _ clock: ServerClock) {
    (self.target, self.inbox, self.clock) = (target, inbox, clock)
  }

  func attach(_ sources: [any LiveSource]) { state.withLock { $0.sources = sources } }

  func update(_ counts: GatewayPublisher.Counts, isConnected: Bool) {
    state.withLock { ($0.counts, $0.isConnected) = (counts, isConnected) }
  }

  func page(_ path: String) -> StatusServer.Page? { StatusPages.page(path, health) { text } }

  private var text: String {
    var text = PrometheusText()
    text.addHead(health)
    let state = state.withLock { $0 }
    text.begin("geoscript_stream_connected", .gauge, "Whether there is a connection to the stream.")
    text.sample(state.isConnected ? 1 : 0, [("stream", target)])
    clock.write(to: &text)
    text.add(
      "geoscript_gateway_events_total", .counter, "Events that the stream has.", Double(state.counts.events))
    text.add(
      "geoscript_gateway_refused_events_total", .counter,
      "Events that the gateway refused, so that their senders send them again.",
      Double(state.counts.refused))
    text.add(
      "geoscript_gateway_messages_total", .counter, "Messages sent to the stream.",
      Double(state.counts.messages))
    text.add(
      "geoscript_gateway_bytes_total", .counter, "Bytes of these messages.", Double(state.counts.bytes))
    text.add(
      "geoscript_inbox_events", .gauge, "Live events that wait to be published.", Double(inbox.waitingCount))
    text.add(state.sources)
    ProcessUsage.write(to: &text)
    return text.text
  }
}
