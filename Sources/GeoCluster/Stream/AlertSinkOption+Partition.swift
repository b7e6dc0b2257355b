import GeoDelivery
import GeoHost

extension AlertSinkOption {
  /// The sink of one partition; nil for one on standard output, which all share.
  func ofPartition(_ number: Int) -> AlertSinkOption? {
    switch kind {
    case .text, .none, .ndjson(path: nil): return nil
    case .ndjson(let path?):
      var sink = self
      sink.kind = .ndjson(path: AlertSinkOption.path(path, ofPartition: number))
      return sink
    default: return self
    }
  }

  /// `alerts.ndjson` is `alerts.5.ndjson` for partition 5.
  static func path(_ path: String, ofPartition number: Int) -> String {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path).\(number)" }
    return "\(path[..<dot]).\(number)\(path[dot...])"
  }
}

extension AlertSinkOption.Kind {
  /// The file that it appends to; nil for another sink.
  var file: String? { if case .ndjson(let path) = self { path } else { nil } }
}
