public import Geo
import GeoDelivery
public import GeoFeeds
import LuaBridge

/// Words that name sources.
public enum SourceWord {
  /// - Parameter option: where the user named them; nil for words without an option.
  /// - Errors: ``GeoError`` `noInput` for a file that does not exist.
  public static func checkFiles(_ words: [String], for option: String? = nil) throws(GeoError) {
    for word in words where word != "-" && (try? SourceAddress(word))?.isFile == true {
      try MissingFile.check(word, "file", endings: Run.sourceEndings, for: option)
    }
  }

  /// Reads a word.
  ///
  /// - Errors: ``GeoError`` as ``SourceAddress/init(_:)``, with the scheme that was probably meant.
  public static func address(_ word: String) throws(GeoError) -> SourceAddress {
    do throws(GeoError) { return try SourceAddress(word) } catch {
      let scheme = word.prefix { $0 != ":" }.lowercased()
      let known = SourceAddress.liveSchemes.union([SourceAddress.simulationScheme])
      guard word.dropFirst(scheme.count).hasPrefix("://"), !known.contains(scheme),
        let near = NearestName.find(scheme, among: known)
      else { throw error }
      throw GeoError(error.code, "\(error.message); did you mean \(near):?", at: error.place)
    }
  }
}
