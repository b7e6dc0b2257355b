public import Geo

/// Answers the questions of a command, which is no device: each answer is waited for.
public final class CommandGeocoder {
  private let geocoder: DeviceGeocoder

  /// - Parameters:
  ///   - note: told once of the built-in set, where that is what answers.
  ///   - warn: told of what went wrong beside the answers.
  public init(
    _ option: GeocoderOption = .standard, note: @escaping (String) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) {
    geocoder = DeviceGeocoder(option, shelf: GazetteerShelf(note: note), warn: warn)
  }

  /// Returns what came of a question, when it has come; a stop by signal ends the wait.
  public func answer(_ request: GeocodeRequest) -> GeocodeAnswer {
    var result: GeocodeAnswer?
    geocoder.ask(request) { result = $0 }
    return result ?? .failed(.network, "no answer came in time")
  }
}
