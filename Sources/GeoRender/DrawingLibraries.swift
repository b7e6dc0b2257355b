internal import CCairo
public import Geo

/// The libraries that draw, which are loaded when the first picture is made.
public enum DrawingLibraries {
  /// What Debian calls them.
  public static let packages = [
    "libcairo2", "libpangocairo-1.0-0", "libpangoft2-1.0-0", "libfontconfig1", "libdeflate0",
    "fonts-dejavu-core", "fonts-ipafont-gothic",
  ]

  /// - Errors: ``GeoError`` when one of them is missing, naming what to install.
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
