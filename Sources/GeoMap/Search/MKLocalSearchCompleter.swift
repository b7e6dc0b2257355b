public import GeoCore
public import GeoLocation

/// Completes the beginning of a name: each new text asks again.
///
/// Ownership: its device holds it while it searches; the delegate is held weakly.
///
/// - Source: Apple's reference of `MKLocalSearchCompleter`; MV-49.
public final class MKLocalSearchCompleter {
  /// What has been typed; empty ends the search and forgets its results.
  public private(set) var queryFragment = ""
  /// The area whose places come first; nil for none.
  public private(set) var region: MKCoordinateRegion?
  public private(set) var resultTypes = MKLocalSearchCompleterResultType.all
  public private(set) var pointOfInterestFilter: MKPointOfInterestFilter?
  /// The best first.
  public private(set) var results: [MKLocalSearchCompletion] = []
  /// The receiver of callbacks; held weakly.
  public weak var delegate: (any MKLocalSearchCompleterDelegate)?
  /// Any object that should live as long as the completer, such as the Lua side's delegate.
  public var attachment: AnyObject?
  /// Called when the host starts and stops holding it for a search, so that a binding can hold its own handle just as
  /// long.
  public var onHoldChange: ((Bool) -> Void)?
  /// What a binding holds for the text.
  package var memory: AnyObject?

  /// As many completions as one search gives.
  private static let mostResults = 15

  private let query: MapItemQuery

  public init(device: Device) { query = MapItemQuery(device) }

  public var isSearching: Bool { query.isRunning }

  /// Sets what has been typed, and searches for it.
  ///
  /// - Errors: ``GeoError`` if too many requests are made at one time.
  public func setQueryFragment(_ text: String) throws(GeoError) {
    queryFragment = text
    stop()
    guard text.contains(where: { !$0.isWhitespace }) else { return results = [] }
    try start()
  }

  /// The others begin a running search anew.
  public func setRegion(_ region: MKCoordinateRegion?) throws(GeoError) {
    self.region = region
    try restart()
  }

  public func setResultTypes(_ types: MKLocalSearchCompleterResultType) throws(GeoError) {
    resultTypes = types
    try restart()
  }

  public func setPointOfInterestFilter(_ filter: MKPointOfInterestFilter?) throws(GeoError) {
    pointOfInterestFilter = filter
    try restart()
  }

  /// Ends the search without a call of the delegate.
  public func cancel() { stop() }

  private func restart() throws(GeoError) {
    guard isSearching else { return }
    stop()
    try start()
  }

  private func stop() {
    guard isSearching else { return }
    query.drop()
    onHoldChange?(false)
  }

  private func start() throws(GeoError) {
    var question = GeocodeRequest(.text(queryFragment))
    question.isBeginning = true
    question.limit = MKLocalSearchCompleter.mostResults
    question.bias = region.flatMap { GeocodeRequest.Bias($0) }
    let wanted = Wanted(filter: pointOfInterestFilter, types: resultTypes.searched)
    let fragment = queryFragment
    try query.start(question) { [self] result in
      defer { onHoldChange?(false) }
      switch result.flatMap(wanted.items) {
      case .success(let items):
        results = items.compactMap { MKLocalSearchCompletion($0, of: fragment) }
        try delegate?.completerDidUpdateResults(self)
      case .failure(let error) where error.code == MKErrorCode.placemarkNotFound.rawValue:
        results = []
        try delegate?.completerDidUpdateResults(self)
      case .failure(let error): try delegate?.completer(self, didFailWithError: error)
      }
    }
    onHoldChange?(true)
  }
}

/// The callbacks of a completer.
public protocol MKLocalSearchCompleterDelegate: AnyObject {
  func completerDidUpdateResults(_ completer: MKLocalSearchCompleter) throws
  func completer(_ completer: MKLocalSearchCompleter, didFailWithError error: NSError) throws
}

/// A name that begins with what has been typed.
///
/// - Source: Apple's reference of `MKLocalSearchCompletion`.
public final class MKLocalSearchCompletion: Sendable {
  /// The name of the place.
  public let title: String
  /// Where it is; empty if unknown.
  public let subtitle: String
  /// Where the words that were typed stand in both, in bytes of UTF-8.
  public let titleHighlightRanges: [Range<Int>]
  public let subtitleHighlightRanges: [Range<Int>]

  /// Nil for a place without a name.
  init?(_ item: MKMapItem, of fragment: String) {
    guard let title = item.name ?? item.placemark?.title else { return nil }
    var place: [String] = []
    for line in item.placemark?.formattedAddressLines ?? [] where line != title { place.append(line) }
    self.title = title
    subtitle = place.joined(separator: ", ")
    let words = fragment.split { !$0.isLetter && !$0.isNumber }
    titleHighlightRanges = words.flatMap { MKLocalSearchCompletion.ranges(of: $0, in: title) }
    subtitleHighlightRanges = words.flatMap { [subtitle] in
      MKLocalSearchCompletion.ranges(of: $0, in: subtitle)
    }
  }

  /// What a search for it asks.
  public var naturalLanguageQuery: String { subtitle.isEmpty ? title : "\(title), \(subtitle)" }

  /// Where words of a text begin with a word, without regard to case.
  private static func ranges(of word: Substring, in text: String) -> [Range<Int>] {
    let (word, lower) = (Array(word.lowercased().utf8), Array(text.lowercased().utf8))
    // Lower case has another length in a few languages only.
    guard lower.count == text.utf8.count, word.count <= lower.count else { return [] }
    var found: [Range<Int>] = []
    for start in 0...(lower.count - word.count) where lower[start..<start + word.count].elementsEqual(word) {
      let before = start == 0 ? UInt8(ascii: " ") : lower[start - 1]
      if before < 0x80, !Character(Unicode.Scalar(before)).isLetter {
        found.append(start..<start + word.count)
      }
    }
    return found
  }
}

/// Which kinds of completions are wanted.
///
/// - Source: Apple's MKLocalSearchCompleter.h of iOS 26.
public struct MKLocalSearchCompleterResultType: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let address = MKLocalSearchCompleterResultType(rawValue: 1)
  public static let pointOfInterest = MKLocalSearchCompleterResultType(rawValue: 2)
  /// Words to search for, such as «coffee»; no source gives any.
  public static let query = MKLocalSearchCompleterResultType(rawValue: 4)
  public static let physicalFeature = MKLocalSearchCompleterResultType(rawValue: 8)
  public static let all: MKLocalSearchCompleterResultType = [
    .address, .pointOfInterest, .query, .physicalFeature,
  ]

  /// The same kinds for a search.
  var searched: MKLocalSearchResultType {
    var types: MKLocalSearchResultType = []
    if contains(.address) { types.insert(.address) }
    if contains(.pointOfInterest) { types.insert(.pointOfInterest) }
    if contains(.physicalFeature) { types.insert(.physicalFeature) }
    return types
  }
}
