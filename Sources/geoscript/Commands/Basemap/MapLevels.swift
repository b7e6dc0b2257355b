import ArgumentParser

/// Levels of zoom as a word of the command line: `12`, `8-15`.
struct MapLevels {
  let levels: ClosedRange<Int>

  /// - Errors: ``ValidationError`` unless it is one level, or the lowest and the highest.
  init(_ argument: String) throws {
    let words = argument.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count, (1...2).contains(numbers.count), let low = numbers.first,
      let high = numbers.last, 0 <= low, low <= high, high <= 19
    else { throw ValidationError("expected levels from 0 to 19, as 8-15") }
    levels = low...high
  }
}
