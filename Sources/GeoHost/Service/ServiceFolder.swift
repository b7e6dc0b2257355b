public import Geo
import GeoLua
import Glibc

/// Where units of the system lie.
public struct ServiceFolder {
  let path: String

  /// - Parameter root: the root of the system, such as that of an image; empty for the one that runs.
  public init(root: String = "") { path = root + "/etc/systemd/system" }

  /// Writes a unit, in place of an earlier one of geoscript; returns its path.
  ///
  /// - Errors: ``GeoError`` `notPermitted` unless the user may write there, `cannotCreate` if there is a unit of that
  ///   name that geoscript did not write.
  public func write(_ unit: ServiceUnit) throws(GeoError) -> String {
    let file = "\(path)/\(unit.file)"
    if access(file, F_OK) == 0, !((try? TextFile.read(file)) ?? "").hasPrefix(ServiceUnit.mark) {
      throw GeoError(
        .cannotCreate, "is there, and geoscript did not write it: take another name, or remove the file",
        at: file)
    }
    // A folder that cannot be made shows when the file is opened.
    try? Folder.make(path, mode: 0o755)
    guard let output = fopen(file, "w") else {
      let isRefused = errno == EACCES || errno == EPERM || errno == EROFS
      throw GeoError(
        isRefused ? .notPermitted : .cannotCreate,
        "\(String(cString: strerror(errno)))\(isRefused ? ": only root may install a service (sudo geoscript service install …)" : "")",
        at: file)
    }
    let isWritten = fputs(unit.text, output) >= 0
    guard fclose(output) == 0, isWritten else {
      throw GeoError(.inputOutput, String(cString: strerror(errno)), at: file)
    }
    return file
  }

  /// The names of the units that geoscript wrote, with their texts, sorted.
  func units() -> [(file: String, text: String)] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var units: [(String, String)] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix("geoscript"), name.hasSuffix(".service"),
        let text = try? TextFile.read("\(path)/\(name)"), text.hasPrefix(ServiceUnit.mark)
      else { continue }
      units.append((name, text))
    }
    return units.sorted { $0.0 < $1.0 }
  }
}
