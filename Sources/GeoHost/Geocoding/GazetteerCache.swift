import Geo
import GeoGazetteer
import Glibc

/// The open gazetteers of one thread; each is opened at the first question.
final class GazetteerCache {
  private var open: [(path: String?, gazetteer: Result<Gazetteer, GeoError>)] = []
  /// The notes that have been printed already.
  private var told: Set<String> = []
  private let note: (String) -> Void

  /// - Parameter note: called once if the built-in set answers, and once for a file that takes long to open.
  init(note: @escaping (String) -> Void) { self.note = note }

  /// Returns the gazetteer at a path; without a path the user's gazetteer, or else the built-in set.
  ///
  /// - Errors: ``GeoError`` for a file that is missing, damaged, newer than this program, or not a gazetteer.
  func gazetteer(_ path: String?) throws(GeoError) -> Gazetteer {
    if let known = open.first(where: { $0.path == path }) { return try known.gazetteer.get() }
    let opened = Result { () throws(GeoError) in try find(path) }
    open.append((path, opened))
    return try opened.get()
  }

  /// Answers a question from the gazetteer at a path, best places first.
  ///
  /// - Errors: those of ``gazetteer(_:)``.
  func places(_ request: GeocodeRequest, in path: String?) throws(GeoError) -> [GeocodedPlace] {
    let gazetteer = try gazetteer(path)
    let places = try gazetteer.places(request)
    if let text = gazetteer.note, told.insert(text).inserted { note(text) }
    return places
  }

  private func find(_ path: String?) throws(GeoError) -> Gazetteer {
    if let path = path ?? GazetteerCache.standardPath { return try Gazetteer(path: path) }
    let gazetteer = try Gazetteer.builtIn()
    note(
      "places come from the built-in set: cities above 100,000 people and borders "
        + "(geoscript gazetteer build makes a larger one)")
    return gazetteer
  }

  /// The gazetteer that answers without being named; nil without one.
  ///
  /// - Source: GC-29: `$GEOSCRIPT_GAZETTEER`, which is empty for the built-in set, or else
  ///   `gazetteer.sqlite` of the user's data, or else of the system's.
  static var standardPath: String? {
    if let chosen = BaseDirectory.variable("GEOSCRIPT_GAZETTEER") { return chosen.isEmpty ? nil : chosen }
    return ([usualPath].compactMap { $0 } + BaseDirectory.systemData.map { $0 + "/gazetteer.sqlite" })
      .first { access($0, F_OK) == 0 }
  }

  /// The path of a user's gazetteer, whether or not it exists.
  static var usualPath: String? { BaseDirectory.data.map { $0 + "/gazetteer.sqlite" } }
}

extension Gazetteer {
  /// Answers a question, best places first.
  func places(_ request: GeocodeRequest) throws(GeoError) -> [GeocodedPlace] {
    switch request.query {
    case .position(let coordinate):
      try places(at: coordinate, limit: request.limit, languages: request.languages)
    case .text(let text) where request.isBeginning:
      try places(
        beginning: text, near: request.bias, limit: request.limit, languages: request.languages)
    case .text(let text):
      try places(named: text, near: request.bias, limit: request.limit, languages: request.languages)
    case .address(let address):
      try places(address: address, near: request.bias, limit: request.limit, languages: request.languages)
    }
  }
}
