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
        return Finding(.ok, "gazetteer", "the built-in set of larger cities, from \(sources) sources")
      }
      let days = age(of: path)
      let words = "\(path), from \(sources) sources, built \(days == 1 ? "1 day" : "\(days) days") ago"
      guard days > 730 else { return Finding(.ok, "gazetteer", words) }
      return Finding(
        .warn, "gazetteer", words, advice: "places change: build it again (geoscript gazetteer build)")
    } catch {
      return Finding(
        .fail, "gazetteer", error.description,
        advice:
          "build one with geoscript gazetteer build, or set GEOSCRIPT_GAZETTEER= to use the built-in set"
      )
    }
  }

  private static func age(of path: String) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return max(0, (time(nil) - status.st_mtim.tv_sec) / 86_400)
  }
}
