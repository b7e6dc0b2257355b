import Geo
import GeoFeeds
import GeoHost

/// Numbers as a person reads them.
extension LogSummary {
  static func short(_ value: Double) -> String {
    value < 100 ? rounded(value, 1) : grouped(Int(min(value, 1e15).rounded()))
  }

  private static func rounded(_ value: Double, _ decimals: Int) -> String {
    JSONValue.text(of: value.rounded(decimals: decimals))
  }

  static func degrees(_ value: Double) -> String { rounded(value, 4) }

  static func meters(_ length: Double) -> String {
    length < 1000 ? "\(Int(length.rounded())) m" : "\(short(length / 1000)) km"
  }

  /// Seconds in the unit that suits.
  static func span(_ seconds: TimeInterval) -> String {
    switch seconds {
    case ..<0.9995: "\(Int((seconds * 1000).rounded())) ms"
    case ..<120: "\(rounded(seconds, 1)) s"
    case ..<7200: "\(rounded(seconds / 60, 1)) min"
    case ..<172_800: "\(rounded(seconds / 3600, 1)) h"
    default: "\(rounded(seconds / 86_400, 1)) days"
    }
  }
}
