import Geo

extension RadioTime {
  /// The summary's line, such as `radio: GPS 1 h 02 min, cell 3 h 10 min`; nil if no radio was on for a
  /// minute.
  var line: String? {
    let parts = [("GPS", gps), ("Wi-Fi", wifi), ("cell", cellular), ("compass", magnetometer)]
      .filter { $0.1 >= 60 }.map { "\($0.0) \(RadioTime.text($0.1))" }
    return parts.isEmpty ? nil : "radio: " + parts.joined(separator: ", ")
  }

  /// `12 min`, `3 h 05 min`.
  private static func text(_ seconds: TimeInterval) -> String {
    // The bound is far beyond any run, and fits an Int.
    let minutes = Int(min(seconds, 1e15) / 60)
    if minutes < 60 { return "\(minutes) min" }
    return "\(grouped(minutes / 60)) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }
}
