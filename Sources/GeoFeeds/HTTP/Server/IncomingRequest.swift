import NIOCore

/// The request that a connection is receiving.
struct IncomingRequest {
  /// Its header; nil if the server refuses it.
  var request: IngestRequest?
  /// Whether the client wants only the header of the answer.
  var isHead = false
  /// For ``HTTPRoute/health``: whether a program on this machine asks, by one of the machine's own names.
  var isOwn = false
  var body = ByteBuffer()
  /// Bytes of the body that have arrived and count as held.
  var received = 0
  var isBodyWhole = false
  /// Whether a password check is pending.
  var isChecking = false
  /// The answer to send once the rest of a short request has arrived.
  var refusal: HTTPRefusal?
}
