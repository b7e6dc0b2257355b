import Geo

/// What went wrong beside the callbacks, as the summary of `--json` has it.
struct RunFault: Sendable, Hashable, Comparable {
  /// The exit code that it counts as.
  let code: Int32
  let message: String

  init(code: Int32, message: String) { (self.code, self.message) = (code, message) }

  init(_ error: GeoError) { self.init(code: error.code.exitCode, message: "\(error)") }

  var json: JSONValue { .object([("code", .integer(Int64(code))), ("message", .string(message))]) }

  static func < (left: RunFault, right: RunFault) -> Bool {
    (left.code, left.message) < (right.code, right.message)
  }
}
