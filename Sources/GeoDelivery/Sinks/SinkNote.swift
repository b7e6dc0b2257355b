import Geo

/// A message as people read it on a phone: what services of notifications have in common.
struct SinkNote {
  var title: String
  var text: String
  /// 1 to 5, 3 for usual; nil if the script gave none.
  var priority: Int?
  var tags: [String] = []
  /// Where a tap leads.
  var link: String?
  var device: String
  /// ISO 8601.
  var time: String

  /// - Parameter content: what a template made of the message; nil without one.
  init(_ message: JSONValue, _ content: SinkContent?) {
    device = message["device"]?.text ?? message["group"]?.text ?? ""
    time = message["time"]?.text ?? ""
    link = MapLink(message)?.address
    // A message to a channel may be a table with the same fields.
    let fields = message["message"].flatMap { if case .object = $0 { $0 } else { nil } } ?? message
    let isAlert = message["title"] != nil
    title = fields["title"]?.text ?? (isAlert ? "" : message["channel"]?.text ?? "")
    priority = SinkNote.priority(fields["priority"])
    if case .array(let tags)? = fields["tags"] { self.tags = tags.compactMap(\.text) }
    if let tag = fields["tags"]?.text { tags = tag.split(separator: ",").map(String.init) }
    if let address = fields["click"]?.text { link = address }
    let own = fields["body"]?.text ?? message["message"]?.text ?? ""
    let place = [message["event"]?.text, message["region"]?.text].compactMap { $0 }.joined(separator: " ")
    let words = own.isEmpty ? [device, place].filter { !$0.isEmpty }.joined(separator: ": ") : own
    let whole =
      isAlert || fields["body"] != nil
      ? words : message["message"]?.text ?? message["message"]?.description ?? words
    text = content?.text ?? [whole, message["why"]?.text].compactMap { $0 }.joined(separator: "\n")
  }

  /// The words that scripts use, and the numbers of ntfy.
  ///
  /// - Source: docs.ntfy.sh/publish, "Message priority".
  static func priority(_ value: JSONValue?) -> Int? {
    if case .number(let number)? = value?.asNumber { return Int(min(5, max(1, number))) }
    switch value?.text {
    case "min", "lowest": return 1
    case "low": return 2
    case "default", "normal": return 3
    case "high": return 4
    case "max", "urgent", "emergency": return 5
    default: return nil
    }
  }
}
