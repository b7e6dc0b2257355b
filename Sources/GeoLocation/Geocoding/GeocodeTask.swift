package import GeoCore

/// A pending request of a geocoder; it is answered once, in its own turn.
package final class GeocodeTask {
  /// The result: at least one place, or the reason why there is none.
  package typealias Outcome = Result<[GeocodedPlace], NSError>

  let request: GeocodeRequest
  /// Answers in place of the sources of geocoding: another question in the same queue, such as one for a way.
  let work: (() -> GeocodeAnswer)?
  /// Delivers the result; gets the task itself.
  let finish: (GeocodeTask, Outcome) throws -> Void
  var answer: GeocodeAnswer?
  /// Whether a service was asked.
  var isAsked = false
  /// Whether the user is told of an answer to another question than the one asked.
  package var warnsOfPart = false
  /// Its next turn on the device's clock; nil while it waits for a service.
  var turn: DeviceTimer?

  package init(_ request: GeocodeRequest, finish: @escaping (GeocodeTask, Outcome) throws -> Void) {
    (self.request, self.finish) = (request, finish)
    work = nil
  }

  package init(
    work: @escaping () -> GeocodeAnswer, finish: @escaping (GeocodeTask, Outcome) throws -> Void
  ) {
    (self.work, self.finish) = (work, finish)
    request = GeocodeRequest(.text(""))
  }
}

extension GeocodeAnswer {
  /// The result for a geocoder: an empty list of places is an error.
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
  /// The words that it asks about, at least 1; 1 for a position.
  var wordCount: Int {
    func count(_ text: String) -> Int { text.split { $0.isWhitespace || $0.isPunctuation }.count }
    return switch query {
    case .position: 1
    case .text(let text): max(1, count(text))
    case .address(let address):
      max(
        1,
        address.dictionary.reduce(0) { if case .string(let text) = $1.value { $0 + count(text) } else { $0 } }
      )
    }
  }

  /// Why the request can never be answered, by any source; nil if it can.
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
  /// Whether any part contains text.
  fileprivate var hasWords: Bool {
    dictionary.contains { part in
      guard case .string(let text) = part.value else { return false }
      return text.contains { !$0.isWhitespace }
    }
  }
}
