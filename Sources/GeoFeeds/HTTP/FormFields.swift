import GeoFormats

/// The fields of a query or of a form, in their order.
///
/// - Shapes: `name=value&name=value`; percent signs are resolved, a plus is a space; empty values are
///   omitted, because apps send them for unknown values.
/// - Source: WHATWG URL, "application/x-www-form-urlencoded parsing".
struct FormFields {
  private(set) var fields: [(name: String, value: String)] = []

  /// The most fields to read.
  static let limit = 256

  init(_ bytes: some Collection<UInt8>) {
    for pair in Array(bytes).split(separator: UInt8(ascii: "&"), maxSplits: Self.limit) {
      guard fields.count < Self.limit, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = Self.text(pair[pair.index(after: equals)...])
      if !value.isEmpty { fields.append((Self.text(pair[..<equals]), value)) }
    }
  }

  var isEmpty: Bool { fields.isEmpty }

  /// The value of the last field of one of these names.
  subscript(names: String...) -> String? { fields.last { names.contains($0.name) }?.value }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    PercentSigns.resolved(bytes, plusIsSpace: true)
  }
}
