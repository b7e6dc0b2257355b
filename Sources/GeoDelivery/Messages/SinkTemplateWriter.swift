import Geo

/// Fills a template with the values of a message.
struct SinkTemplateWriter {
  let message: JSONValue
  let style: SinkStyle
  let form: SinkContent.Form

  func write(_ parts: [SinkTemplate.Part], to text: inout String) {
    for part in parts {
      switch part {
      case .text(let plain, _): text += plain
      case .field(let field): text += words(field)
      case .section(let path, let isInverted, let inner):
        if SinkTemplateWriter.isThere(value(path)) != isInverted { write(inner, to: &text) }
      }
    }
  }

  /// The byte of the template from which a byte of the filled text comes; nil for its end.
  func origin(of byte: Int, in parts: [SinkTemplate.Part]) -> Int? {
    var count = 0
    return origin(of: byte, in: parts, after: &count)
  }

  private func origin(of byte: Int, in parts: [SinkTemplate.Part], after count: inout Int) -> Int? {
    for part in parts {
      let start = count
      switch part {
      case .text(let plain, let place):
        count += plain.utf8.count
        if byte < count { return place + byte - start }
      case .field(let field):
        count += words(field).utf8.count
        if byte < count { return field.offset }
      case .section(let path, let isInverted, let inner):
        guard SinkTemplateWriter.isThere(value(path)) != isInverted else { continue }
        if let place = origin(of: byte, in: inner, after: &count) { return place }
      }
    }
    return nil
  }

  /// mustache(5): a false value, and an empty list, leave a section out; here an empty text as well.
  private static func isThere(_ value: JSONValue?) -> Bool {
    switch value {
    case nil, .null?, .bool(false)?: false
    case .string(let text)?: !text.isEmpty
    case .array(let elements)?: !elements.isEmpty
    default: true
    }
  }

  private func value(_ path: [String]) -> JSONValue? {
    if path == ["link"] { return MapLink(message).map { .string($0.address) } }
    let names = path[0] == "fields" ? path.dropFirst() : path[...]
    return names.reduce(Optional(message)) { $0?[$1] }
  }

  private func words(_ field: SinkTemplate.Field) -> String {
    var value = value(field.path) ?? .null
    for filter in field.filters { value = filtered(value, filter, field) }
    let isOpenJSON = form == .json && !field.isQuoted && !field.isRaw
    if isOpenJSON { return value.description }
    let text =
      switch value {
      case .null: ""
      case .string(let text): text
      default: value.description
      }
    if field.isRaw { return text }
    switch form {
    case .text: return text
    case .json: return String(JSONValue.string(text).description.dropFirst().dropLast())
    case .html: return SinkTemplateWriter.html(text)
    }
  }

  private func filtered(
    _ value: JSONValue, _ filter: SinkTemplate.Filter, _ field: SinkTemplate.Field
  ) -> JSONValue {
    switch filter {
    case .local:
      let time: TimeInterval? =
        switch value.asNumber {
        case .number(let seconds)?: seconds
        default: value.text.flatMap { ISO8601.parse($0) }
        }
      return time.map { .string(style.text(time: $0)) } ?? value
    case .decimals(let count):
      guard case .number(let number)? = value.asNumber, number.isFinite else { return value }
      // JSON has points only.
      guard form == .json, !field.isQuoted else { return .string(style.text(number, decimals: count)) }
      return .number(number.rounded(decimals: count))
    case .url:
      if case .null = value { return value }
      return .string(SinkTemplateWriter.percentEncoded(value.text ?? value.description))
    }
  }

  /// - Source: HTML 4.01, 5.3.2; the single quote as in OWASP's rules.
  static func html(_ text: String) -> String {
    let names: [Character: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    return text.reduce(into: "") { $0 += names[$1] ?? String($1) }
  }

  /// - Source: RFC 3986, section 2.3: what is not encoded.
  static func percentEncoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { text, byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf) && byte < 0x80
        || "-._~".utf8.contains(byte)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + byte.hexadecimal.uppercased()
    }
  }
}

/// The place of a message on a map.
struct MapLink {
  let address: String

  /// Nil for a message without a place.
  ///
  /// - Source: wiki.openstreetmap.org/wiki/Browsing: `mlat` and `mlon` set a marker.
  init?(_ message: JSONValue) {
    guard case .number(let latitude)? = message["latitude"]?.asNumber,
      case .number(let longitude)? = message["longitude"]?.asNumber
    else { return nil }
    let (y, x) = (fixed(latitude.rounded(decimals: 5), 5), fixed(longitude.rounded(decimals: 5), 5))
    address = "https://www.openstreetmap.org/?mlat=\(y)&mlon=\(x)#map=16/\(y)/\(x)"
  }
}
