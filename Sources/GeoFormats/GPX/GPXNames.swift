import CLibXML2

/// The GPX names as interned by libxml2 for one parser, so that names compare as pointers.
struct GPXNames {
  typealias Name = UnsafePointer<xmlChar>?

  let gpx, metadata, trk, trkseg, trkpt, rtept, wpt, name: Name
  let lat, lon, ele, time, speed, course, hdop, vdop, accuracy, hAcc, vAcc: Name
  /// The elements of ``GPXField`` with several names, each beside its field.
  private let sensors: [(name: Name, field: GPXField)]

  init(_ parser: xmlParserCtxtPtr) {
    func intern(_ name: String) -> Name {
      name.withCString { text in
        UnsafeRawPointer(text).withMemoryRebound(to: xmlChar.self, capacity: name.utf8.count) {
          xmlDictLookup(parser.pointee.dict, $0, Int32(name.utf8.count))
        }
      }
    }
    gpx = intern("gpx")
    metadata = intern("metadata")
    trk = intern("trk")
    trkseg = intern("trkseg")
    trkpt = intern("trkpt")
    rtept = intern("rtept")
    wpt = intern("wpt")
    name = intern("name")
    lat = intern("lat")
    lon = intern("lon")
    ele = intern("ele")
    time = intern("time")
    speed = intern("speed")
    course = intern("course")
    hdop = intern("hdop")
    vdop = intern("vdop")
    accuracy = intern("accuracy")
    hAcc = intern("hAcc")
    vAcc = intern("vAcc")
    sensors = GPXField.sensorNames.map { (intern($0.name), $0.field) }
  }

  /// The field of an element directly in a point; for deeper ones, see ``extensionField(_:)``.
  func pointField(_ element: Name) -> GPXField {
    if element == ele { return .elevation }
    if element == time { return .time }
    if element == hdop { return .horizontalDilution }
    if element == vdop { return .verticalDilution }
    return extensionField(element)
  }

  /// The field of an element anywhere in `<extensions>`, whatever its prefix: `gpxtpx:speed`,
  /// `ns3:course`, `osmand:speed`, and `hAcc`, `vAcc` of phones' health exports.
  func extensionField(_ element: Name) -> GPXField {
    if element == speed { return .speed }
    if element == course { return .course }
    if element == hAcc || element == accuracy { return .horizontalAccuracy }
    if element == vAcc { return .verticalAccuracy }
    for sensor in sensors where sensor.name == element { return sensor.field }
    return .none
  }
}
