import FeedTesting
import Geo
import Testing

@testable import GeoGazetteer

@Suite struct QueryFeedTests {
  private struct Asked {
    var queries: [String] = []
    var contents: [String] = []
    var lines: [Int] = []
    var note: String?
  }

  private func read(_ text: String, _ names: QueryFeed.Names = QueryFeed.Names()) throws -> Asked {
    let folder = TemporaryDirectory()
    let feed = try QueryFeed(path: folder.write("rows", text), names: names)
    var asked = Asked(note: feed.note)
    while let row = try feed.row() {
      asked.lines.append(row.line)
      switch row.query {
      case .ask(.text(let text)): asked.queries.append(text)
      case .ask(.position(let place)): asked.queries.append("\(place.latitude) \(place.longitude)")
      case .ask(.address(let address)): asked.queries.append(address.lines.joined(separator: "/"))
      case .bad(let reason): asked.queries.append("! \(reason)")
      }
      switch row.content {
      case .fields(let text, let values): asked.contents.append("\(text) \(values.count)")
      case .object(let members): asked.contents.append(JSONValue.object(members).description)
      case .broken(let text): asked.contents.append("broken \(text)")
      }
    }
    return asked
  }

  @Test func anAddressColumnIsFoundByItsName() throws {
    let asked = try read(
      "id,Address,note\n1,\"1 Infinite Loop, Cupertino\",x\n2,\"35.68, 139.77\"\n3,,\n\n4,東京,\n")
    #expect(
      asked.queries == [
        "1 Infinite Loop, Cupertino", "35.68 139.77", "! there is nothing to look up", "東京",
      ])
    #expect(asked.contents[0] == "1,\"1 Infinite Loop, Cupertino\",x 3" && asked.contents[1].hasSuffix(" 2"))
    #expect(asked.lines == [2, 3, 4, 6] && asked.note == "asking by \"Address\"")
  }

  @Test func aRowWithoutAStreetIsAskedByItsCity() throws {
    let asked = try read("address,city,country\n,Berlin,Germany\nUnter den Linden 1,Berlin,\n , ,Malta\n")
    #expect(asked.queries == ["Berlin, Germany", "Unter den Linden 1, Berlin", "Malta"])
  }

  @Test func latitudeAndLongitudeAreAPosition() throws {
    let asked = try read("name;lat;lng\nA;35.68;139.77\nB;35°40′48″N;139°46′12″E\nC;x;1\nD;;\nE;95;1\n")
    #expect(asked.queries[0] == "35.68 139.77" && asked.queries[1] == "35.68 139.77")
    #expect(asked.queries[2] == "! \"x\", \"1\" is not a position")
    #expect(asked.queries[3] == "! has no latitude and no longitude")
    #expect(asked.queries[4].contains("place on the earth"))
  }

  @Test func partsOfAnAddressAreAskedTogether() throws {
    let asked = try read(
      "housenumber\tstreet\tcity\tstate\tcountry\n1\tInfinite Loop\tCupertino\tCA\tUSA\n\t\t\t\t\n\t\t\t\tx\n"
    )
    #expect(asked.queries.first == "1 Infinite Loop/Cupertino CA/USA")
    #expect(asked.note == "asking by \"housenumber\", \"street\", \"city\", \"state\", \"country\"")
  }

  @Test func columnsCanBeNamed() throws {
    var names = QueryFeed.Names()
    names.text = "Site"
    #expect(try read("address,site\nA,B\n", names).queries == ["B"])
    names = QueryFeed.Names()
    (names.latitude, names.longitude) = ("b", "a")
    #expect(try read("address,a,b\nA,1,2\n", names).queries == ["2.0 1.0"])
    names.text = "nowhere"
    let error = #expect(throws: GeoError.self) { try read("address,site\nA,B\n", names) }
    #expect(error?.message == "no column is called \"nowhere\"; found \"address\", \"site\"")
  }

  @Test func eachObjectIsAskedByItsOwnMembers() throws {
    let asked = try read(
      """
      {"address":"Tokyo","n":1}
      {"lat":35.68,"lon":139.77}

      {"lat":"35.68","lon":"139.77","x":{"a":[1]}}
      {"name":"Berlin"}
      {"other":1}
      [1]
      {"address":
      """)
    #expect(asked.queries.prefix(4) == ["Tokyo", "35.68 139.77", "35.68 139.77", "Berlin"])
    #expect(
      asked.queries[4] == "! has no address and no position"
        && asked.queries[5] == "! is JSON but not an object")
    #expect(asked.queries[6].hasPrefix("! is not a JSON object") && asked.lines == [1, 2, 4, 5, 6, 7, 8])
    #expect(asked.contents[2] == "{\"lat\":\"35.68\",\"lon\":\"139.77\",\"x\":{\"a\":[1]}}")
  }

  @Test func aRowThatIsBrokenIsKept() throws {
    let asked = try read("address\nA\n\"B\" C\n\"D\n")
    #expect(asked.queries[0] == "A" && asked.queries.count == 3)
    #expect(asked.contents[1] == "broken \"B\" C" && asked.contents[2] == "broken \"D")
    let long = "address\n" + String(repeating: "x", count: 3 << 20) + "\nA\n"
    #expect(try read(long).queries == ["! line is longer than 1048576 bytes", "A"])
  }

  @Test func aTableWithoutQuestionsListsItsColumns() throws {
    let error = #expect(throws: GeoError.self) { try read("a,b\n1,2\n") }
    #expect(error?.message.hasPrefix("no column is an address or a position; found \"a\", \"b\"") == true)
    #expect(throws: GeoError.self) { try read("") }
    #expect(throws: GeoError.self) { try read("\n\n") }
  }
}
