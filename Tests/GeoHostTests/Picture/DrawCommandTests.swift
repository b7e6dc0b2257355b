import CommandTesting
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

  // Finding D6: what the help says is drawn.
  @Test(arguments: [
    (
      "a.kml",
      """
      <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track><when>2026-05-01T08:00:00Z</when>
      <when>2026-05-01T08:00:05Z</when><gx:coord>14 45</gx:coord><gx:coord>14.1 45.1</gx:coord></gx:Track></Placemark></kml>
      """
    ),
    (
      "a.nmea",
      "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n$GPRMC,123529,A,4807.138,N,01131.000,E,,,230394,,\n"
    ),
    (
      "a.rec",
      "2026-11-20T10:00:10Z\t*                 \t{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tst\":1795168810}\n"
    ),
    ("a.log", "{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tst\":1795168810}\n"),
  ])
  func logsOfReceiversAndTracksAreDrawn(name: String, text: String) throws {
    let command = try Command([name: text])
    let result = try command.run("draw", name, "-o", "out.svg", "--basemap", "none")
    #expect(result.code == 0 && command.read("out.svg").contains("<svg"), "\(result.errors)")
    #expect(!result.errors.contains("warning"), "\(result.errors)")
  }

  @Test func aPartOfTheMapNeedsNoFile() throws {
    let command = try Command()
    for (words, name) in [
      (["--center", "60.17,24.94", "--zoom", "5"], "Helsinki"), (["--bbox", "19,59,32,71"], "Finland"),
    ] {
      let result = try command.start(["draw", "-o", "out.svg", "--map-size", "300x200"] + words).wait()
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(command.read("out.svg").contains(">\(name)</tspan>"))
    }
    let refused = try command.start(["draw", "-o", "o.svg", "--legend"]).wait()
    #expect(refused.code == 64 && refused.errors.contains("--bbox or --center"), "\(refused.errors)")
  }

  @Test func whatRunReadsIsDrawn() throws {
    let command = try Command([
      "a.csv": "at;y place;x place\n2026-05-01 08:00:00;45;14\n2026-05-01 08:01:00;45.01;14.01\n",
      "b.csv": "what;y place;x place\nhut;45;14\n",
    ])
    let columns = ["--lat-column", "y place", "--lon-column", "x place"]
    for words in [
      ["sim:walk?from=45,14&to=45.01,14.01"], ["a.csv", "--time-column", "at"] + columns, ["b.csv"] + columns,
    ] {
      let result = try command.start(["draw", "-o", "out.svg", "--basemap", "none"] + words).wait()
      #expect(result.code == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
      #expect(command.read("out.svg").contains("<svg"))
    }
    for (words, code, text) in [
      (["sim:nowhere?at=45,14"], 64, "sim:still, sim:walk"), (["a.csv"], 65, "--lat-column"),
      (["a.csv", "--time-zone", "auto"], 64, "name the zone of the table's times"),
    ] as [([String], Int32, String)] {
      let result = try command.start(["draw", "-o", "out.svg"] + words).wait()
      #expect(
        result.code == code && result.errors.contains(text), "\(words): \(result.code) \(result.errors)")
    }
  }

  @Test(arguments: [
    ("--bbox 10,50,11,51", true), ("--bbox 13.9,44.9,14.2,45.2", false),
    ("--bbox 14.05,45.05,14.06,45.06", false),
    ("--center 0,0 --zoom 9", true), ("--center 0,0 --zoom 1", false),
  ])
  func aPictureThatShowsNothingOfTheFilesIsAWarning(part: String, isEmpty: Bool) throws {
    let command = try Command(["a.geojson": DrawCommandTests.square])
    let result = try command.shell("$geoscript draw a.geojson -o out.svg --basemap none \(part)")
    let warning = "warning: out.svg: nothing that is drawn lies in this part of the map\n"
    #expect(result.code == 0 && result.errors == (isEmpty ? warning : ""), "\(result.errors)")
  }

  @Test func standardInputIsAFileToo() throws {
    let command = try Command()
    let result = try command.run("draw", "-", "-o", "out.png", stdin: DrawCommandTests.square)
    #expect(result.code == 0 && command.exists("out.png"), "\(result.errors)")
    #expect(try command.run("draw", "-", "-o", "o.png", stdin: MapOptionTests.track).code == 65)
  }

  @Test(arguments: [
    (["a.geojson"], 64, "-o"), (["a.geojson", "-o", "x.gif"], 64, "must end in .png"),
    (["b.geojson", "-o", "x.png"], 66, "did you mean a.geojson?"),
    (["empty.csv", "-o", "x.png"], 65, "contains nothing to draw"),
    (["bare.ndjson", "-o", "x.png"], 65, "bare.ndjson: is empty: there is nothing to draw"),
    (["blank.gpx", "-o", "x.png"], 65, "blank.gpx: is empty: there is nothing to draw"),
    (["a.geojson", "-o", "no/x.png"], 73, "no such folder"),
    (["a.geojson", "-o", "x.png", "--map-size", "1x99999"], 64, "map-size"),
    (["walk.lua", "-o", "x.png"], 64, "walk.lua: is a script: write geoscript run walk.lua --map x.png"),
    (["a.geojson", "-o", "x.png", "--basemap", "no.mbtiles"], 66, "no.mbtiles: there is no such file"),
  ])
  func whatCannotBeDrawnIsSaid(words: [String], code: Int32, message: String) throws {
    let command = try Command([
      "a.geojson": DrawCommandTests.square, "empty.csv": "name,lat,lon\n", "walk.lua": "", "bare.ndjson": "",
      "blank.gpx": "\n",
    ])
    let result = try command.start(["draw"] + words).wait()
    #expect(result.code == code && result.errors.contains(message), "\(result.code): \(result.errors)")
    #expect(!command.exists("x.png"))
  }

  /// The beginnings of a photo, of a page of LaTeX and of a logo, and a word.
  @Test(arguments: [
    Array("precious".utf8), [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [UInt8](repeating: 0, count: 2000),
    Array("%PDF-1.5\n1 0 obj\n%%EOF\n".utf8), Array("<?xml version=\"1.0\"?>\n<svg></svg>\n".utf8),
  ])
  func onlyAPictureOfGeoscriptIsDrawnAgain(precious: [UInt8]) throws {
    let command = try Command(["a.geojson": DrawCommandTests.square])
    for name in ["x.png", "x.svg", "x.pdf"] {
      try Data(precious).write(to: command.url(name))
      let refused = try command.run("draw", "a.geojson", "-o", name)
      #expect(
        refused.code == 64
          && refused.errors.contains("exists and is not a picture of geoscript (-f replaces it)"))
      #expect(try Data(contentsOf: command.url(name)) == Data(precious))
      #expect(try command.run("draw", "a.geojson", "-o", name, "--force").code == 0)
      #expect(try command.run("draw", "a.geojson", "-o", name).code == 0)
    }
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
        && result.errors == "warning: 1 × no latitude, first: b.csv:3: has no latitude (expected degrees)\n")
  }
}
