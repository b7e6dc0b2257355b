import Geo

/// Messages for questions without an answer.
extension GeocodedText {
  /// What may help with a text that nothing is called.
  private static func advice(_ text: String) -> String {
    let numbers = text.split { $0.isWhitespace || $0 == "," }
    guard numbers.count <= 2, numbers.allSatisfy({ Double($0) != nil }) else {
      return "fewer words, or another --geocoder, may find more"
    }
    return numbers.count == 2
      ? "for a position write \(numbers.joined(separator: ","))"
      : "a position has two numbers, such as 35.68,139.77"
  }

  /// The message for a question without an answer.
  static func nothing(for query: GeocodeRequest.Query) -> String {
    switch query {
    case .position(let place):
      "nothing is known at \(degrees(place.latitude)), \(degrees(place.longitude))"
    case .text(let text):
      "no place like \"\(excerpt(text))\" is known (\(advice(text)))"
    case .address: "no place with this address is known"
    }
  }
}
