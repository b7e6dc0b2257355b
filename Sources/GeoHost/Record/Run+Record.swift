import Geo

extension Run {
  /// What records the run; nil without `--record`.
  ///
  /// - Errors: ``GeoError`` when the file cannot be made.
  func recorder(_ directory: DeviceDirectory, _ output: Output) throws(GeoError) -> Recorder? {
    guard let path = options.record else { return nil }
    return try Recorder(
      .init(path: path, rotation: options.recordRotation), directory: directory, clock: clock,
      note: { [weak output] in output?.note($0) }, warn: { [weak output] in output?.warn($0) })
  }
}
