import NIOCore

/// What has come of the request that a connection is in the middle of.
struct IncomingRequest {
  /// What its header says; nil where that is refused.
  var request: IngestRequest?
  /// Whether only the header of the answer is wanted, whatever it is.
  var isHead = false
  /// Of ``HTTPRoute/health``: whether a program of this machine asks, by one of its own names.
  var isOwn = false
  var body = ByteBuffer()
  /// Bytes of the body that have come, and are counted as held.
  var received = 0
  var isBodyWhole = false
  /// Whether a password is being checked meanwhile.
  var isChecking = false
  /// What is said when the rest of a short request has come.
  var refusal: HTTPRefusal?
}
