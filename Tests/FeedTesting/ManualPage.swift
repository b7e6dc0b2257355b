import Foundation

/// A page of the manual in the repository.
package struct ManualPage {
  package let text: String

  package init(_ name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    text = try String(
      contentsOf: root.appendingPathComponent("Sources/Manual/pages/\(name).md"), encoding: .utf8)
  }

  /// The blocks of code in their order, each closed by a line break.
  package var samples: [String] {
    let blocks = text.split(separator: "```", omittingEmptySubsequences: false)
    return stride(from: 1, to: blocks.count, by: 2).map { index in
      blocks[index].split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0 + "\n" }.joined()
    }
  }

  /// The block of code under a heading of the second level.
  package func sample(under heading: String) -> String? {
    guard let start = text.range(of: "\n## \(heading)") else { return nil }
    var part = ManualPage(rest: String(text[start.upperBound...]))
    if let end = part.text.range(of: "\n## ") {
      part = ManualPage(rest: String(part.text[..<end.lowerBound]))
    }
    return part.samples.first
  }

  private init(rest: String) { text = rest }
}
