import Geo

extension GeocodeBatch {
  /// The result of a row.
  enum Outcome {
    case found(GeocodedPlace)
    /// Less exact than the question.
    case partial(GeocodedPlace)
    case nothing(String)
    case failed(String)
    case bad(String)

    var status: String {
      switch self {
      case .found: "ok"
      case .partial: "partial"
      case .nothing(let reason), .bad(let reason): reason
      case .failed(let reason): "failed: \(reason)"
      }
    }

    var place: GeocodedPlace? {
      switch self {
      case .found(let place), .partial(let place): place
      default: nil
      }
    }
  }
}
