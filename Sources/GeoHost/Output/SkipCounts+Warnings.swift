import Geo
import GeoFormats

extension SkipCounts {
  /// A line for the user about each kind.
  var warnings: [String] {
    kinds.map { "warning: \(grouped($1.count)) × \($0), first: \($1.first)" }
  }
}
