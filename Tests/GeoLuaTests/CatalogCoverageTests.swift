import Glibc
import LuaBridge
import Testing

@testable import GeoLua

/// What scripts can name is described, has units, and is used by a spec.
@Suite struct CatalogCoverageTests {
  private let catalog = GeoLibrary.catalog

  @Test func everyMemberHasASummaryAndEveryNumberAUnit() {
    let problems = CatalogCoverage(catalog: catalog).problems()
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test func everyTypeIsDeclared() {
    #expect(CatalogCoverage(catalog: catalog).unknownTypes() == [])
  }

  @Test func everyMemberIsUsedByASpec() throws {
    let used = try SpecWords.all()
    let missing = names().filter { !used.contains($0.word) }.map(\.member)
    #expect(missing.isEmpty, "no spec in Tests/specs uses \(missing.joined(separator: ", "))")
  }

  @Test func modulesInsideModulesAreFoundByTheChecker() {
    let script = "print(geoscript.json.encode{}, geoscript.json.encod)"
    let found = LuaChecker(catalog: catalog).check(script, name: "x.lua").map { "\($0)" }
    #expect(found.count == 1)
    #expect(found.first?.contains("'encode'") == true)
  }

  /// Every name with the word that a spec must use.
  private func names() -> [(member: String, word: String)] {
    var names = (catalog.functions.map(\.name) + catalog.constants.map(\.name)).map { ($0, $0) }
    for item in catalog.classes {
      let members =
        item.properties.map(\.name) + (item.methods + item.classMethods).map(\.name)
        + (item.initializer ?? []).map(\.name) + item.aliases.keys.sorted()
      names += (members + [item.name] + item.globalAliases).map { ("\(item.name).\($0)", $0) }
    }
    for item in catalog.structs { names += item.fields.map { ("\(item.name).\($0.name)", $0.name) } }
    for item in catalog.modules {
      names += (item.functions.map(\.name) + item.properties.map(\.name)).map { ("\(item.name).\($0)", $0) }
    }
    for item in catalog.delegates {
      let functions = item.functions.flatMap { [$0.function.name] + $0.aliases }
      names += functions.map { ("\(item.name).\($0)", $0) }
    }
    return names.map { (member: $0.0, word: $0.1) }
  }
}

/// The words of the Lua specs, without their comments.
private enum SpecWords {
  static func all() throws -> Set<String> {
    let folder = "\(root)/Tests/specs"
    let handle = try #require(opendir(folder))
    defer { closedir(handle) }
    var words: Set<String> = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix("_spec.lua") || name.hasSuffix("_test.lua") else { continue }
      for line in try TextFile.read("\(folder)/\(name)").split(whereSeparator: \.isNewline) {
        guard !line.hasPrefix("--") else { continue }
        let parts = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        words.formUnion(parts.map(String.init))
      }
    }
    return words
  }

  /// The repository: three steps above this file.
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")
}
