import ArgumentParser
import Geo

/// The words of `geoscript page`.
enum PageWords {
  /// Checks the name of the page, which `run` would call by its own option.
  ///
  /// - Parameter words: those behind `page`.
  /// - Errors: ``GeoError`` `usage` for a file that is not a page.
  static func check(_ words: [String]) throws(GeoError) {
    for (index, word) in words.enumerated() {
      if word == "--" { return }
      let isLong = word.hasPrefix("--output=")
      guard isLong || ["-o", "--output"].contains(word), isLong || index + 1 < words.count else { continue }
      let name = isLong ? String(word.dropFirst("--output=".count)) : words[index + 1]
      guard [".html", ".htm"].contains(where: name.lowercased().hasSuffix) else {
        throw GeoError(.usage, "-o takes the name of a page, such as day.html, got '\(name)'")
      }
    }
  }

  /// Refuses two names of the page.
  ///
  /// - Errors: ``GeoError`` `usage`.
  static func checkOnce(_ words: [String]) throws(GeoError) {
    let words = words.prefix { $0 != "--" }
    let names = words.filter { ["-o", "--output", "--page"].contains($0.prefix { $0 != "=" }) }
    guard names.count > 1, names.contains(where: { $0.hasPrefix("--page") }) else { return }
    throw GeoError(.usage, "-o and --page both name the page: give one of them")
  }

  /// Returns the words of `run` that make the same page; nil if they neither name one nor ask what would be.
  ///
  /// - Parameter words: those behind `page`.
  static func run(_ words: [String]) -> [String]? {
    let command = words.first ?? ""
    guard ![PageShare.configuration.commandName, PageUnshare.configuration.commandName].contains(command)
    else {
      return nil
    }
    let words = command == PageWrite.configuration.commandName ? Array(words.dropFirst()) : words
    var result: [String] = []
    var isNamed = false
    for (index, word) in words.enumerated() {
      if word == "--" { return isNamed ? result + words[index...] : nil }
      let name = word.prefix { $0 != "=" }
      if name == "--what-if" { isNamed = true }
      if name == "--output" || word == "-o" {
        result.append("--page" + word.dropFirst(name.count))
        isNamed = true
      } else {
        result.append(word)
      }
    }
    return isNamed ? result : nil
  }
}
