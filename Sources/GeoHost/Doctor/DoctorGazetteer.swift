import Geo
import GeoGazetteer
import Glibc

/// Which gazetteer answers, and how old it is.
enum DoctorGazetteer {
  static func inspect() -> Finding {
    do throws(GeoError) {
      let place = try GazetteerPlace(nil)
      let sources = try place.gazetteer.sources().count
      guard let path = place.path else {
        return Finding(.ok, "gazetteer", "the built-in set of larger cities, of \(sources) sources")
      }
      let days = age(of: path)
      let words = "\(path), of \(sources) sources, made \(days == 1 ? "1 day" : "\(days) days") ago"
      guard days > 730 else { return Finding(.ok, "gazetteer", words) }
      return Finding(
        .warn, "gazetteer", words, advice: "places change: make it anew (geoscript gazetteer build)")
    } catch {
      return Finding(
        .fail, "gazetteer", error.description,
        advice:
          "geoscript gazetteer build makes one; GEOSCRIPT_GAZETTEER= in the environment takes the built-in set"
      )
    }
  }

  private static func age(of path: String) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return max(0, (time(nil) - status.st_mtim.tv_sec) / 86_400)
  }
}
