import Geo
import GeoHost
import LuaBridge

/// Which lines of the tested scripts have run.
package struct Coverage: Sendable {
  /// How often each line with code has run, by the path of the file.
  private var files: [String: [Int: Int]] = [:]

  package var isEmpty: Bool { files.isEmpty }

  init() {}

  /// - Parameter script: the path of the script, beside which its modules lie.
  mutating func add(_ counts: [LuaLineCounts], of script: String) {
    let folder = script.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    for file in counts { add(file.counts, of: folder.isEmpty ? file.file : folder + "/" + file.file) }
  }

  mutating func add(_ other: Coverage) { for (path, counts) in other.files { add(counts, of: path) } }

  private mutating func add(_ counts: [Int: Int], of path: String) {
    files[path, default: [:]].merge(counts) { $0 + $1 }
  }

  /// A table for a person: the share of each file's lines that ran, and the lines that did not.
  package var text: String {
    var lines: [String] = []
    for (path, counts) in files.sorted(by: { $0.key < $1.key }) {
      let hit = counts.values.filter { $0 > 0 }.count
      let share = counts.isEmpty ? 100 : Double(hit) * 100 / Double(counts.count)
      let missed = Coverage.ranges(counts.filter { $0.value == 0 }.keys.sorted())
      lines.append(
        "\(path): \(fixed(share, 1)) % (\(hit) of \(counted(counts.count, "line")))"
          + (missed.isEmpty ? "" : "; not run: \(missed)"))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A tracefile for genhtml and editors.
  ///
  /// - Source: geninfo(1) of lcov: SF, DA, LF, LH, end_of_record.
  package var lcov: String {
    var text = "TN:\n"
    for (path, counts) in files.sorted(by: { $0.key < $1.key }) {
      text += "SF:\(path)\n"
      for (line, count) in counts.sorted(by: { $0.key < $1.key }) { text += "DA:\(line),\(count)\n" }
      text += "LF:\(counts.count)\nLH:\(counts.values.filter { $0 > 0 }.count)\nend_of_record\n"
    }
    return text
  }

  /// `3, 7-9`.
  private static func ranges(_ lines: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for line in lines {
      if let last = ranges.last, last.upperBound + 1 == line {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(
      separator: ", ")
  }
}
