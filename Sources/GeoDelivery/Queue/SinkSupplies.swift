/// What sinks get besides messages.
package struct SinkSupplies: Sendable {
  /// Header fields for web hooks, each as `Name: value`.
  var headers: [String]
  /// Secrets that sign each message to a web hook.
  var secrets: [SigningSecret]
  /// What draws pictures of moments; nil for sinks that send without.
  var drawing: MomentDrawing?

  package init(headers: [String] = [], secrets: [SigningSecret] = [], drawing: MomentDrawing? = nil) {
    (self.headers, self.secrets, self.drawing) = (headers, secrets, drawing)
  }
}
