import GeoCore

/// A position in a GeoJSON text, for messages: `features[3].geometry.coordinates[0]`.
struct GeoJSONPlace {
  private indirect enum Step {
    case root
    case member(Step, String)
    case element(Step, Int)

    var path: String {
      switch self {
      case .root: ""
      case .member(.root, let name): name
      case .member(let step, let name): "\(step.path).\(name)"
      case .element(let step, let index): "\(step.path)[\(index)]"
      }
    }
  }

  private var step = Step.root

  func member(_ name: String) -> GeoJSONPlace { GeoJSONPlace(step: .member(step, name)) }

  /// Elements count from 0, as in tools that take such paths.
  func element(_ index: Int) -> GeoJSONPlace { GeoJSONPlace(step: .element(step, index)) }

  func fault(_ message: String) -> GeoError {
    let path = step.path
    return GeoError(.data, "GeoJSON: \(path.isEmpty ? "" : "\(path): ")\(message)")
  }

  /// The `type` of an object.
  func type(of value: JSONValue) throws(GeoError) -> String {
    guard case .object = value else { throw fault("expected an object") }
    guard let type = value["type"]?.text else { throw fault("the 'type' is missing") }
    return type
  }

  func array(_ name: String, of value: JSONValue) throws(GeoError) -> [JSONValue] {
    guard let found = value[name] else { throw fault("'\(name)' is missing") }
    return try member(name).array(found)
  }

  func array(_ value: JSONValue) throws(GeoError) -> [JSONValue] {
    guard case .array(let elements) = value else { throw fault("expected an array") }
    return elements
  }
}
