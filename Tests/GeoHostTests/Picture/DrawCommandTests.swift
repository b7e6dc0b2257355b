import Foundation
import Testing

@Suite("geoscript draw")
struct DrawCommandTests {
  static let square = """
    {"type":"Feature","properties":{"title":"square","stroke":"#ff0000"},
     "geometry":{"type":"Polygon","coordinates":[[[14,45],[14.1,45],[14.1,45.1],[14,45.1],[14,45]]]}}
    """

  @Test func filesOfSeveralKindsMakeOnePicture() throws {
    let command = try Command([
      "a.geojson": DrawCommandTests.square, "b.csv": "name,lat,lon\nhut,45.05,14.05\n",
      "c.ndjson": MapOptionTests.track, "d.wkt": "e\tLINESTRING (14 45, 14.1 45.1)\n",
    ])
    let result = try command.run(
      "draw", "a.geojson", "b.csv", "c.ndjson", "d.wkt", "-o", "out.svg", "--map-size", "300x200")
    #expect(result.code == 0 && result.errors.isEmpty && result.output.isEmpty, "\(result.errors)")
    let svg = command.read("out.svg")
    #expect(svg.contains("<svg") && svg.contains("300"))
  }

  @Test func standardInputIsAFileToo() throws {
    let command = try Command()
    let result = try command.run("draw", "-", "-o", "out.png", stdin: DrawCommandTests.square)
    #expect(result.code == 0 && command.exists("out.png"), "\(result.errors)")
    #expect(try command.run("draw", "-", "-o", "o.png", stdin: MapOptionTests.track).code == 65)
  }

  @Test(arguments: [
    (["a.geojson"], 64, "-o"), (["a.geojson", "-o", "x.gif"], 64, "ends in .png"),
    (["b.geojson", "-o", "x.png"], 66, "did you mean a.geojson?"),
    (["empty.csv", "-o", "x.png"], 65, "contains nothing to draw"),
    (["a.geojson", "-o", "no/x.png"], 73, "no such folder"),
    (["a.geojson", "-o", "x.png", "--map-size", "1x99999"], 64, "map-size"),
    (["walk.lua", "-o", "x.png"], 64, "walk.lua: is a script: write geoscript run walk.lua --map x.png"),
    (["a.geojson", "-o", "x.png", "--basemap", "no.mbtiles"], 66, "no.mbtiles: there is no such file"),
  ])
  func whatCannotBeDrawnIsSaid(words: [String], code: Int32, message: String) throws {
    let command = try Command([
      "a.geojson": DrawCommandTests.square, "empty.csv": "name,lat,lon\n", "walk.lua": "",
    ])
    let result = try command.start(["draw"] + words).wait()
    #expect(result.code == code && result.errors.contains(message), "\(result.code): \(result.errors)")
    #expect(!command.exists("x.png"))
  }

  @Test func devicesOfALogAreNamed() throws {
    func log(_ names: [String]) -> String {
      names.enumerated().map { index, name in
        (10..<20).map { time in
          #"{"type":"location","time":\#(time),"device":"\#(name)","latitude":45.\#(time),"longitude":1\#(index)}"#
            + "\n"
        }.joined()
      }.joined()
    }
    let command = try Command([
      "a.ndjson": log(["van", "lorry"]), "b.ndjson": log(["van", "bus"]), "c.ndjson": log(["van"]),
      "d.ndjson": log(["bus"]),
    ])
    func picture(_ file: String) throws -> String {
      let result = try command.run("draw", file, "-o", "out.svg", "--basemap", "none")
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
      return command.read("out.svg")
    }
    #expect(try picture("a.ndjson") != picture("b.ndjson"))
    // A single track is named by the file.
    #expect(try picture("c.ndjson") == picture("d.ndjson"))
  }

  @Test func whatIsSkippedIsCounted() throws {
    let command = try Command(["b.csv": "name,lat,lon\nhut,45.05,14.05\nnowhere,,\n"])
    let result = try command.run("draw", "b.csv", "-o", "out.png")
    #expect(
      result.code == 0
        && result.errors == "warning: 1 × coordinate, first: b.csv:3: has no latitude and longitude\n")
  }
}
