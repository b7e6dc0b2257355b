import CommandTesting
import Testing

/// `geoscript geocode` as people use it, with the built-in set.
@Suite struct GeocodeRunsTests {
  private func geocode(_ words: String, stdin: String = "") throws -> Command.Result {
    let command = try Command(["input": stdin])
    return try command.shell(
      "GEOSCRIPT_GAZETTEER= \(Command.products)/geoscript geocode \(words) \(stdin.isEmpty ? "" : "<input")")
  }

  @Test func aNameIsFoundAndItsSourceShown() throws {
    let found = try geocode("cupertino 1 infinite loop --limit 1")
    #expect(found.code == 0 && found.lines.first == "1 Infinite Loop")
    let reverse = try geocode("-33.8568,151.2153")
    #expect(
      reverse.code == 0 && reverse.output.contains("Sydney") && reverse.lines.last == "gazetteer: © GeoNames")
    #expect(reverse.reports.map { $0.prefix(37) } == ["places come from the built-in set: ci"])
  }

  @Test func anUnknownPlaceIsReportedAndExitsWithOne() throws {
    for words in ["zzzzqq", "zzzzqq --json"] {
      let result = try geocode(words)
      #expect(result.code == 1 && result.output.isEmpty)
      #expect(result.reports.last?.contains("no place like \"zzzzqq\" is known") == true)
    }
  }

  @Test func anEmptyTextIsReported() throws {
    for words in ["\"\"", "\"  \""] {
      let result = try geocode(words)
      #expect(result.code == 65 && result.errors.contains("there is nothing to look up"))
    }
  }

  @Test func negativeAndOtherPositionsArePositions() throws {
    for words in ["geo:-33.8568,151.2153", "\"33°51'24\\\"S 151°12'55\\\"E\"", "-33.8568, 151.2153"] {
      #expect(try geocode("\(words) --json").output.contains("\"country\":\"Australia\""), "\(words)")
    }
  }

  @Test func aTableGetsColumnsAndKeepsItsRows() throws {
    let table = "id,place\n1,Tokyo\n2,zzzzqq\n3,\"48.8566,2.3522\"\n4,\n"
    let result = try geocode("-", stdin: table)
    #expect(result.code == 0 && result.lines.count == 5)
    #expect(result.lines.first?.hasPrefix("id,place,geo_status,geo_latitude,geo_longitude,geo_name,") == true)
    #expect(result.lines[1].hasPrefix("1,Tokyo,ok,35.6895,139.69171,Tokyo,"))
    #expect(result.lines[1].hasSuffix(",gazetteer,© GeoNames,place,Asia/Tokyo,"))
    #expect(result.lines[2].hasPrefix("2,zzzzqq,\"no place like"))
    #expect(result.lines[3].hasPrefix("3,\"48.8566,2.3522\",ok,") && result.lines[3].contains(",France,"))
    #expect(result.lines[4].hasPrefix("4,,line 5: there is nothing to look up,"))
    #expect(result.reports.last == "4 rows: 2 found, 1 not found, 1 without a question")
  }

  @Test func objectsGetAPlacemarkAndTheirStatus() throws {
    let result = try geocode(
      "- --column town", stdin: "{\"town\":\"Helsinki\",\"n\":1}\n{\"town\":\"zzzzqq\"}\n")
    #expect(result.lines.count == 2)
    #expect(
      result.lines.first?.hasPrefix("{\"town\":\"Helsinki\",\"n\":1,\"placemark\":{\"name\":\"Helsinki\"")
        == true)
    #expect(
      result.lines.last?.hasPrefix("{\"town\":\"zzzzqq\",\"placemark\":null,\"geo_status\":\"no place")
        == true)
  }

  @Test func aMissingLanguageIsReportedOnce() throws {
    let table = "place\nHelsinki\nTokyo\nParis\n"
    let missing = try geocode("- --lang eo", stdin: table)
    #expect(missing.reports.filter { $0.contains("no names in eo for Helsinki") }.count == 1)
    #expect(missing.reports.filter { $0.contains("no names in eo") }.count == 1)
    let known = try geocode("Osaka --lang ja --json --limit 1")
    #expect(known.output.hasPrefix("{\"name\":\"大阪市\"") && known.reports.count == 1)
  }
}
