public import GeoCore

/// The errors of Core Location.
///
/// - Source: F-7.
public enum CLError: Int, Error, ErrorCode {
  /// No position at the moment; the service keeps trying.
  case locationUnknown = 0
  case denied, network, headingFailure
  case regionMonitoringDenied, regionMonitoringFailure
  case regionMonitoringSetupDelayed, regionMonitoringResponseDelayed
  case geocodeFoundNoResult, geocodeFoundPartialResult, geocodeCanceled
  case deferredFailed, deferredNotUpdatingLocation, deferredAccuracyTooLow
  case deferredDistanceFiltered, deferredCanceled
  case rangingUnavailable, rangingFailure
  case promptDeclined
  case historicalLocationError

  public static let constantPrefix = "kCLError"
  public static var domain: String { kCLErrorDomain }

  public var sentence: String {
    switch self {
    case .locationUnknown: "The location is unknown at the moment."
    case .denied: "The use of location services is denied."
    case .network: "The network is not available or failed."
    case .headingFailure: "The heading could not be determined."
    case .regionMonitoringDenied: "Region monitoring is denied."
    case .regionMonitoringFailure: "The region could not be monitored."
    case .regionMonitoringSetupDelayed: "Region monitoring could not begin at once."
    case .regionMonitoringResponseDelayed: "Region events may come late."
    case .geocodeFoundNoResult: "The geocoder found nothing."
    case .geocodeFoundPartialResult: "The geocoder found only a part."
    case .geocodeCanceled: "The geocoding request was canceled."
    case .deferredFailed: "Deferred updates are not possible."
    case .deferredNotUpdatingLocation: "Deferred updates need location updates."
    case .deferredAccuracyTooLow: "Deferred updates need a higher accuracy."
    case .deferredDistanceFiltered: "Deferred updates need no distance filter."
    case .deferredCanceled: "Deferred updates were canceled."
    case .rangingUnavailable: "Ranging is not available."
    case .rangingFailure: "Ranging failed."
    case .promptDeclined: "The user declined."
    case .historicalLocationError: "The location is not current."
    }
  }
}

/// The domain of ``CLError``.
public let kCLErrorDomain = "kCLErrorDomain"
/// The key under which ``CLError/regionMonitoringResponseDelayed`` may name another region.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"
