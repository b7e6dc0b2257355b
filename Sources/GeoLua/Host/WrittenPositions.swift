public import LuaBridge

/// What a script writes itself has true positions under `--privacy-zone`: finds the calls that do so.
///
/// - Source: PR-12.
public enum WrittenPositions {
  /// Warns of each call that writes a position, as far as the text of the script shows it.
  ///
  /// - Parameter source: the script's name in messages.
  public static func warnings(in script: String, called source: String) -> [LuaDiagnostic] {
    rules.calls(in: script).map { call in
      LuaDiagnostic(
        severity: .warning, source: source, line: call.line, column: call.column,
        message: "\(call.writer) writes a position, which --privacy-zone does not mask")
    }
  }

  private static let rules = WrittenValues(
    members: ["coordinate", "latitude", "longitude"],
    harmless: [
      "timestamp", "speed", "course", "horizontalAccuracy", "verticalAccuracy", "speedAccuracy",
      "courseAccuracy", "floor", "sourceInformation", "containsCoordinate", "identifier", "count", "radius",
    ],
    parameters: ["didUpdateLocations": 1, "didUpdateToLocation": 1, "didVisit": 1],
    writers: [
      "print", "io.write", "geoscript.alert", "geoscript.log", "geoscript.row", "geoscript.send",
      "geoscript.appendFile", "geoscript.writeFile", "geoscript.writeGeoJSON", "geoscript.owntracks",
    ])
}
