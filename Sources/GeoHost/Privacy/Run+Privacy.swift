import Geo

extension Run {
  /// Says at the start which recordings lack positions, and what zones do not reach.
  ///
  /// - Source: PR-5, PR-8.
  func sayPrivacy(_ output: Output) {
    for mask in RecordedRun.masks(options.sources) { output.warn(mask) }
    guard !options.privacyZones.isEmpty else { return }
    output.note(
      "--privacy-zone masks what geoscript writes; what the script writes itself has the true positions: "
        + "printed lines, texts and fields of alerts, rows, messages, files, its own maps")
  }
}
