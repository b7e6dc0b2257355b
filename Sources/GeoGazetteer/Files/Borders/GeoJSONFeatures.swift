import CSimdJSON
import Geo
import GeoFormats

/// Reads the Features of GeoJSON texts with all their properties.
final class GeoJSONFeatures {
  typealias Receiver = (UnsafePointer<geo_fence>) -> Void

  private let fences: OpaquePointer

  init() {
    fences = geo_fences_new()
    geo_fences_keep_properties(fences)
  }

  deinit { geo_fences_free(fences) }

  /// Hands over each Feature of one text; padding must follow `bytes`.
  func read(_ bytes: UnsafeRawBufferPointer, _ take: Receiver) -> geo_fences_outcome {
    withoutActuallyEscaping(take) { take in
      var take = take
      return withUnsafeMutablePointer(to: &take) { context in
        geo_fences_read(
          fences, bytes.baseAddress, bytes.count,
          { context, fence in
            guard let context, let fence else { return }
            context.assumingMemoryBound(to: Receiver.self).pointee(fence)
          }, context)
      }
    }
  }
}

/// The properties of one Feature. Names are compared ignoring case, as Natural Earth's releases differ.
struct FeatureProperties {
  let members: [(name: String, value: JSONValue)]

  /// - Errors: ``RecordFault`` for properties that cannot be read.
  init(_ fence: UnsafePointer<geo_fence>) throws(RecordFault) {
    let text = fence.pointee.properties
    guard text.length > 0 else {
      members = []
      return
    }
    do throws(GeoError) {
      let value = try JSONParser.parse(String(decoding: text.buffer, as: UTF8.self))
      guard case .object(let members) = value else { throw GeoError(.data, "properties are not an object") }
      self.members = members.map { ($0.name.lowercased(), $0.value) }
    } catch {
      throw RecordFault("properties", error.message)
    }
  }

  /// The text of a property, or a whole number as text; empty if it is missing or a placeholder.
  subscript(name: String) -> String {
    guard let value = members.first(where: { $0.name == name })?.value else { return "" }
    return FeatureProperties.text(value)
  }

  static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text) where text != "-99" && text != "-1":
      let isPlain =
        text.utf8.count <= GazetteerText.limit && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
      return isPlain ? trimmed(text) : ""
    case .integer(let number) where number >= 0: return String(number)
    default: return ""
    }
  }

  private static func trimmed(_ text: String) -> String {
    guard text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    let start = text.drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
    return String(start[...end])
  }
}
