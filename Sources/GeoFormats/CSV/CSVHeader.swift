import Geo

/// The meaning of a table's columns, guessed from its header.
package struct CSVHeader {
  /// The index of each kind of column, with the factor to our unit.
  private(set) var places: [(index: Int, factor: Double)?]
  private let titles: [String]
  let separator: UInt8
  /// The index of the column that names groups.
  let group: Int?
  private(set) var sensors = CSVSensors([], taken: [])
  /// What is said of a column for groups that is not there.
  private let lack: String
  /// Whether minutes or seconds of an angle have columns of their own.
  private(set) var hasMinutes = false
  private var hemispheres: CSVHemispheres

  subscript(column: CSVColumn) -> (index: Int, factor: Double)? { places[column.rawValue] }

  /// - Parameter options: where the user says which column is what.
  /// - Errors: ``GeoError`` (`data`) when no column is a latitude or a longitude, (`usage`) when none has a title that
  ///   the user gave.
  init(
    _ titles: [String], separator: UInt8, options: FeedOptions = FeedOptions(), at place: String
  ) throws(GeoError) {
    self.titles = titles
    self.separator = separator
    hemispheres = CSVHemispheres(titles)
    group = options.groupField.flatMap { Self.index(of: $0, in: titles) }
    lack =
      options.groupField.map { field in
        "; no column is called \"\(field)\" for --group-by\(options.advice(field, among: titles))"
      } ?? ""
    places = Array(repeating: nil, count: CSVColumn.allCases.count)
    for column in CSVColumn.allCases { places[column.rawValue] = Self.find(column, titles) }
    try take(options.latitudeColumn, as: .latitude, "--lat-column", place, options)
    try take(options.longitudeColumn, as: .longitude, "--lon-column", place, options)
    try take(options.timeColumn, as: .time, "--time-column", place, options)
    resolveTime()
    resolveHemispheres()
    resolveMinutes()
    // gpsbabel numbers its rows in `No` and names each point: those names are not devices.
    if let device = self[.device], titles.contains(where: { Self.plain($0) == "no" }),
      Self.plain(titles[device.index]) == "name"
    {
      places[CSVColumn.device.rawValue] = nil
    }
    try take(options.deviceColumn, as: .device, "--device-column", place, options)
    for column in [CSVColumn.latitude, .longitude] where self[column] == nil {
      throw GeoError(.data, Self.missing(column, titles), at: place)
    }
    let isNamed = options.latitudeColumn != nil || options.longitudeColumn != nil
    if isNamed, let latitude = self[.latitude], latitude.index == self[.longitude]?.index {
      throw GeoError(
        .usage, "--lat-column and --lon-column name the same column: found \(Self.quoted(titles))", at: place)
    }
    sensors = CSVSensors(titles, taken: Set(places.compactMap { $0?.index } + (group.map { [$0] } ?? [])))
  }

  /// Takes the column of this title, or of this number from 1, for `column`.
  private mutating func take(
    _ title: String?, as column: CSVColumn, _ option: String, _ place: String, _ options: FeedOptions
  ) throws(GeoError) {
    guard let title else { return }
    guard let index = Self.index(of: title, in: titles) else {
      throw GeoError(
        .usage,
        "no column is called \"\(title)\"\(options.advice(title, among: titles)); found \(Self.quoted(titles)) "
          + "for \(option)", at: place)
    }
    places[column.rawValue] = (index, Self.split(titles[index], column).factor)
    // What the user names is nothing else besides.
    for other in [CSVColumn.time, .timestamp, .date, .device]
    where other != column && self[other]?.index == index {
      places[other.rawValue] = nil
    }
  }

  /// The column of a title as it is written, else of one that differs in case and marks only, else of a number from 1.
  static func index(of title: String, in titles: [String]) -> Int? {
    if let index = titles.firstIndex(of: title) { return index }
    let plain = Self.plain(title)
    if !plain.isEmpty, let index = titles.firstIndex(where: { Self.plain($0) == plain }) { return index }
    guard let number = Int(title), titles.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  /// Whether a first line is a row already: the user gives columns by number, and there are coordinates in them.
  static func isRow(_ cells: [String], _ options: FeedOptions) -> Bool {
    [options.latitudeColumn, options.longitudeColumn].allSatisfy { column in
      guard let column, !cells.contains(column), let number = Int(column), cells.indices.contains(number - 1)
      else { return false }
      var cell = cells[number - 1]
      return cell.withUTF8 { CSVCell.measure($0, separator: UInt8(ascii: ";")) != nil }
    }
  }

  /// Whether the title of a column of hemispheres may mean something else.
  func isAmbiguous(_ half: CSVColumn) -> Bool {
    self[half].map { ["ns", "ew"].contains(titles[$0.index].lowercased()) } ?? false
  }

  /// Whether further rows may show which columns hold hemispheres.
  var searchesRows: Bool { hemispheres.rowsToRead > 0 }

  /// `LATITUDE N/S` is the latitude, with a letter in its cells.
  private mutating func resolveHemispheres() {
    for (half, column) in [(CSVColumn.northSouth, CSVColumn.latitude), (.eastWest, .longitude)]
    where self[half]?.index == self[column]?.index {
      places[half.rawValue] = nil
    }
  }

  /// Reads a row for what its columns hold, see ``takeHemispheres()``.
  mutating func search(_ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>) { hemispheres.read(row, bytes) }

  /// `lat_min` beside `lat_deg` is minutes; beside `lat` it may be the least latitude.
  private mutating func resolveMinutes() {
    for (column, parts) in CSVColumn.minutes {
      if let degrees = self[column], Self.plain(titles[degrees.index]).contains("deg") { continue }
      for part in parts { places[part.rawValue] = nil }
    }
    hasMinutes = CSVColumn.minutes.contains { $0.parts.contains { self[$0] != nil } }
  }

  /// Takes columns without a use as hemispheres if the rows that were searched say so.
  ///
  /// - Returns: a note that names them.
  mutating func takeHemispheres() -> String? {
    guard self[.northSouth] == nil || self[.eastWest] == nil else { return nil }
    switch hemispheres.find(unused, { self[$0]?.index }) {
    case nil: return nil
    case .doubtful(let first, let second):
      return
        "\(quoted(first)) and \(quoted(second)) hold N or S and E or W, but are not used (if they give the signs of "
        + "latitude and longitude, title them lat_ref and lon_ref)"
    case .columns(let northSouth, let eastWest):
      let found = [northSouth, eastWest].compactMap { $0 }.filter { unused.contains($0) }
      guard !found.isEmpty else { return nil }
      places[CSVColumn.northSouth.rawValue] = northSouth.map { ($0, 1) }
      places[CSVColumn.eastWest.rawValue] = eastWest.map { ($0, 1) }
      let names = Set(found).sorted().map(quoted).joined(separator: " and ")
      let signs = [northSouth.map { _ in "latitude" }, eastWest.map { _ in "longitude" }].compactMap { $0 }
      return "\(names) give\(Set(found).count > 1 ? "" : "s") the hemisphere, so the sign, of "
        + signs.joined(separator: " and ")
    }
  }

  private func quoted(_ index: Int) -> String { "\"\(titles[index].prefix(40))\"" }

  /// The columns without a use.
  private var unused: [Int] {
    titles.indices.filter { index in
      index != group && !places.contains { $0?.index == index }
        && !sensors.columns.contains { $0.index == index }
    }
  }

  /// A sentence about the meaning of each column, and about unused ones.
  var note: String {
    let guesses =
      CSVColumn.allCases.compactMap { column -> String? in
        guard let place = self[column] else { return nil }
        // Four decimals are enough to recognize a unit.
        let factor = place.factor < 0.01 ? place.factor : (place.factor * 1e4).rounded() / 1e4
        let scale = place.factor == 1 ? "" : " × \(factor)"
        return "\(column.title) = \"\(titles[place.index])\"\(scale)"
      } + sensors.columns.map { "\($0.name) = \"\(titles[$0.index])\"" }
    let rest = unused.map(quoted).prefix(20).joined(separator: ", ")
    return "columns by \(CSVSeparator.name(separator)): \(guesses.joined(separator: ", "))"
      + (rest.isEmpty ? "" : "; not used: \(rest)") + (group == nil ? lack : "")
  }

  /// A lone `timestamp` is the time; a lone `date` includes the hour.
  private mutating func resolveTime() {
    for other in [CSVColumn.timestamp, .date] where self[.time] == nil {
      places[CSVColumn.time.rawValue] = self[other]
      places[other.rawValue] = nil
    }
    // A column with date and hour needs no separate date.
    if let time = self[.time], Self.plain(titles[time.index]).contains("date") {
      places[CSVColumn.date.rawValue] = nil
    }
  }

  private static func find(_ column: CSVColumn, _ titles: [String]) -> (index: Int, factor: Double)? {
    let parts = titles.map { split($0, column) }
    for name in column.names {
      if let index = parts.firstIndex(where: { $0.name == name }) { return (index, parts[index].factor) }
    }
    return nil
  }

  /// Splits a unit from a title: `Speed (km/h)`, `speed_kmh`, `speed[mph]`, `altitude ft`.
  private static func split(_ title: String, _ column: CSVColumn) -> (name: String, factor: Double) {
    let lower = title.lowercased()
    let words = lower.split { "_ ([{.-".contains($0) }
    guard words.count > 1, let last = words.last else {
      let isUnit = column == .speed && column.names.contains(plain(lower))
      let unit = isUnit ? CSVColumn.units.first { $0.names.contains(lower) } : nil
      return (plain(lower), unit?.factor ?? 1)
    }
    let unit = last.filter { !")]} ".contains($0) }
    for known in CSVColumn.units where known.columns.contains(column) && known.names.contains(unit) {
      let rest = lower[..<last.startIndex]
      return (plain(String(rest)), known.factor)
    }
    return (plain(lower), 1)
  }

  private static func quoted(_ titles: [String]) -> String {
    titles.prefix(40).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
  }

  package static func plain(_ title: String) -> String {
    String(title.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  private static func missing(_ column: CSVColumn, _ titles: [String]) -> String {
    let accepted = [CSVColumn.latitude, .longitude, .time].map { column in
      "\(column.title): \(column.names.joined(separator: " "))"
    }
    // A table of an old Mac is one line to us.
    if titles.contains(where: { $0.contains("\r") }) {
      return "ends its lines with CR alone (write it with line feeds: tr '\\r' '\\n' < FILE > NEW)"
    }
    return "no column of the header is a \(column.title); found \(quoted(titles))"
      + " (expected a header line with \(accepted.joined(separator: "; ")); or name the "
      + "columns with --lat-column, --lon-column and --time-column)"
  }
}
