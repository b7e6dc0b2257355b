/// What a GeoJSON text holds: a shape, a point annotation, or a Feature of them.
///
/// - Source: F-13; Map Kit's MKGeoJSONObject.
public protocol MKGeoJSONObject: AnyObject {}

extension MKShape: MKGeoJSONObject {}

/// A GeoJSON Feature: what it is called, what is known of it, and its shapes.
public final class MKGeoJSONFeature: MKGeoJSONObject {
  /// Its `id`, a number as text.
  public let identifier: String?
  /// Its `properties` as JSON text; nil where they are missing or null.
  public var properties: String? { members.map { JSONValue.object($0).description } }
  /// Its geometry; several of a GeometryCollection, none of null.
  public let geometry: [MKShape]
  let members: [(name: String, value: JSONValue)]?

  init(identifier: String?, members: [(name: String, value: JSONValue)]?, geometry: [MKShape]) {
    self.identifier = identifier
    self.members = members
    self.geometry = geometry
  }

  /// Its `properties` as a value, null where they are missing.
  public var propertyValues: JSONValue { members.map { .object($0) } ?? .null }
}
