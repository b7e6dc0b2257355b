import Testing

@testable import GeoCore
@testable import GeoLocation

@Suite struct GestureTests {
  private func gesture(_ type: String, _ json: String) throws -> Gesture {
    try Touch(type: type, json: json).gesture()
  }

  /// LG-12: event fields of `pan`, `zoom`, `rotate`; all take `map`, default 1.
  @Test func everyKindIsRead() throws {
    let point = Gesture.Place.point(x: 1, y: 2.5)
    let place = CLLocationCoordinate2D(latitude: 52, longitude: 13)
    let cases: [(String, String, Gesture.Action)] = [
      ("tap", #""x":1,"y":2.5"#, .tap(point)),
      ("tap", #""latitude":52,"longitude":13"#, .tap(.coordinate(place))),
      ("tap", #""annotation":"Depot""#, .tap(.annotation("Depot"))),
      ("doubleTap", #""x":1,"y":2.5,"annotation":"Depot","latitude":5,"longitude":5"#, .doubleTap(point)),
      ("longPress", #""x":1,"y":2.5"#, .longPress(point)),
      ("touch", #""phase":"began","x":1,"y":2.5"#, .touch(.began, point)),
      ("touch", #""phase":"Cancelled","x":1,"y":2.5"#, .touch(.cancelled, point)),
      (
        "drag", #""annotation":"A","to":{"latitude":52,"longitude":13}"#,
        .drag(annotation: "A", path: [place])
      ),
      (
        "drag", #""annotation":"A","path":[{"latitude":52,"longitude":13},{"latitude":52,"longitude":13}]"#,
        .drag(annotation: "A", path: [place, place])
      ),
      ("pan", #""dx":5,"dy":-6"#, .pan(dx: 5, dy: -6)),
      ("pan", #""dy":-6"#, .pan(dx: 0, dy: -6)),
      ("zoom", #""levels":-1.5"#, .zoom(levels: -1.5, nil)),
      ("zoom", #""levels":2,"x":1,"y":2.5"#, .zoom(levels: 2, point)),
      ("rotate", #""degrees":30"#, .rotate(degrees: 30)),
      ("tapControl", #""annotation":"A","control":"right""#, .tapControl(annotation: "A", .right)),
    ]
    for (type, fields, wanted) in cases {
      #expect(try gesture(type, "{\(fields)}") == Gesture(map: 1, action: wanted))
      #expect(try gesture(type, "{\(fields),\"map\":3,\"other\":[1]}") == Gesture(map: 3, action: wanted))
    }
  }

  static let faults: [(String, String, String)] = [
    ("tap", "{}", "tap has no place (expected x and y, latitude and longitude, or annotation)"),
    ("tap", #"{"x":1}"#, "tap has no y"),
    ("tap", #"{"x":"left","y":1}"#, #"tap x "left" is not a number from −1000000 to 1000000"#),
    ("tap", #"{"x":1e999,"y":1}"#, "tap x null is not a number from −1000000 to 1000000"),
    ("tap", #"{"x":1e9,"y":1}"#, "tap x 1000000000 is not a number from −1000000 to 1000000"),
    (
      "tap", #"{"latitude":91,"longitude":1}"#,
      "tap place 91.0, 1.0 is not on the earth (expected −90…90, −180…180)"
    ),
    ("tap", #"{"annotation":5}"#, "tap annotation 5 is not a string"),
    ("tap", #"{"x":1,"y":2,"map":0}"#, "tap map 0 is not a map number (expected 1, 2, …)"),
    ("tap", #"{"x":1,"y":2,"map":1.5}"#, "tap map 1.5 is not a map number (expected 1, 2, …)"),
    ("touch", #"{"x":1,"y":2}"#, "touch has no phase"),
    (
      "touch", #"{"x":1,"y":2,"phase":"flying"}"#,
      #"touch phase "flying" is unknown (expected `began`, `moved`, `ended` or `cancelled`)"#
    ),
    (
      "touch", #"{"x":1,"y":2,"phase":"stationary"}"#,
      #"touch phase "stationary" is unknown (expected `began`, `moved`, `ended` or `cancelled`)"#
    ),
    ("drag", #"{"to":{"latitude":1,"longitude":1}}"#, "drag has no annotation"),
    ("drag", #"{"annotation":"A"}"#, "drag needs either to or path"),
    ("drag", #"{"annotation":"A","path":[]}"#, "drag path [] is not an array of places"),
    ("drag", #"{"annotation":"A","path":[[1,2]]}"#, "drag place [1,2] has no latitude and longitude"),
    (
      "drag", #"{"annotation":"A","to":{"latitude":1}}"#,
      #"drag place {"latitude":1} has no latitude and longitude"#
    ),
    ("pan", "{}", "pan needs dx or dy"),
    ("zoom", #"{"levels":null}"#, "zoom has no levels"),
    ("rotate", #"{"degrees":"north"}"#, #"rotate degrees "north" is not a number from −1000000 to 1000000"#),
    (
      "tapControl", #"{"annotation":"A","control":"top"}"#,
      #"tapControl control "top" is unknown (expected left or right)"#
    ),
    (
      "wink", "{}",
      "wink is not a gesture (expected tap, doubleTap, longPress, touch, drag, pan, zoom, rotate or tapControl)"
    ),
    ("tap", "[1]", "tap is not a JSON object"),
    ("tap", "{", "JSON: expected a name in quotes at byte 2, found the end of the text"),
  ]

  @Test(arguments: faults)
  func messagesNameTheFault(type: String, json: String, message: String) {
    #expect { try gesture(type, json) } throws: { "\($0)" == message }
  }
}
