import Testing

/// The rulings in `Sources/Manual/rulings`: each number occurs once, and each citation exists.
@Suite struct RulingsTests {
  private static let folder = "Sources/Manual/rulings"

  private struct Ruling {
    let number: String
    let page: String
    var prefix: String { String(number.prefix { $0.isUppercase }) }
  }

  /// Every ruling, in the order of pages and lines.
  private let rulings: [Ruling]

  init() throws {
    var rulings: [Ruling] = []
    for page in Repository.files(below: Self.folder, endings: ["md"]) {
      for line in try Repository.text(page).split(separator: "\n") where line.hasPrefix("- **") {
        let number = line.dropFirst(4).prefix { $0 != "*" }
        rulings.append(Ruling(number: String(number), page: String(page.dropFirst(Self.folder.count + 1))))
      }
    }
    self.rulings = rulings
  }

  @Test func eachNumberStandsOnce() {
    let repeated = Dictionary(grouping: rulings, by: \.number).filter { $0.value.count > 1 }.keys.sorted()
    #expect(repeated.isEmpty, "more than one ruling has the number \(repeated.joined(separator: ", "))")
    #expect(rulings.count > 250)
  }

  @Test func thePagesAreListedWithTheirLetters() throws {
    let index = try Repository.text("\(Self.folder)/README.md")
    for (prefix, all) in Dictionary(grouping: rulings, by: \.prefix) {
      let pages = Set(all.map(\.page))
      #expect(pages.count == 1, "\(prefix) stands on \(pages.sorted().joined(separator: " and "))")
      let row = index.split(separator: "\n").first { $0.contains("[\(all[0].page)](\(all[0].page))") }
      let letters = row?.split(separator: "|").first?.split { !$0.isLetter }.map(String.init)
      #expect(letters?.contains(prefix) == true, "README.md does not list \(prefix) with \(all[0].page)")
    }
  }

  @Test func everyCitedNumberExists() throws {
    let known = Set(rulings.map(\.number))
    let citations = Citations(prefixes: Set(rulings.map(\.prefix)))
    var missing: [String] = []
    var count = 0
    for path in citingFiles() {
      let text = Array(try Repository.text(path).utf8)
      for (line, bytes) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
        let numbers = citations.numbers(in: citingPart(of: bytes, in: path))
        count += numbers.count
        missing += numbers.filter { !known.contains($0) }.map { "\(path):\(line + 1): \($0)" }
      }
    }
    #expect(missing.isEmpty, "no such ruling:\n\(missing.joined(separator: "\n"))")
    // A test that finds no files must not pass.
    #expect(count > 500)
  }

  @Test func citationsAreFoundAndNothingElse() {
    let citations = Citations(prefixes: ["CL", "E", "S"])
    let line =
      "/// - Source: CL-7, E-2 … E-13; S8, `S36`. "
      + "UTF-8, x-CL-3, CL-, CL-04, ICL-5, S-23, S3x, E-5b, E-2026"
    #expect(citations.numbers(in: Array(line.utf8)[...]) == ["CL-7", "E-2", "E-13", "S8", "S36"])
  }

  /// Generated files and data cite nothing.
  private func citingFiles() -> [String] {
    let code: Set<String> = ["swift", "c", "h", "hpp", "cpp"]
    let files =
      Repository.files(below: "Sources", endings: code.union(["md"]))
      + Repository.files(below: "Tests", endings: code.union(["lua"]))
      + Repository.files(below: "examples", endings: ["lua", "md", "swift"])
      + Repository.files(below: "scripts", endings: ["py", "sh"])
    return files.filter { !$0.hasSuffix(".gen.swift") && !$0.hasSuffix("LICENSES.md") }
  }
}
