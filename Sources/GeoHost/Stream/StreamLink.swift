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
  /// When a reader may be opened again, on the monotonic clock: a server that does not answer takes seconds each time.
  private var retry = -Double.infinity
  /// Whether the last reader could not be opened.
  private var isFailing = false

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

  /// A reader that continues at a position; nil while the server does not give one.
  ///
  /// - Errors: those of ``check(_:_:_:)``.
  func open(at position: StreamPosition) throws(GeoError) -> NATSReader? {
    guard client.isConnected, monotonicSeconds() >= retry else { return nil }
    do throws(GeoError) {
      let lost = try StreamLink.check(position, try client.describeStream(), advice)
      if lost > 0, position.sequence > 0 {
        output.repeatWarning(
          "partition \(position.partition): \(counted(Int(lost), "message")) of \(stream) "
            + "\(lost == 1 ? "was" : "were") removed before this worker came to them")
      }
      let reader = try NATSReader(client, partition: position.partition, from: position.sequence + 1)
      isFailing = false
      return reader
    } catch {
      guard error.code == .unavailable else { throw error }
      if !isFailing { output.repeatWarning("\(error); trying again") }
      isFailing = true
      retry = monotonicSeconds() + 1
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
