import Geo

/// Reads one geometry of well-known text, with or without EWKT's SRID.
///
/// - Source: OGC 06-103r4 §7; PostGIS' EWKT. Heights and measures are skipped.
struct WKTParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The words that can begin a geometry.
  static let words = [
    "SRID", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
    "GEOMETRYCOLLECTION",
  ]

  /// Whether the text begins like a geometry.
  static func begins(_ text: some Collection<UInt8>) -> Bool {
    let letters = text.drop { $0 == 0x20 }.prefix(20).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
    let word = String(decoding: letters, as: UTF8.self).uppercased()
    return words.contains { word == $0 || word == $0 + "Z" || word == $0 + "M" || word == $0 + "ZM" }
  }

  mutating func geometry() throws(RecordFault) -> FenceGeometry {
    try passSRID()
    let word = nextWord()
    let name = dimensionless(word)
    let dimension = nextWord()
    let isEmpty = dimension == "EMPTY" || nextWord() == "EMPTY"
    guard dimension.isEmpty || ["Z", "M", "ZM", "EMPTY"].contains(dimension) else { throw fault("\"(\"") }
    guard !isEmpty else { throw RecordFault("no geometry", "is an empty \(name) (\(RecordFault.shapes))") }
    let geometry: FenceGeometry
    switch name {
    case "POINT":
      let places = try places()
      guard places.count == 1 else {
        throw RecordFault("WKT", "a POINT has one position, found \(places.count)")
      }
      geometry = .point(places[0])
    case "LINESTRING": geometry = .lines([try places()])
    case "MULTILINESTRING": geometry = .lines(try lists { parser throws(RecordFault) in try parser.places() })
    case "POLYGON": geometry = .polygons([try rings()])
    case "MULTIPOLYGON": geometry = .polygons(try lists { parser throws(RecordFault) in try parser.rings() })
    case "": throw fault("a geometry, such as POLYGON ((longitude latitude, …))")
    default: throw .geometry(String(name.prefix(40)))
    }
    passSpace()
    guard at == bytes.count else { throw fault("the end") }
    return geometry
  }

  private mutating func passSRID() throws(RecordFault) {
    let start = at
    guard nextWord() == "SRID" else {
      at = start
      return
    }
    guard consume("=") else { throw fault("\"=\"") }
    let digits = at
    while at < bytes.count, bytes[at] != UInt8(ascii: ";") { at += 1 }
    let number = excerpt(bytes[digits..<at])
    guard number == "4326" else {
      throw RecordFault("SRID", "SRID \(number) cannot be read (expected degrees: SRID 4326)")
    }
    guard consume(";") else { throw fault("\";\"") }
  }

  /// A geometry's name without an attached dimension.
  private func dimensionless(_ word: String) -> String {
    for suffix in ["ZM", "Z", "M"]
    where word.hasSuffix(suffix) && Self.words.contains(String(word.dropLast(suffix.count))) {
      return String(word.dropLast(suffix.count))
    }
    return word
  }

  private mutating func rings() throws(RecordFault) -> [[CLLocationCoordinate2D]] {
    try lists { parser throws(RecordFault) in FenceGeometry.ring(try parser.places()) }
  }

  private mutating func lists<Element>(
    _ element: (inout WKTParser) throws(RecordFault) -> Element
  ) throws(RecordFault) -> [Element] {
    guard consume("(") else { throw fault("\"(\"") }
    var elements = [try element(&self)]
    while consume(",") { elements.append(try element(&self)) }
    guard consume(")") else { throw fault("\",\" or \")\"") }
    return elements
  }

  private mutating func places() throws(RecordFault) -> [CLLocationCoordinate2D] {
    try lists { parser throws(RecordFault) in try parser.place() }
  }

  private mutating func place() throws(RecordFault) -> CLLocationCoordinate2D {
    let longitude = try number()
    let latitude = try number()
    var extra = 0
    while !isAtEnd, bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: ")") {
      guard extra < 2 else { throw fault("\",\" or \")\"") }
      _ = try number()
      extra += 1
    }
    return try FenceGeometry.checked(CLLocationCoordinate2DMake(latitude, longitude), .wkt)
  }

  private var isAtEnd: Bool {
    mutating get {
      passSpace()
      return at == bytes.count
    }
  }

  private mutating func number() throws(RecordFault) -> Double {
    passSpace()
    let start = at
    while at < bytes.count, bytes[at] > 0x20, !Self.marks.contains(bytes[at]) { at += 1 }
    guard let number = Decimal.parse(.init(rebasing: bytes[start..<at])) else {
      at = start
      throw fault("a number")
    }
    return number
  }

  private static let marks: [UInt8] = [UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ",")]

  private mutating func passSpace() {
    while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
  }

  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    passSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { return false }
    at += 1
    return true
  }

  /// Letters in upper case; empty without any.
  private mutating func nextWord() -> String {
    passSpace()
    let start = at
    while at < bytes.count, case let letter = bytes[at] | 0x20, letter >= 0x61, letter <= 0x7a { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self).uppercased()
  }

  private func fault(_ expected: String) -> RecordFault {
    let rest = UnsafeBufferPointer(rebasing: bytes[min(at, bytes.count)...])
    let found = rest.isEmpty ? "the end" : "\"\(excerpt(rest.prefix(20)))\""
    return RecordFault(
      "WKT", "WKT cannot be read at character \(at + 1): expected \(expected), found \(found)")
  }
}
