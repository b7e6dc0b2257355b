import Geo
import GeoFormats

/// The position reports of OsmAnd and of Traccar Client: fields of a query or a form, or a JSON object.
///
/// - Source: traccar.org/osmand and OsmAndProtocolDecoder of traccar/traccar; the attributes have the
///   latter's names.
enum OsmAndRecord {
  static let form = "osmand"

  /// A knot in meters per second: 1852 m an hour, exactly.
  private static let knot = 1852.0 / 3600

  /// Reads the fields of one report.
  ///
  /// - Units: speed in knots, like in Traccar, unless `speedUnit` is `m/s` or `km/h`; degrees, meters,
  ///   percent.
  static func read(_ fields: FormFields) throws(RecordFault) -> PhoneFix {
    guard let device = fields["id", "deviceid"] else {
      throw RecordFault(
        "request without a device", "the request names no device (expected id=… or deviceid=…)"
      )
    }
    var record = PhoneFix(device: device)
    var latitude: Double?
    var longitude: Double?
    var fix = Fix(coordinate: CLLocationCoordinate2D(latitude: 0, longitude: 0), horizontalAccuracy: .nan)
    var dilution = Double.nan
    var isValid = true
    var unit = knot
    for (name, value) in fields.fields {
      switch name {
      // A key among the fields must not become an attribute.
      case "id", "deviceid", "token": break
      case "lat": latitude = try number(name, value)
      case "lon": longitude = try number(name, value)
      case "location":
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { throw fault(name, value, "latitude,longitude") }
        latitude = try number(name, String(parts[0]))
        longitude = try number(name, String(parts[1]))
      case "timestamp": record.timestamp = try PhoneFix.time(value)
      case "speed": fix.speed = try number(name, value)
      case "speedUnit": unit = try self.unit(value)
      case "bearing", "heading": fix.course = try number(name, value)
      case "altitude": fix.altitude = try number(name, value)
      case "accuracy": fix.horizontalAccuracy = try number(name, value)
      case "hdop": dilution = try number(name, value)
      case "valid": isValid = value == "1" || value.lowercased() == "true"
      case "batt": set("batteryLevel", .number(try number(name, value)), &record)
      case "charge": set("charge", .bool(value.lowercased() == "true"), &record)
      default: try other(name, value, &record, &fix, &latitude, &longitude)
      }
    }
    if record.timestamp == nil, let text = fields.fields.last(where: { PhoneField($0.name) == .time })?.value
    {
      record.timestamp = try PhoneFix.time(text)
    }
    if let sentence = fields["gprmc"] {
      let rmc = try RMCRecord(sentence)
      (latitude, longitude) = (rmc.coordinate.latitude, rmc.coordinate.longitude)
      record.timestamp = record.timestamp ?? rmc.time
      if fix.speed.isNaN { fix.speed = rmc.speed / unit }
      if fix.course.isNaN { fix.course = rmc.course }
    }
    guard latitude != nil || longitude != nil else { return record }
    fix.coordinate = try PhoneFix.place(latitude, longitude)
    fix.speed = fix.speed >= 0 ? fix.speed * unit : .nan
    if !(fix.course >= 0) { fix.course = .nan }
    if fix.horizontalAccuracy.isNaN { fix.horizontalAccuracy = FeedOptions.accuracy(dilution: dilution) }
    if !isValid { fix.horizontalAccuracy = -1 }
    record.fix = fix
    return record
  }

  /// A field with a name that other apps use; one whose value is not of its kind stays an attribute, but a
  /// fix whose place or accuracy cannot be read is none.
  ///
  /// - Units: as those of Traccar's own names. An accuracy of 0 is what Android says when it knows none.
  private static func other(
    _ name: String, _ value: String, _ record: inout PhoneFix, _ fix: inout Fix, _ latitude: inout Double?,
    _ longitude: inout Double?
  ) throws(RecordFault) {
    var copy = value
    let number = copy.withUTF8 { Decimal.parse($0) }
    guard let field = PhoneField(name), field == .sentence || field == .time || number != nil else {
      if let field = PhoneField(name), [.latitude, .longitude, .accuracy].contains(field),
        !copy.withUTF8({ CSVCell.isMissing($0) })
      {
        throw fault(name, value, "a number")
      }
      return set(name, attribute(value), &record)
    }
    let amount = number ?? .nan
    switch field {
    case .sentence, .time: break
    case .latitude: latitude = latitude ?? amount
    case .longitude: longitude = longitude ?? amount
    case .altitude: fix.altitude = fix.altitude.isNaN ? amount : fix.altitude
    case .accuracy: if fix.horizontalAccuracy.isNaN, amount != 0 { fix.horizontalAccuracy = amount }
    case .verticalAccuracy: if amount != 0 { fix.verticalAccuracy = amount }
    case .verticalDilution: fix.verticalAccuracy = FeedOptions.accuracy(dilution: amount)
    case .speed: fix.speed = fix.speed.isNaN ? amount : fix.speed
    case .course: fix.course = fix.course.isNaN ? amount : fix.course
    case .battery: set("batteryLevel", .number(amount), &record)
    }
  }

