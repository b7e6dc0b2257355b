public import GeoCore

/// A ``Hand``'s gesture, read from its JSON.
///
/// - Source: LG-12.
public struct Gesture: Sendable, Hashable {
  /// The number of the map, from 1 in the order of creation.
  public var map: Int
  public var action: Action

  public enum Action: Sendable, Hashable {
    case tap(Place)
    case doubleTap(Place)
    /// A finger that stays half a second.
    case longPress(Place)
    case touch(Phase, Place)
    /// Drags an annotation along a path of at least one place.
    case drag(annotation: String, path: [CLLocationCoordinate2D])
    /// A finger moves the map by this many points.
    case pan(dx: Double, dy: Double)
    /// Two fingers zoom in by this many levels (out if negative), around a place or the center.
    case zoom(levels: Double, Place?)
    /// Two fingers turn the map by this many degrees clockwise.
    case rotate(degrees: Double)
    case tapControl(annotation: String, Side)
  }

  /// The position of a finger.
  public enum Place: Sendable, Hashable {
    /// In points of the map view.
    case point(x: Double, y: Double)
    case coordinate(CLLocationCoordinate2D)
    /// On the view of the first annotation with that title or identifier.
    case annotation(String)
  }

  /// The phase of a touch; the names of UIKit's constants are accepted too.
  public enum Phase: Int, ConstantGroup {
    case began, moved, ended, cancelled

    public static let constantPrefix = "UITouchPhase"
  }

  /// Which accessory of a callout.
  public enum Side: String, Sendable, Hashable {
    case left, right
  }
}

extension Touch {
  /// Reads the gesture.
  ///
  /// - Errors: ``GeoError`` that names the missing or wrong field; unknown fields are ignored.
  public func gesture() throws(GeoError) -> Gesture {
    try Gesture(type: type, GestureFields(type, try JSONParser.parse(json)))
  }
}

extension Gesture {
  fileprivate init(type: String, _ fields: GestureFields) throws(GeoError) {
    let number = try fields.number("map") ?? 1
    guard let map = Int(exactly: number), map >= 1 else {
      throw fields.fault("map \(JSONValue.text(of: number)) is not a map number (expected 1, 2, …)")
    }
    self.map = map
    action =
      switch type {
      case "tap": .tap(try fields.place())
      case "doubleTap": .doubleTap(try fields.place())
      case "longPress": .longPress(try fields.place())
      case "touch": .touch(try fields.phase(), try fields.place())
      case "drag": .drag(annotation: try fields.needed("annotation", fields.text), path: try fields.path())
      case "pan": try fields.pan()
      case "zoom": .zoom(levels: try fields.needed("levels", fields.number), try fields.optionalPlace())
      case "rotate": .rotate(degrees: try fields.needed("degrees", fields.number))
      case "tapControl":
        .tapControl(annotation: try fields.needed("annotation", fields.text), try fields.side())
      default:
        throw fields.fault(
          "is not a gesture (expected tap, doubleTap, longPress, touch, drag, pan, zoom, rotate or tapControl)"
        )
      }
  }
}

/// The fields of a gesture's JSON.
private struct GestureFields {
  private let type: String
  private let members: [(name: String, value: JSONValue)]

  init(_ type: String, _ json: JSONValue) throws(GeoError) {
    self.type = type
    guard case .object(let members) = json else { throw GeoError(.data, "\(type) is not a JSON object") }
    self.members = members
  }

  func fault(_ text: String) -> GeoError { GeoError(.data, "\(type) \(text)") }

  /// Nil if the field is missing or null.
  private func value(_ name: String) -> JSONValue? {
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value { return nil }
    return value
  }

  func needed<Value>(
    _ name: String, _ read: (String) throws(GeoError) -> Value?
  ) throws(GeoError) -> Value {
    guard let value = try read(name) else { throw fault("has no \(name)") }
    return value
  }

  func number(_ name: String) throws(GeoError) -> Double? {
    guard let value = value(name) else { return nil }
    guard let number = value.unquotedNumber, abs(number) <= 1e6 else {
      throw fault("\(name) \(excerpt("\(value)")) is not a number from −1000000 to 1000000")
    }
    return number
  }

  func text(_ name: String) throws(GeoError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else {
      throw fault("\(name) \(excerpt("\(value)")) is not a string")
    }
    return text
  }

  func place() throws(GeoError) -> Gesture.Place {
    guard let place = try optionalPlace() else {
      throw fault("has no place (expected x and y, latitude and longitude, or annotation)")
    }
    return place
  }

  func optionalPlace() throws(GeoError) -> Gesture.Place? {
    if value("x") != nil || value("y") != nil {
      return .point(x: try needed("x", number), y: try needed("y", number))
    }
    if value("latitude") != nil || value("longitude") != nil {
      let latitude = try needed("latitude", number)
      return .coordinate(try coordinate(latitude, try needed("longitude", number)))
    }
    return try text("annotation").map { .annotation($0) }
  }

  func phase() throws(GeoError) -> Gesture.Phase {
    let word = try needed("phase", text)
    guard let phase = Gesture.Phase(constantName: word) else {
      throw fault("phase \"\(word)\" is unknown (expected `began`, `moved`, `ended` or `cancelled`)")
    }
    return phase
  }

  func side() throws(GeoError) -> Gesture.Side {
    let word = try needed("control", text)
    guard let side = Gesture.Side(rawValue: word) else {
      throw fault("control \"\(word)\" is unknown (expected left or right)")
    }
    return side
  }

  func pan() throws(GeoError) -> Gesture.Action {
    let (dx, dy) = (try number("dx"), try number("dy"))
    guard dx != nil || dy != nil else { throw fault("needs dx or dy") }
    return .pan(dx: dx ?? 0, dy: dy ?? 0)
  }

  /// The places of `to` or `path`.
  func path() throws(GeoError) -> [CLLocationCoordinate2D] {
    let elements: [JSONValue]
    switch (value("to"), value("path")) {
    case (let end?, nil): elements = [end]
    case (nil, .array(let places)?) where !places.isEmpty: elements = places
    case (nil, let other?): throw fault("path \(excerpt("\(other)")) is not an array of places")
    default: throw fault("needs either to or path")
    }
    var path: [CLLocationCoordinate2D] = []
    for element in elements {
      guard case .object(let members) = element,
        let latitude = members.first(where: { $0.name == "latitude" })?.value.unquotedNumber,
        let longitude = members.first(where: { $0.name == "longitude" })?.value.unquotedNumber
      else { throw fault("place \(excerpt("\(element)")) has no latitude and longitude") }
      path.append(try coordinate(latitude, longitude))
    }
    return path
  }

  private func coordinate(
    _ latitude: Double, _ longitude: Double
  ) throws(GeoError) -> CLLocationCoordinate2D {
    let place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    guard CLLocationCoordinate2DIsValid(place) else {
      throw fault("place \(latitude), \(longitude) is not on the earth (expected −90…90, −180…180)")
    }
    return place
  }
}

extension JSONValue {
  fileprivate var unquotedNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value) where value.isFinite: value
    default: nil
    }
  }
}
