import ArgumentParser
import Geo
import GeoFormats
import GeoHost

/// The page that a run makes.
struct RunPage: OptionTable {
  var place: String?
  var pageToken: String?
  var pageHost: [String] = []
  var pageControl = false
  var emulate = false
  var whatIf: [String] = []

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "page", \.place,
      """
      Show the run on a map and a timeline, and why regions fired: write one .html file at the end, or serve \
      the page at ADDRESS:PORT during the run, such as 127.0.0.1:8080.
      """, value: "file|address:port", completion: .file(extensions: ["html"]))
    o.option(
      "page-token", \.pageToken,
      "A file with the token that opens a served page; needed where others can reach it.", value: "file",
      completion: .file())
    o.option(
      "page-host", \.pageHost,
      "Another host name that browsers use for the served page, for example behind a proxy. Repeatable.",
      value: "name")
    o.flag(
      "page-control", \.pageControl,
      """
      Let people touch the map of a served page, as on the phone, acknowledge alerts, share devices, and draw the \
      fences of the first --fences FILE.
      """)
    o.flag(
      "emulate", \.emulate,
      "Let people make positions on a served page: a click makes a fix, a drag makes a track. Works without --from."
    )
    o.option(
      "what-if", \.whatIf,
      """
      Play the files once unchanged and once with this value, such as home.radius=150, and list the alerts that \
      differ. geoscript sends and writes nothing. Repeatable.
      """, value: "region.property=value")
  }

  /// - Errors: ``GeoError`` `usage` for options that do not fit together.
  func options() throws(GeoError) -> PageOptions? {
    guard let place else {
      guard pageToken == nil, pageHost.isEmpty else {
        throw GeoError(
          .usage, "--page-token and --page-host need --page ADDRESS:PORT: they say who may see a served page")
      }
      guard !pageControl, !emulate else { throw RunPage.unserved }
      return nil
    }
    var options = try PageOptions(place, names: pageHost, tokenFile: pageToken)
    (options.controls, options.emulates) = (pageControl, emulate)
    if case .file = options.place, options.takesEvents { throw RunPage.unserved }
    return options
  }

  /// - Errors: ``GeoError`` `usage` for a value that is given twice.
  func changes(_ feed: FeedOptions) throws(GeoError) -> [RegionChange] {
    var changes: [RegionChange] = []
    for word in whatIf {
      let change = try RegionChange(word, nearest: feed.nearest)
      if let other = changes.first(where: {
        $0.identifier == change.identifier && $0.property == change.property
      }) {
        throw GeoError(
          .usage,
          "--what-if \(other.word) and \(change.word): give each value once; run it twice to compare them")
      }
      changes.append(change)
    }
    return changes
  }

  private static var unserved: GeoError {
    GeoError(
      .usage,
      "--page-control and --emulate need --page ADDRESS:PORT: they say what people may do on a served page")
  }
}
