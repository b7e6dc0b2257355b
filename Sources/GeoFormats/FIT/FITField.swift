/// A field of a FIT message: its number, its name, and how its value becomes one in usual units.
///
/// - Source: field numbers and scales as Garmin's documentation of activity files tells them
///   (developer.garmin.com/fit/file-types/activity); checked against PyPI's fitdecode.
struct FITField {
  enum Kind {
    /// A number: (value ÷ scale) − offset.
    case number(scale: Double, offset: Double)
    /// 2³¹ semicircles are 180 degrees.
    case degrees
    /// Seconds since 1989-12-31T00:00:00Z.
    case date
    case text
  }

  let number: UInt8
  let name: String
  let kind: Kind
  /// The number of a wider field of the same quantity, which newer devices write beside it or instead of it.
  let wider: UInt8?

  init(_ number: UInt8, _ name: String, wider: UInt8? = nil, scale: Double = 1, offset: Double = 0) {
    (self.number, self.name, self.wider, kind) = (number, name, wider, .number(scale: scale, offset: offset))
  }

  init(_ number: UInt8, _ name: String, _ kind: Kind) {
    (self.number, self.name, self.kind, wider) = (number, name, kind, nil)
  }

  /// Every message has it, if it has a time.
  static let timestamp: UInt8 = 253
}

/// The messages of FIT files that geoscript reads, by their global numbers.
enum FITMessage: UInt16 {
  case fileID = 0
  case session = 18
  case lap = 19
  case record = 20
  case event = 21
  case deviceInfo = 23

  /// The message's type for scripts.
  var name: String {
    switch self {
    case .fileID: "file_id"
    case .session: "session"
    case .lap: "lap"
    case .record: "record"
    case .event: "event"
    case .deviceInfo: "device_info"
    }
  }

  /// Its fields; those of a record become a fix and attributes, those of the others a message.
  var fields: [FITField] {
    switch self {
    case .fileID: Self.fileIDFields
    case .session: Self.sessionFields
    case .lap: Self.lapFields
    case .record: []
    case .event: Self.eventFields
    case .deviceInfo: Self.deviceInfoFields
    }
  }

  private static let fileIDFields = [
    FITField(0, "type"), FITField(1, "manufacturer"), FITField(2, "product"), FITField(3, "serial_number"),
    FITField(4, "time_created", .date), FITField(8, "product_name", .text),
  ]

  private static let eventFields = [
    FITField(253, "timestamp", .date), FITField(0, "event"), FITField(1, "event_type"), FITField(3, "data"),
  ]

  private static let deviceInfoFields = [
    FITField(253, "timestamp", .date), FITField(0, "device_index"), FITField(1, "device_type"),
    FITField(2, "manufacturer"), FITField(3, "serial_number"), FITField(4, "product"),
    FITField(5, "software_version", scale: 100), FITField(10, "battery_voltage", scale: 256),
    FITField(11, "battery_status"), FITField(27, "product_name", .text),
  ]

  /// The fields that laps and sessions have under the same numbers.
  private static let commonFields = [
    FITField(254, "message_index"), FITField(253, "timestamp", .date), FITField(2, "start_time", .date),
    FITField(3, "start_position_lat", .degrees), FITField(4, "start_position_long", .degrees),
    FITField(7, "total_elapsed_time", scale: 1000), FITField(8, "total_timer_time", scale: 1000),
    FITField(9, "total_distance", scale: 100), FITField(11, "total_calories"),
  ]

  private static let lapFields =
    commonFields + [
      FITField(13, "avg_speed", wider: 110, scale: 1000), FITField(14, "max_speed", wider: 111, scale: 1000),
      FITField(110, "enhanced_avg_speed", scale: 1000), FITField(111, "enhanced_max_speed", scale: 1000),
      FITField(15, "avg_heart_rate"), FITField(16, "max_heart_rate"), FITField(17, "avg_cadence"),
      FITField(18, "max_cadence"), FITField(19, "avg_power"), FITField(20, "max_power"),
      FITField(21, "total_ascent"), FITField(22, "total_descent"), FITField(25, "sport"),
    ]

  private static let sessionFields =
    commonFields + [
      FITField(5, "sport"), FITField(6, "sub_sport"), FITField(14, "avg_speed", wider: 124, scale: 1000),
      FITField(15, "max_speed", wider: 125, scale: 1000),
      FITField(124, "enhanced_avg_speed", scale: 1000), FITField(125, "enhanced_max_speed", scale: 1000),
      FITField(16, "avg_heart_rate"), FITField(17, "max_heart_rate"),
      FITField(18, "avg_cadence"), FITField(19, "max_cadence"), FITField(20, "avg_power"),
      FITField(21, "max_power"), FITField(22, "total_ascent"), FITField(23, "total_descent"),
      FITField(26, "num_laps"),
    ]
}
