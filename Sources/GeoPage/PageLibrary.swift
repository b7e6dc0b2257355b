import Geo
import GeoHost
import Glibc

/// MapLibre GL JS, which draws the maps of pages: a file that is installed beside geoscript.
enum PageLibrary {
  static let fileName = "maplibre-gl.js"

  /// The SHA-256 of MapLibre GL JS 5.24.0 as PyPI's panel 1.9.4 carries it: in Base64, as a content security policy
  /// names it.
  static let hash = "RamwepGJzlYFTGIKlHzPQeKR5YyV6bYVM7dAqqZe5cs="

  /// The places where it may lie, the first before the others: where `$GEOSCRIPT_MAPLIBRE` says, the user's data, the
  /// system's data, beside the program, and in the folder of its build.
  static var paths: [String] {
    if let chosen = BaseDirectory.variable("GEOSCRIPT_MAPLIBRE"), !chosen.isEmpty { return [chosen] }
    let folders = [BaseDirectory.data].compactMap { $0 } + BaseDirectory.systemData
    return folders.map { "\($0)/\(fileName)" }
      + ["../share/geoscript/", "../../data/", "../../../data/"].compactMap(besideProgram)
  }

  private static func besideProgram(_ folder: String) -> String? {
    guard let path = resolvedPath("/proc/self/exe"), let end = path.lastIndex(of: "/") else { return nil }
    return "\(path[...end])\(folder)\(fileName)"
  }

  /// Returns the script.
  ///
  /// - Errors: ``GeoError`` `unavailable` if it is not installed, `data` if it is another version or damaged.
  static func read() throws(GeoError) -> [UInt8] {
    let paths = paths
    guard let path = paths.first(where: { access($0, R_OK) == 0 }) else {
      throw GeoError(
        .unavailable,
        "--page needs MapLibre GL JS 5.24.0, which draws its map: run scripts/setup, or put maplibre-gl.js there",
        at: paths.first)
    }
    let bytes = try WholeFile.bytes(of: path)
    guard Base64.encode(SHA256.hash(bytes)) == Array(hash.utf8) else {
      throw GeoError(
        .data, "is not MapLibre GL JS 5.24.0, which --page needs: remove it and run scripts/setup", at: path)
    }
    return bytes
  }
}
