import CLibXML2
import Geo

/// Where in a KML the parser is, and what the open Placemark has said; changed by libxml2's callbacks only.
struct KMLState {
  var parser: xmlParserCtxtPtr?
  private(set) var refusal: (line: Int, message: String)?

  private let list: FenceList
  private var depth = 0
  private var number = 0
  /// The Placemark that is open.
  private var mark: KMLPlacemark?
  private var markDepth = 0
  /// What the text of the innermost element is for.
  private var target: Target?
  private var targetDepth = 0
  private var text: [UInt8] = []
  /// The `name` of the `<Data>` that is open.
  private var dataName: String?

  private enum Target {
    case field(FenceField)
    case coordinates
  }

  /// How deep elements may lie; libxml2 keeps a record of each that is open.
  private static let depthLimit = 256
  /// The most bytes of one text: a few million coordinates.
  private static let textLimit = 1 << 26

  init(_ list: FenceList) { self.list = list }

  private var line: Int { Int(parser?.pointee.input?.pointee.line ?? 0) }

  mutating func refuse(_ message: String) {
    if refusal == nil { refusal = (line, message) }
    if let parser { xmlStopParser(parser) }
  }

  mutating func start(
    _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) {
    depth += 1
    if depth > Self.depthLimit { return refuse("has elements over \(Self.depthLimit) deep") }
    let element = name.map { String(cString: $0) } ?? ""
    if depth == 1, element != "kml" {
      return refuse("is <\(element)>, not a KML (expected <kml> as the outermost element)")
    }
    // Google's extensions have elements of the same names.
    if let prefix, String(cString: prefix) == "gx" {
      if element == "Track" || element == "MultiTrack" { mark?.otherGeometry = element }
      return
    }
    guard mark != nil else {
      if element == "Placemark" { beginPlacemark(attribute("id", attributes, count)) }
      return
    }
    switch element {
    case "name" where depth == markDepth + 1: begin(.field(.name))
    case "Data": dataName = attribute("name", attributes, count)
    case "value": if let field = dataName.flatMap(FenceField.named) { begin(.field(field)) }
    case "SimpleData":
      if let field = attribute("name", attributes, count).flatMap(FenceField.named) { begin(.field(field)) }
    case "coordinates": begin(.coordinates)
    default: mark?.begin(element)
    }
  }

  private mutating func beginPlacemark(_ id: String?) {
    number += 1
    markDepth = depth
    mark = KMLPlacemark(line: line)
    dataName = nil
    // The last resort: programs make these up.
    if let id { mark?.texts.set(.title, id) }
  }

  private mutating func begin(_ target: Target) {
    self.target = target
    targetDepth = depth
    text.removeAll(keepingCapacity: true)
  }

  mutating func take(_ bytes: UnsafePointer<xmlChar>?, _ count: Int) {
    guard target != nil, depth == targetDepth else { return }
    text += UnsafeBufferPointer(start: bytes, count: count)
    if text.count > Self.textLimit { refuse("has a text of over \(Self.textLimit) bytes") }
  }

  mutating func end() {
    if let target, depth == targetDepth {
      switch target {
      case .field(let field): mark?.texts.set(field, Self.trimmed(text))
      case .coordinates: mark?.take(coordinates: text)
      }
      self.target = nil
    }
    if mark != nil, depth == markDepth { endPlacemark() }
    depth -= 1
  }

  private mutating func endPlacemark() {
    guard let mark else { return }
    let place = "\(list.name):\(mark.line): Placemark \(number):"
    mark.texts.withFields { fields in
      list.add(fields, .kml, at: place) { () throws(FenceFault) in try mark.geometry() }
    }
    self.mark = nil
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let start = text.drop { $0 <= 0x20 }
    return start.prefix((start.lastIndex { $0 > 0x20 } ?? start.startIndex - 1) + 1 - start.startIndex)
  }

  /// The value of an attribute; of the five pointers each, the first is the name, the last two bound the value.
  private func attribute(
    _ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) -> String? {
    guard let attributes else { return nil }
    for index in 0..<count {
      let attribute = attributes + 5 * index
      guard let found = attribute[0], String(cString: found) == name else { continue }
      guard let start = attribute[3], let end = attribute[4] else { continue }
      return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return nil
  }
}
