package import Geo
import Glibc

/// The zones of the last run with a state directory, so that `geoscript state show` knows them.
///
/// - Source: PR-9.
extension PrivacyZones {
  private static func path(in directory: String) -> String { "\(directory)/privacy-zones.geojson" }

  /// Keeps the zones of a run beside its state, or forgets those of an earlier one.
  ///
  /// - Errors: ``GeoError`` if the file cannot be written.
  package static func keep(_ zones: PrivacyZones?, in directory: String) throws(GeoError) {
    let path = path(in: directory)
    guard let zones else {
      unlink(path)
      return
    }
    try AtomicFile.write(Array(zones.text.utf8), to: path)
    chmod(path, 0o600)
  }

  /// The zones as a file has them.
  package var text: String { GeoJSON.text(of: zones.map(\.region)) }

  /// Returns the zones that the last run has kept; nil if it had none.
  ///
  /// - Errors: those of ``init(files:)``.
  package static func kept(in directory: String) throws(GeoError) -> PrivacyZones? {
    let path = path(in: directory)
    return access(path, F_OK) == 0 ? try PrivacyZones(files: [path]) : nil
  }
}
