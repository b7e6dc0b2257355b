import ArgumentParser
import Geo

/// The size of a map as a word of the command line: `800x600`, in points.
struct MapSize {
  let size: CGSize

  /// - Errors: ``ValidationError`` unless both sides are from 1 to 10,000.
  init(_ argument: String) throws {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard sides.count == 2, argument.filter({ $0 == "x" }).count == 1,
      sides.allSatisfy({ (1...10_000).contains($0) })
    else { throw ValidationError("expected two sides of 1 to 10000 points, as 800x600") }
    size = CGSize(width: sides[0], height: sides[1])
  }
}
