public import GeoCore

/// The errors of Map Kit.
///
/// - Source: F-6.
public enum MKErrorCode: Int, Error, ErrorCode {
  case unknown = 1
  case serverFailure, loadingThrottled, placemarkNotFound, directionsNotFound

  public static let constantPrefix = "MKError"
  public static var domain: String { MKErrorDomain }

  public var sentence: String {
    switch self {
    case .unknown: "Something went wrong with the map."
    case .serverFailure: "The map server could not answer."
    case .loadingThrottled: "Map data was requested too often."
    case .placemarkNotFound: "No place was found there."
    case .directionsNotFound: "No route was found."
    }
  }
}

/// The domain of ``MKErrorCode``.
public let MKErrorDomain = "MKErrorDomain"
