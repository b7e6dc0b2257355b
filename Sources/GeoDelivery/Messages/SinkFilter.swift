package import Geo
import GeoFormats

/// What `only=` and `not=` say: fields and the values that they may have.
///
/// Different fields must all match, one of the values of the same field is enough.
package struct SinkFilter: Sendable, Hashable {
  private var wanted: [String: Set<String>] = [:]

  /// - Shape: `region:home,event:exit,event:dwell`, percent-encoded.
  /// - Errors: ``GeoError`` `usage` for anything else.
  init(_ text: Substring, word: String) throws(GeoError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != ":" }
      guard !name.isEmpty, name.endIndex != part.endIndex, part.utf8.count > name.utf8.count + 1 else {
        throw GeoError(
          .usage,
          "\(word)=\(text) is not a list of fields with values: write \(word)=region:home,event:exit "
            + "(a comma inside a value is %2C)")
      }
      wanted[PercentSigns.resolved(name.utf8), default: []]
        .insert(PercentSigns.resolved(part.dropFirst(name.count + 1).utf8))
    }
  }

  /// Adds the fields and values of another one, as if one list had said both.
  mutating func add(_ other: SinkFilter) { wanted.merge(other.wanted) { $0.union($1) } }

  /// The fields with their values, in order.
  package var fields: [(name: String, values: [String])] {
    wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }

  /// The filter as text, the same for equal filters.
  package var text: String {
    wanted.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.sorted().joined(separator: "|"))" }
      .joined(separator: ",")
  }

  package func matches(_ json: JSONValue) -> Bool {
    wanted.allSatisfy { name, values in
      switch json[name] {
      case nil, .null?: false
      case .string(let text)?: values.contains(text)
      case let value?: values.contains(value.description)
      }
    }
  }
}
