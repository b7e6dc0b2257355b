import Geo
import GeoFormats

/// Counts of distorted fixes, for the summary.
struct DistortionCounts {
  var fixes = 0
  var dropped = 0
  var gaps = 0
  var doubled = 0
  var outliers = 0
  /// The sum of all delays, in seconds.
  var delays = 0.0
  /// Fixes that arrived after one measured later.
  var overtaken = 0

  func sentence(_ distortion: Distortion, of name: String) -> String {
    var done: [String] = []
    if distortion.jitter > 0 {
      done.append(
        "moved by \(InputField.number(distortion.jitter)) m (68%), each error lasting about "
          + "\(InputField.number(distortion.correlation)) s")
    }
    if distortion.dropout > 0 { done.append("\(dropped) dropped in \(gaps) \(gaps == 1 ? "gap" : "gaps")") }
    if distortion.delay > 0 {
      let mean = delays / Double(max(1, fixes - dropped))
      done.append("delayed by \((mean * 100).rounded() / 100) s on average, \(overtaken) overtaken")
    }
    if distortion.duplicates > 0 { done.append("\(doubled) doubled") }
    if distortion.outliers > 0 { done.append("\(outliers) displaced") }
    return "distorted: \(name): of \(fixes) fixes: \(done.joined(separator: "; ")) (seed \(distortion.seed))"
  }
}
