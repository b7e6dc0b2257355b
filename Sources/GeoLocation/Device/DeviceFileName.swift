import GeoCore
import GeoRegions

/// Names of devices as parts of file names: one rule for what geoscript writes and for scripts.
public enum DeviceFileName {
  /// The most bytes of a device's name in a file's name; file systems allow 255 in all.
  private static let longest = 120

  /// The name of a device as part of a file's name, different for different names.
  ///
  /// Characters that are special to file systems or shells become `%` and two hexadecimal digits for each
  /// byte. A long name is cut and gets a hash of the whole name.
  public static func of(_ name: String) -> String {
    var safe = ""
    for scalar in name.unicodeScalars {
      if isHarmless(scalar, isFirst: safe.isEmpty) {
        safe.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 { safe += "%" + byte.hexadecimal.uppercased() }
      }
    }
    if safe.isEmpty { return "%" }
    guard safe.utf8.count > longest else { return safe }
    var hash = FNV1a()
    hash.combine(name)
    var cut = ""
    for character in safe {
      guard cut.utf8.count + String(character).utf8.count <= longest - 17 else { break }
      cut.append(character)
    }
    return cut + "%" + hash.value.hexadecimal.uppercased()
  }

  private static func isHarmless(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "/", "\\", "%", ":", "*", "?", "\"", "<", ">", "|", "{", "}": false
    case ".", "-", "~", " ": !isFirst
    default: scalar.properties.generalCategory.isPrintable
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isPrintable: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
