package import Geo
package import GeoHost
package import LuaBridge

/// Findings of `geoscript check` in the Static Analysis Results Interchange Format.
///
/// - Shapes: lines and columns count from 1; columns count Unicode code points.
/// - Source: OASIS SARIF 2.1.0, sections 3.13 (log), 3.14 (run), 3.27 (result), 3.30 (region).
package struct SARIFReport {
  private var results: [JSONValue] = []

  package init() {}

  /// Adds the findings about a script.
  package mutating func add(_ findings: [LuaDiagnostic], in script: ScriptFile) {
    let lines = script.source.utf8.split(separator: 10, omittingEmptySubsequences: false)
    for finding in findings {
      let line = (1...lines.count).contains(finding.line) ? Array(lines[finding.line - 1]) : []
      results.append(result(finding, column: SARIFReport.column(finding.column, in: line)))
    }
  }

  /// The log as one JSON document.
  package var json: JSONValue {
    let rules = [
      (LuaDiagnostic.Severity.error, "The script cannot work as written."),
      (.warning, "The script is probably wrong."),
    ]
    let driver = JSONValue.object([
      ("name", .string("geoscript check")), ("version", .string(Product.version)),
      (
        "rules",
        .array(
          rules.map { severity, text in
            .object([
              ("id", .string(SARIFReport.rule(severity))),
              ("shortDescription", .object([("text", .string(text))])),
            ])
          })
      ),
    ])
    return .object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
      (
        "runs",
        .array([
          .object([
            ("tool", .object([("driver", driver)])), ("columnKind", .string("unicodeCodePoints")),
            ("results", .array(results)),
          ])
        ])
      ),
    ])
  }

  private func result(_ finding: LuaDiagnostic, column: Int) -> JSONValue {
    let region = JSONValue.object([
      ("startLine", .integer(Int64(max(1, finding.line)))), ("startColumn", .integer(Int64(column))),
    ])
    let place = JSONValue.object([
      ("artifactLocation", .object([("uri", .string(SARIFReport.uri(of: finding.source)))])),
      ("region", region),
    ])
    return .object([
      ("ruleId", .string(SARIFReport.rule(finding.severity))),
      ("level", .string(finding.severity == .error ? "error" : "warning")),
      ("message", .object([("text", .string(finding.message))])),
      ("locations", .array([.object([("physicalLocation", place)])])),
    ])
  }

  private static func rule(_ severity: LuaDiagnostic.Severity) -> String {
    severity == .error ? "script-error" : "script-warning"
  }

  /// A column in bytes as one in code points.
  private static func column(_ bytes: Int, in line: [UInt8]) -> Int {
    1 + String(decoding: line.prefix(max(0, bytes - 1)), as: UTF8.self).unicodeScalars.count
  }

  /// A path as a URI reference: RFC 3986, section 4.2, and file URIs for absolute paths (RFC 8089).
  private static func uri(of path: String) -> String {
    let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@".utf8)
    let encoded = path.utf8.map { byte in
      kept.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}
