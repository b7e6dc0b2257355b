import Geo
import GeoFeeds
import GeoStore

/// The connection of a worker to its stream, as its partitions use it.
///
/// Owner: the loop, on its thread.
final class StreamLink {
  let client: NATSClient
  private let output: Output
  private var wasConnected = true
  /// When the server may be asked again, on the monotonic clock: one that does not answer takes seconds each time.
  private var retry = -Double.infinity
  private var pause = StreamLink.shortestPause
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
