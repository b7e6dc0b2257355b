import Geo
import GeoFeeds
import GeoHost
import GeoStore

/// The connection of a worker to its stream, as its partitions use it.
///
/// Owner: the loop, on its thread.
final class StreamLink {
  let client: NATSClient
  let clock = ServerClock()
  private let output: Output
  private let mark = TickMark()
  private var wasConnected = true
  /// When the server may be asked again, on the monotonic clock: one that does not answer takes seconds each time.
  private var retry = -Double.infinity
  private var pause = StreamLink.shortestPause
  /// How often libnats had dropped messages, and whether the user knows that this worker is behind.
  private var drops = 0
  private var isBehind = false
  /// Seconds from which on a worker is behind, and below which it has caught up.
  private static let (longestLag, shortLag) = (10.0, 2.0)
  /// Whether the last answer did not come.
  private var isFailing = false
  /// Seconds between two signs of life of the next reader.
  private var heartbeat = NATSReader.heartbeat

  /// Seconds between two questions to a server that does not answer, and within which it must make a reader of one
  /// partition, which takes it some seconds when the stream has a million subjects.
  private static let (shortestPause, longestPause, patience) = (1.0, 5.0, 20.0)

  /// What to do about a state that does not follow the stream.
  private let advice: String

  init(_ client: NATSClient, _ output: Output, advice: String) {
    (self.client, self.output, self.advice) = (client, output, advice)
  }

  var stream: String { client.address.stream }
  var name: String { client.address.name }

  /// Says once that the server is away, and that it is back; returns whether that has changed.
  func reportConnection() -> Bool {
    let isConnected = client.isConnected
    guard isConnected != wasConnected else { return false }
    wasConnected = isConnected
    if isConnected {
      output.note("\(name): is back")
    } else {
      output.repeatWarning("\(name): the connection is lost; trying again")
    }
    return true
  }

  // MARK: Time

  /// Asks for a message of a partition that tells the time.
  func requestTime(of partition: Int, at now: Double) {
    _ = client.send(to: PartitionSubject.tick(partition), mark: mark.text(at: now))
  }

  /// Notes what a message that has come says of the server's clock.
  func noteTime(of message: NATSMessage, at now: Double) {
    if let sent = mark.sent(message.mark) {
      clock.answered(message.time, sent: sent, at: now)
    } else {
      clock.heard(message.time, at: now)
    }
  }

  // MARK: News

  /// Says that libnats has dropped messages, which it reads again; returns how often that was since the last call.
  func reportDrops() -> Int {
    let count = NATSClient.dropCount
    defer { drops = count }
    guard count > drops else { return 0 }
    output.repeatWarning(
      "\(name): messages come faster than this worker handles them: it reads again what had no room")
    return count - drops
  }

  /// Says once that this worker is behind its stream, and that it has caught up.
  ///
  /// - Parameters:
  ///   - seconds: how long ago the stream got the oldest message that waits in this worker; 0 if nothing waits.
  ///   - waiting: the messages that wait.
  func reportLag(_ seconds: Double, waiting: Int) {
    if isBehind {
      guard seconds < StreamLink.shortLag else { return }
      isBehind = false
      output.note("\(name): this worker has caught up with \(stream)")
    } else if seconds > StreamLink.longestLag {
      isBehind = true
      output.repeatWarning(
        "\(name): this worker is \(ProgressLine.duration(seconds)) behind \(stream), about \(counted(waiting, "message")) "
          + "wait; nothing is lost, but if it does not catch up, start another worker")
    }
  }

  /// Says once that the clock of this machine is wrong, and that it is right again.
  func reportClock() {
    let what = "timers go by the server's; set this machine's clock"
    guard let (isWarning, text) = clock.news(what) else { return }
    if isWarning { output.repeatWarning("\(name): \(text)") } else { output.note("\(name): \(text)") }
  }

  /// Whether the stream can be read from a position on; false while the server does not say.
  ///
  /// - Errors: those of ``check(_:_:_:)``.
  func accepts(_ position: StreamPosition) throws(GeoError) -> Bool {
    let lost = try attempt { () throws(GeoError) in
      try StreamLink.check(position, try client.describeStream(), advice)
    }
    guard let lost else { return false }
    if lost > 0, position.sequence > 0 {
      output.repeatWarning(
        "partition \(position.partition): \(counted(Int(lost), "message")) of \(stream) "
          + "\(lost == 1 ? "was" : "were") removed before this worker came to them")
    }
    return true
  }

  /// A reader of a partition, or of all, that begins with a message; nil while the server does not give one.
  ///
  /// libnats makes a reader again when it has heard nothing for two heartbeats, also while the server still makes it. So a
  /// reader that took too long is made anew with a longer heartbeat.
  func open(_ partition: Int?, from sequence: UInt64) -> NATSReader? {
    let begin = monotonicSeconds()
    let reader = try? attempt { () throws(GeoError) in
      try NATSReader(
        client, partition: partition, from: sequence, heartbeat: heartbeat,
        patience: partition == nil ? NATSClient.patience : StreamLink.patience)
    }
    guard let reader else { return nil }
    let seconds = monotonicSeconds() - begin
    defer { heartbeat = min(max(NATSReader.heartbeat, 4 * seconds), 2 * StreamLink.patience) }
    return seconds < heartbeat ? reader : nil
  }

  /// Asks the server for something, unless it has just refused; nil if it does not answer.
  private func attempt<Answer>(_ ask: () throws(GeoError) -> Answer) throws(GeoError) -> Answer? {
    guard client.isConnected, monotonicSeconds() >= retry else { return nil }
    do throws(GeoError) {
      let answer = try ask()
      (isFailing, pause) = (false, StreamLink.shortestPause)
      return answer
    } catch {
      guard error.code == .unavailable else { throw error }
      if !isFailing { output.repeatWarning("\(error); trying again") }
      isFailing = true
      retry = monotonicSeconds() + pause
      pause = min(2 * pause, StreamLink.longestPause)
      return nil
    }
  }

  /// How many messages the stream no longer has that come after a position.
  ///
  /// - Errors: ``GeoError`` `data` if the position is not one of this stream.
  static func check(
    _ position: StreamPosition, _ extent: StreamExtent, _ advice: String
  ) throws(GeoError) -> UInt64 {
    let place = "partition \(position.partition) of \(position.stream)"
    guard position.created == extent.created else {
      throw GeoError(
        .data, "the stream was created again after this state was written: \(advice)", at: place)
    }
    guard position.sequence <= extent.last else {
      throw GeoError(
        .data,
        "the state has handled message \(position.sequence), but the stream ends at \(extent.last): it has lost messages, "
          + advice, at: place)
    }
    return extent.first > position.sequence + 1 ? extent.first - position.sequence - 1 : 0
  }
}
