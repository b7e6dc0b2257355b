import ArgumentParser
import Glibc

/// Refuses invalid command lines before anything is read.
extension GeocodeCommand {
  func validate() throws {
    if let limit, !(1...50 ~= limit) { throw ValidationError("--limit must be 1 to 50, got \(limit)") }
    guard (latColumn == nil) == (lonColumn == nil) else {
      throw ValidationError("--lat-column and --lon-column go together")
    }
    guard column == nil || latColumn == nil else {
      throw ValidationError(
        "--column names an address, --lat-column and --lon-column a position: choose one")
    }
    if isBatch {
      guard limit == nil else {
        throw ValidationError("--limit works only with one question: each row gets one answer")
      }
      if words.isEmpty, isatty(STDIN_FILENO) == 1 {
        throw ValidationError("there is nothing to look up (geoscript geocode Tokyo station)")
      }
    } else if words.contains("-") {
      throw ValidationError("- reads questions from standard input: write it alone")
    } else if column != nil || latColumn != nil {
      throw ValidationError(
        "the options of columns need a table on standard input (geoscript geocode - --column …)")
    }
  }
}
