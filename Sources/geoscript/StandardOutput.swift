import Geo
import GeoHost
@preconcurrency import Glibc

/// What commands print by `print`.
enum StandardOutput {
  /// Writes what waits, and exits: with 74 if a successful command could not write all of it.
  static func exit(_ code: Int32) -> Never {
    // A write that failed before is remembered by the stream.
    let isWhole = fflush(stdout) == 0 && ferror(stdout) == 0
    if !isWhole {
      Geoscript.complain("geoscript: standard output: it cannot be written, and is not complete")
    }
    Glibc.exit(isWhole || code != 0 ? code : GeoError.Code.inputOutput.exitCode)
  }
}
