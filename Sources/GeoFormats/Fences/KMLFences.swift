import Geo

/// Reads the Placemarks of one KML.
final class KMLFences: XMLReader {
  private let list: FenceList
  private var number = 0
  /// The open Placemark.
  private var mark: KMLPlacemark?
  private var markDepth = 0
  /// The use of the innermost element's text.
  private var target = Target.coordinates
  /// The `name` of the open `<Data>`.
  private var dataName: String?

  private enum Target {
    case field(FenceField)
    case coordinates
  }

  init(_ list: FenceList) {
    self.list = list
    super.init("KML", rootAdvice: "not a KML (expected <kml> as the outermost element)")
  }

  override func begin(_ element: XMLElement) {
    let name = element.name
    // Google's extensions have elements of the same names.
    if element.hasPrefix("gx") {
      if name == "Track" || name == "MultiTrack" { mark?.otherGeometry = name }
      return
    }
    guard mark != nil else {
      if name == "Placemark" { beginPlacemark(element.text("id")) }
      return
    }
    switch name {
    case "name" where depth == markDepth + 1: begin(.field(.name))
    case "Data": dataName = element.text("name")
    case "value": if let field = dataName.flatMap(FenceField.named) { begin(.field(field)) }
    case "SimpleData":
      if let field = element.text("name").flatMap(FenceField.named) { begin(.field(field)) }
    case "coordinates": begin(.coordinates)
    default: mark?.begin(name)
    }
  }

  private func beginPlacemark(_ id: String?) {
    number += 1
    markDepth = depth
    mark = KMLPlacemark(line: line)
    dataName = nil
    // The last resort, because programs generate these.
    if let id { mark?.texts.set(.title, id) }
  }

  private func begin(_ target: Target) {
    self.target = target
    collectText()
  }

  override func endText(_ text: [UInt8]) {
    switch target {
    case .field(let field): mark?.texts.set(field, Self.trimmed(text))
    case .coordinates: mark?.append(coordinates: text)
    }
  }

  override func end() { if mark != nil, depth == markDepth { endPlacemark() } }

  private func endPlacemark() {
    guard let mark else { return }
    let place = "\(list.name):\(mark.line): Placemark \(number):"
    mark.texts.withFields { fields in
      list.add(fields, .kml, at: place) { () throws(RecordFault) in try mark.geometry() }
    }
    self.mark = nil
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let start = text.drop { $0 <= 0x20 }
    return start.prefix((start.lastIndex { $0 > 0x20 } ?? start.startIndex - 1) + 1 - start.startIndex)
  }
}
