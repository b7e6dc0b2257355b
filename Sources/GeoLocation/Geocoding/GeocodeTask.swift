package import GeoCore

/// A request of a geocoder on its way: answered once, in a turn of its own.
package final class GeocodeTask {
  /// What came of it: places, never none of them, or why there are none.
  package typealias Outcome = Result<[GeocodedPlace], NSError>

  let request: GeocodeRequest
  /// Hands over what came of it, given the task itself.
  let finish: (GeocodeTask, Outcome) throws -> Void
  var answer: GeocodeAnswer?
  /// Whether a service was asked.
  var isAsked = false
  /// When it is worked on, on the device's clock; nil while only a service can go on with it.
  var turn: DeviceTimer?

  package init(_ request: GeocodeRequest, finish: @escaping (GeocodeTask, Outcome) throws -> Void) {
    (self.request, self.finish) = (request, finish)
  }
}

extension GeocodeAnswer {
  /// As a geocoder hands it over: no place at all is an error.
  var outcome: GeocodeTask.Outcome {
    switch self {
    case .places(let places) where places.isEmpty:
      .failure(CLError.geocodeFoundNoResult.error())
    case .places(let places): .success(places)
    case .failed(let error, let sentence):
      .failure(error.error(sentence.isEmpty ? nil : sentence))
    }
  }
}

extension GeocodeRequest {
  /// Why nothing can be found, whoever is asked; nil where something may.
  var flaw: String? {
    switch query {
    case .position(let coordinate):
      CLLocationCoordinate2DIsValid(coordinate)
        ? nil : "\(coordinate.latitude), \(coordinate.longitude) is not a place on the earth."
    case .text(let text):
      text.contains(where: { !$0.isWhitespace }) ? nil : "The search text is empty."
    case .address(let address):
      address.hasWords ? nil : "The address has no text in any known part."
    }
  }
}

extension PlacemarkAddress {
  /// Whether a part of it says something.
  fileprivate var hasWords: Bool {
    dictionary.contains { part in
      guard case .string(let text) = part.value else { return false }
      return text.contains { !$0.isWhitespace }
    }
  }
}
