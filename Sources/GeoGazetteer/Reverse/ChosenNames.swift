import Geo
import SQLite

/// Chooses names in the preferred languages, else the default ones.
struct ChosenNames {
  let database: Database
  /// The most preferred first, in lower case.
  let languages: [String]

  init(_ database: Database, _ languages: [String]) {
    self.database = database
    self.languages = languages.map { $0.lowercased() }
  }

  func name(ofPlace number: UInt32) throws(GeoError) -> String? {
    try best("SELECT language, name, preferred FROM names WHERE place = ?", number)
  }

  func name(ofArea number: UInt32) throws(GeoError) -> String? {
    try best("SELECT language, name, preferred FROM area_names WHERE area = ?", number)
  }

  func name(ofStreet number: UInt32) throws(GeoError) -> String? {
    try best("SELECT language, name, preferred FROM street_names WHERE street = ?", number)
  }

  /// The name in the most preferred language; of several, one marked preferred, then the first
  /// alphabetically.
  private func best(_ sql: String, _ number: UInt32) throws(GeoError) -> String? {
    guard !languages.isEmpty, number != 0 else { return nil }
    let rows = try database.statement(sql)
    defer { rows.reset() }
    rows.bind([.integer(Int64(number))])
    var best: (rank: Int, name: String)?
    while try rows.step() {
      guard let rank = rank(of: rows.text(0)) else { continue }
      let ranked = 2 * rank + (rows.integer(2) != 0 ? 0 : 1)
      let name = rows.text(1)
      if let best, (best.rank, best.name) <= (ranked, name) { continue }
      best = (ranked, name)
    }
    return best?.name
  }

  /// The rank of a language, 0 for the most preferred; `pt` matches `pt-BR` and vice versa, but ranks lower
  /// than an exact match.
  ///
  /// - Source: RFC 4647, section 3.4 (lookup).
  private func rank(of language: String) -> Int? {
    guard !language.isEmpty else { return nil }
    let tag = language.lowercased()
    for (place, wanted) in languages.enumerated() {
      if tag == wanted { return 2 * place }
      if tag.prefix(while: { $0 != "-" }) == wanted.prefix(while: { $0 != "-" }) { return 2 * place + 1 }
    }
    return nil
  }
}
