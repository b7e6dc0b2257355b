public import GeoCore

/// An object of a GeoJSON text: a shape, a point annotation, or a Feature of them.
///
/// - Source: F-13; Map Kit's MKGeoJSONObject.
public protocol MKGeoJSONObject: AnyObject {}

extension MKShape: MKGeoJSONObject {}

/// A GeoJSON Feature: its identifier, its properties, and its shapes.
public final class MKGeoJSONFeature: MKGeoJSONObject {
  /// Its `id`, a number as text.
  public let identifier: String?
  /// Its `properties` as JSON text; nil if missing or null.
  public var properties: String? { members.map { JSONValue.object($0).description } }
  /// Its geometry; several shapes for a GeometryCollection, none for null.
  public let geometry: [MKShape]
  let members: [(name: String, value: JSONValue)]?

  init(identifier: String?, members: [(name: String, value: JSONValue)]?, geometry: [MKShape]) {
    self.identifier = identifier
    self.members = members
    self.geometry = geometry
  }

  /// Its `properties` as a value; null if missing.
  public var propertyValues: JSONValue { members.map { .object($0) } ?? .null }
}
