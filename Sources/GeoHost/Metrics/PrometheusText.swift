/// Writes metrics in Prometheus' text format.
///
/// - Source: prometheus.io/docs/instrumenting/exposition_formats, «Text-based format», version 0.0.4;
///   names by prometheus.io/docs/practices/naming.
package struct PrometheusText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  package enum Kind: String { case counter, gauge, histogram, summary }

  package private(set) var text = ""
  private var name = ""

  package init() {}

  /// Begins a metric; its samples follow.
  package mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a sample of the metric.
  ///
  /// - Parameter suffix: what follows the name, such as `_sum`.
  package mutating func sample(_ value: Double, _ labels: [(String, String)] = [], suffix: String = "") {
    let list = labels.map { "\($0)=\"\(PrometheusText.escaped($1))\"" }.joined(separator: ",")
    text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(PrometheusText.number(value))\n"
  }

  /// A metric with one sample.
  package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    begin(name, kind, help)
    sample(value)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func number(_ value: Double) -> String {
    if value == .infinity { return "+Inf" }
    // As the numbers of Go, which Prometheus reads; whole ones without a fraction.
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