  private static func fault(_ name: String, _ value: String, _ expected: String) -> RecordFault {
    RecordFault(
      "\(name) that cannot be read",
      "\(name) \"\(value.prefix(60))\" cannot be read (expected \(expected))")
  }

  private static func number(_ name: String, _ value: String) throws(RecordFault) -> Double {
    var copy = value
    guard let number = copy.withUTF8({ Decimal.parse($0) }) else { throw fault(name, value, "a number") }
    return number
  }

  private static func unit(_ value: String) throws(RecordFault) -> Double {
    switch value {
    case "kn": knot
    case "m/s": 1
    case "km/h": 1 / 3.6
    default: throw fault("speedUnit", value, "kn, m/s or km/h")
    }
  }

  /// An unknown field as a number, true, false or a text.
  private static func attribute(_ value: String) -> JSONValue {
    var copy = value
    if let number = copy.withUTF8({ Decimal.parse($0) }) { return .number(number) }
    return value == "true" ? .bool(true) : value == "false" ? .bool(false) : .string(value)
  }

  private static func set(_ name: String, _ value: JSONValue, _ record: inout PhoneFix) {
    if let index = record.attributes.firstIndex(where: { $0.name == name }) {
      record.attributes[index].value = value
    } else {
      record.attributes.append((name, value))
    }
  }

  /// Reads the JSON object of newer Traccar Clients, whose location may be an array of them.
  ///
  /// - Units: meters, meters per second, degrees; negative values mean unknown.
  static func read(_ json: JSONValue) throws(RecordFault) -> [PhoneFix] {
    guard let device = json["device_id"].flatMap({ $0.text ?? $0.measure.map(JSONValue.text(of:)) }),
      !device.isEmpty
    else {
      throw RecordFault(
        "request without a device", "the body names no device (expected \"device_id\")")
    }
    switch json["location"] {
    case .array(let locations):
      var records: [PhoneFix] = []
      for location in locations { records.append(try read(location, of: device)) }
      return records
    case .some(let location): return [try read(location, of: device)]
    case nil:
      throw RecordFault(
        "no latitude and longitude", "the body has no location (expected \"location\": {…})")
    }
  }

  private static func read(
    _ location: JSONValue, of device: String
  ) throws(RecordFault) -> PhoneFix {
    var record = PhoneFix(device: device, timestamp: try PhoneFix.time(location["timestamp"]))
    if let coords = location["coords"] {
      let place = try PhoneFix.place(coords["latitude"]?.measure, coords["longitude"]?.measure)
      record.fix = Fix(
        coordinate: place, horizontalAccuracy: coords["accuracy"]?.measure ?? .nan,
        altitude: coords["altitude"]?.measure ?? .nan,
        verticalAccuracy: coords["altitude_accuracy"]?.altitudeAccuracy ?? .nan,
        speed: coords["speed"]?.known ?? .nan,
        course: coords["heading"]?.known ?? .nan)
    }
    for (name, attribute) in [
      ("event", "event"), ("is_moving", "motion"), ("odometer", "odometer"), ("mock", "mock"),
      ("alarm", "alarm"),
    ] {
      if let value = location[name] { set(attribute, value, &record) }
    }
    if let activity = location["activity"]?["type"] { set("activity", activity, &record) }
    if let level = location["battery"]?["level"]?.measure, level >= 0 {
      set("batteryLevel", .number((level * 100).rounded(.down)), &record)
    }
    if case .bool(let isCharging)? = location["battery"]?["is_charging"] {
      set("charge", .bool(isCharging), &record)
    }
    if case .object(let extras)? = location["extras"] {
      for (name, value) in extras.prefix(FormFields.limit) { set(name, value, &record) }
    }
    return record
  }
}
