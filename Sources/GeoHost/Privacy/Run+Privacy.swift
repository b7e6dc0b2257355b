import Geo
import GeoLua
import LuaBridge

extension Run {
  /// The most calls that are named; `check --privacy` names all.
  private static var mostPrivacyWarnings: Int { 5 }

  /// Says at the start which recordings lack positions, and what zones do not reach.
  ///
  /// - Source: PR-5, PR-8, PR-12.
  package func sayPrivacy(_ output: Output) {
    for mask in RecordedRun.masks(options.sources) { output.warn(mask) }
    guard !options.privacyZones.isEmpty else { return }
    output.note(
      "--privacy-zone masks what geoscript writes; what the script writes itself has the true positions: "
        + "printed lines, texts and fields of alerts, rows, messages, files, its own maps")
    if options.record != nil, options.recordExact == nil {
      output.note(
        "--record under --privacy-zone: a replay of the recording does not give the same output, because the places "
          + "in zones are masked (--record-exact FILE keeps them)")
    }
    for warning in WrittenPositions.warnings(in: script.source, called: script.name).prefix(
      Run.mostPrivacyWarnings)
    {
      output.say(.warning, warning.description)
    }
  }
}
