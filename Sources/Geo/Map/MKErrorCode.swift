/// What Map Kit can report as failed.
///
/// - Source: F-6.
public enum MKErrorCode: Int, Error, ConstantGroup {
  case unknown = 1
  case serverFailure, loadingThrottled, placemarkNotFound, directionsNotFound

  public static let constantPrefix = "MKError"

  /// The error in ``MKErrorDomain``, with a sentence of its own if given.
  public func error(_ sentence: String? = nil) -> NSError {
    NSError(
      domain: MKErrorDomain, code: rawValue,
      userInfo: sentence.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
  }

  /// What the code means, for a person.
  public var sentence: String {
    switch self {
    case .unknown: "Something went wrong with the map."
    case .serverFailure: "The map server could not answer."
    case .loadingThrottled: "Map data was asked for too often."
    case .placemarkNotFound: "No place was found there."
    case .directionsNotFound: "No way was found."
    }
  }
}

/// The domain of ``MKErrorCode``.
public let MKErrorDomain = "MKErrorDomain"
