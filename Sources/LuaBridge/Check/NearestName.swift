/// Finds the name that was probably meant.
///
/// Used by `geoscript check` and by run-time errors alike, so that both give the same advice.
public enum NearestName {
  /// Returns the candidate nearest to `name`, or nil when none is near enough to be worth a guess.
  ///
  /// - Shape: the fewest edits win, then the fewest edits without regard to case, then byte order; so the
  ///   answer does not depend on the order of `candidates`. A name that differs in case only is always near.
  /// - Parameter limit: the most edits allowed; by default 0 for one byte, 1 for up to 3, 2 for up to 6, else 3.
  public static func find(_ name: String, among candidates: some Sequence<String>, limit: Int? = nil)
    -> String?
  {
    let exact = Array(name.utf8)
    let folded = exact.map(lowercased)
    let limit = limit ?? defaultLimit(exact.count)
    var best: (edits: Int, foldedEdits: Int, name: String)?
    for candidate in candidates where candidate != name {
      let other = Array(candidate.utf8)
      let foldedEdits = distance(folded, other.map(lowercased), limit: limit)
      guard foldedEdits <= limit else { continue }
      // Differing in case only counts as one edit, however many letters it concerns.
      let edits = foldedEdits == 0 ? 1 : distance(exact, other, limit: limit)
      guard edits <= limit else { continue }
      if let known = best, (known.edits, known.foldedEdits, known.name) <= (edits, foldedEdits, candidate) {
        continue
      }
      best = (edits, foldedEdits, candidate)
    }
    return best?.name
  }

  /// Returns how many bytes must be inserted, deleted, replaced or swapped with their neighbor.
  ///
  /// - Shape: stops early and answers `limit + 1` once the distance is certain to exceed `limit`.
  /// - Source: optimal string alignment, the variant of Damerau (1964) in which no part is edited twice.
  public static func distance(_ first: String, _ second: String, limit: Int = .max - 1) -> Int {
    distance(Array(first.utf8), Array(second.utf8), limit: limit)
  }

  /// Returns advice to append to an error, ` (did you mean 'x'?)`, or nothing.
  public static func advice(_ name: String, among candidates: some Sequence<String>) -> String {
    (synonym(name, among: candidates) ?? find(name, among: candidates) ?? longer(name, among: candidates)
      ?? shorter(name, among: candidates))
      .map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// Returns the candidate that means what `name` means elsewhere: `identifier` for `name`.
  private static func synonym(_ name: String, among candidates: some Sequence<String>) -> String? {
    guard let wanted = synonyms[name] else { return nil }
    return wanted.first(where: candidates.contains)
  }

  /// Words of other libraries, each with the words for it here.
  private static let synonyms: [String: [String]] = [
    "name": ["identifier"], "id": ["identifier"], "title": ["identifier"],
    "latitude": ["center", "coordinate"], "longitude": ["center", "coordinate"], "lat": ["latitude"],
    "lng": ["longitude"], "lon": ["longitude"], "long": ["longitude"],
    "now": ["date"], "time": ["timestamp"], "date": ["timestamp"], "accuracy": ["horizontalAccuracy"],
    "bearing": ["course"], "heading": ["course"], "velocity": ["speed"],
    "onEnter": ["didEnterRegion"], "onExit": ["didExitRegion"], "didLeaveRegion": ["didExitRegion"],
    "didArrive": ["didEnterRegion"], "contains": ["containsCoordinate"],
  ]

  /// Returns the callback that a delegate function was probably meant to implement.
  ///
  /// - Shape: two edits at most; or the beginning of one, where Swift's name ends: `didSelect`, `viewFor`.
  static func callback(_ name: String, among candidates: some Sequence<String>) -> String? {
    if let near = find(name, among: candidates, limit: 2) { return near }
    guard name.hasPrefix("did") || name.hasSuffix("For") else { return nil }
    return longer(name, among: candidates)
  }

  /// Returns the function that a name writes as a whole selector, with or without its sender: `didUpdateToLocation` for
  /// `locationManager_didUpdateToLocation_fromLocation` and `didUpdateToLocation_fromLocation`.
  static func functionOfSelector(
    _ name: String, senders: [String], isFunction: (String) -> Bool
  ) -> String? {
    for sender in senders where name.hasPrefix(sender) {
      let parts = name.dropFirst(sender.count).split(separator: "_")
      guard let part = parts.first, let letter = part.first else { continue }
      let function = letter.lowercased() + part.dropFirst()
      if isFunction(function) { return function }
    }
    let first = name.prefix { $0 != "_" }
    return first.count < name.count && isFunction(String(first)) ? String(first) : nil
  }

  /// Returns the candidate that a selector begins with: `polygonWithPoints` for `polygonWithPoints_count`.
  static func shorter(_ name: String, among candidates: some Sequence<String>) -> String? {
    let starts = name.indices.filter { name[$0] == "_" }.map { String(name[..<$0]) }
    return candidates.filter(starts.contains).max { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// Returns the shortest candidate that begins with `name`: `startMonitoringForRegion` for `startMonitoring`.
  ///
  /// A candidate that continues with a preposition comes first, because Swift's method names end there. If
  /// `name` has fewer than six bytes, the candidate must be the only one: `redColor` for `red`.
  static func longer(_ name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count >= 3 else { return nil }
    func order(_ candidate: String) -> (Int, Int, String) {
      let rest = candidate.dropFirst(name.count)
      return (
        ["For", "With", "At", "In"].contains(where: rest.hasPrefix) ? 0 : 1, candidate.utf8.count, candidate
      )
    }
    let longer = candidates.filter { $0.hasPrefix(name) }
    guard longer.count == 1 || name.utf8.count >= 6 else { return nil }
    return longer.min { order($0) < order($1) }
  }

  /// Returns the only candidate that begins with a short `name`: `redColor` for `red`.
  static func completed(_ name: String, among candidates: some Sequence<String>) -> String? {
    name.utf8.count < 6 ? longer(name, among: candidates) : nil
  }

  static func defaultLimit(_ length: Int) -> Int {
    length <= 1 ? 0 : length <= 3 ? 1 : length <= 6 ? 2 : 3
  }

  private static func distance(_ first: [UInt8], _ second: [UInt8], limit: Int) -> Int {
    guard abs(first.count - second.count) <= limit else { return limit + 1 }
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    var current = last
    for i in first.indices {
      current[0] = i + 1
      var least = current[0]
      for j in second.indices {
        var edits = min(last[j + 1], current[j]) + 1
        edits = min(edits, last[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          edits = min(edits, beforeLast[j - 1] + 1)
        }
        current[j + 1] = edits
        least = min(least, edits)
      }
      guard least <= limit else { return limit + 1 }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[second.count]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
