internal import CCairo
public import Geo

/// The drawing libraries, loaded when the first picture is made.
public enum DrawingLibraries {
  /// Their Debian packages.
  public static let packages = [
    "libcairo2", "libpangocairo-1.0-0", "libpangoft2-1.0-0", "libfontconfig1", "libdeflate0",
    "fonts-dejavu-core", "fonts-ipafont-gothic",
  ]

  /// - Errors: ``GeoError`` if one of them is missing, naming the packages to install.
  public static func load() throws(GeoError) {
    guard let why = cv_load() else { return }
    throw GeoError(
      .unavailable,
      """
      pictures cannot be drawn: \(String(cString: why)); install the Debian packages \
      \(packages.joined(separator: " "))
      """)
  }
}
