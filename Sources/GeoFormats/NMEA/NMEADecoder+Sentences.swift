import Geo

// One method per sentence; fields are numbered as in NMEA 0183, from 1 after the address.
extension NMEADecoder {
  func read(_ sentence: NMEASentence, into events: inout [DeviceEvent]) {
    let start = sentence.start
    // Two letters of a talker, three of a type, a comma. Proprietary sentences begin with a P.
    guard sentence.end - start > 5, start[5] == UInt8(ascii: ","), start.pointee != UInt8(ascii: "P") else {
      return pass()
    }
    talker = UnsafeRawPointer(start).loadUnaligned(as: UInt16.self)
    var fields = NMEAFields(sentence, skipping: 6)
    switch (start[2], start[3], start[4]) {
    case (UInt8(ascii: "G"), UInt8(ascii: "G"), UInt8(ascii: "A")): readGGA(&fields, into: &events)
    case (UInt8(ascii: "R"), UInt8(ascii: "M"), UInt8(ascii: "C")): readRMC(&fields, into: &events)
    case (UInt8(ascii: "G"), UInt8(ascii: "L"), UInt8(ascii: "L")): readGLL(&fields, into: &events)
    case (UInt8(ascii: "G"), UInt8(ascii: "N"), UInt8(ascii: "S")): readGNS(&fields, into: &events)
    case (UInt8(ascii: "V"), UInt8(ascii: "T"), UInt8(ascii: "G")): readVTG(&fields, into: &events)
    case (UInt8(ascii: "G"), UInt8(ascii: "S"), UInt8(ascii: "A")): readGSA(&fields, into: &events)
    case (UInt8(ascii: "G"), UInt8(ascii: "S"), UInt8(ascii: "T")): readGST(&fields, into: &events)
    case (UInt8(ascii: "Z"), UInt8(ascii: "D"), UInt8(ascii: "A")): readZDA(&fields, into: &events)
    case (UInt8(ascii: "H"), UInt8(ascii: "D"), UInt8(ascii: "T")): readHDT(&fields, into: &events)
    case (UInt8(ascii: "T"), UInt8(ascii: "H"), UInt8(ascii: "S")): readTHS(&fields, into: &events)
    case (UInt8(ascii: "H"), UInt8(ascii: "D"), UInt8(ascii: "G")): readHDG(&fields, into: &events)
    case (UInt8(ascii: "H"), UInt8(ascii: "D"), UInt8(ascii: "M")): readHDM(&fields, into: &events)
    default: return pass()
    }
    if fields.isBroken {
      let address = String(decoding: UnsafeBufferPointer(start: start, count: 5), as: UTF8.self)
      broken("a field of \(address) cannot be read")
    }
  }

  /// Time, latitude, longitude, quality, satellites, HDOP, altitude, its unit, separation, its unit.
  private func readGGA(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    let time = fields.time()
    let place = place(&fields)
    let quality = fields.letter() &- 0x30
    let satellites = fields.number()
    let dilution = fields.number()
    let altitude = fields.number()
    fields.skip()
    let separation = fields.number()
    guard !fields.isBroken else { return }
    begin(time, isBad: quality == 0, into: &events)
    guard quality > 0, quality < 10 else {
      return recordSentence(.gga, isGood: quality == 0 ? false : nil, into: &events)
    }
    epoch.quality = Int(quality)
    set(satellites: satellites, dilution)
    setPosition(place, altitude, separation)
    recordSentence(.gga, isGood: place == nil ? nil : true, into: &events)
  }

  /// Time, status, latitude, longitude, knots, course, date, variation and its side, mode.
  private func readRMC(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    let time = fields.time()
    let status = fields.letter()
    let isGood = status == UInt8(ascii: "A") || status == UInt8(ascii: "D")
    guard isGood else {
      guard !fields.isBroken else { return }
      begin(time, isBad: true, into: &events)
      return recordSentence(.rmc, isGood: false, into: &events)
    }
    let place = place(&fields)
    let speed = fields.number()
    let course = fields.number()
    let date = fields.date()
    let east = side(&fields)
    let mode = fields.letter()
    guard !fields.isBroken else { return }
    begin(time, isBad: false, into: &events)
    guard mode != UInt8(ascii: "N") else { return recordSentence(.rmc, isGood: false, into: &events) }
    if let date { epoch.day = number(of: date.year, date.month, date.day) }
    // Some receivers send 0.0 for an unknown variation.
    if abs(east) >= 0.09 { variation = east }
    setPosition(place)
    set(speed: speed * NMEADecoder.knot, course)
    recordSentence(.rmc, isGood: place == nil ? nil : true, into: &events)
  }

  /// Latitude, longitude, time, status, mode.
  private func readGLL(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    let place = place(&fields)
    let time = fields.time()
    let status = fields.letter()
    let mode = fields.letter()
    guard !fields.isBroken else { return }
    // Old receivers omit it.
    let isBad = !(status == UInt8(ascii: "A") || status == 0) || mode == UInt8(ascii: "N")
    begin(time, isBad: isBad, into: &events)
    if isBad { return recordSentence(.gll, isGood: false, into: &events) }
    setPosition(place)
    recordSentence(.gll, isGood: place == nil ? nil : true, into: &events)
  }

  /// Time, latitude, longitude, a mode for each system, satellites, HDOP, altitude, separation.
  private func readGNS(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    let time = fields.time()
    let place = place(&fields)
    let quality = fields.modes()
    let satellites = fields.number()
    let dilution = fields.number()
    let altitude = fields.number()
    let separation = fields.number()
    guard !fields.isBroken else { return }
    begin(time, isBad: quality == 0, into: &events)
    guard quality > 0 else { return recordSentence(.gns, isGood: quality == 0 ? false : nil, into: &events) }
    if epoch.quality < 0 { epoch.quality = quality }
    set(satellites: satellites, dilution)
    setPosition(place, altitude, separation)
    recordSentence(.gns, isGood: place == nil ? nil : true, into: &events)
  }

  /// True course and T, magnetic course and M, knots and N, km/h and K, mode.
  private func readVTG(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    let course = fields.number()
    fields.skip(3)
    let knots = fields.number()
    fields.skip()
    let kilometers = fields.number()
    fields.skip()
    let mode = fields.letter()
    guard !fields.isBroken else { return }
    if mode != UInt8(ascii: "N") {
      set(speed: knots.isNaN ? kilometers / 3.6 : knots * NMEADecoder.knot, course)
    }
    recordSentence(.vtg, isGood: nil, into: &events)
  }

  /// Choice, dimensions, twelve satellites, PDOP, HDOP, VDOP, system.
  private func readGSA(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    fields.skip()
    let mode = fields.letter() &- 0x30
    fields.skip(12)
    let position = fields.number()
    let horizontal = fields.number()
    let vertical = fields.number()
    fields.skip()
    // Receivers with more satellite fields have other values there.
    let isUsual = !fields.hasMore
    if !isUsual { fields.isBroken = false }
    guard !fields.isBroken else { return }
    if (1...3).contains(mode) { precision.mode = Int(mode) }
    if isUsual {
      // Some send 0 for unknown values.
      if position > 0 { precision.position = position }
      if horizontal > 0 { precision.horizontal = horizontal }
      if vertical > 0 { precision.vertical = vertical }
    }
    recordSentence(.gsa, isGood: nil, into: &events)
  }

  /// Time, deviations of the ranges, of the ellipse's axes, its direction, of latitude, longitude and altitude.
  private func readGST(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    let time = fields.time()
    fields.skip(4)
    let latitude = fields.number()
    let longitude = fields.number()
    let altitude = fields.number()
    guard !fields.isBroken else { return }
    // It may belong to the previous moment.
    let isLate = time >= 0 && time < epoch.time && epoch.time - time < 43_200_000_000
    guard !isLate else { return recordSentence(.gst, isGood: nil, into: &events) }
    begin(time, into: &events)
    // Zeros mean unknown, because no measurement is exact.
    if latitude > 0 || longitude > 0 { epoch.deviation = (latitude, longitude, altitude) }
    recordSentence(.gst, isGood: nil, into: &events)
  }

  /// Time, day, month, year.
  private func readZDA(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    let time = fields.time()
    let day = fields.number()
    let month = fields.number()
    let year = fields.number()
    guard !fields.isBroken, time >= 0, let day = Int(exactly: day), let month = Int(exactly: month),
      let year = Int(exactly: year), year >= 1980, year < 10_000, (1...12).contains(month),
      (1...31).contains(day), let number = number(of: year, month, day)
    else { return }
    if epoch.isEmpty { begin(time, into: &events) }
    set(day: number, time)
  }

  /// True heading and T.
  private func readHDT(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    guard let heading = heading(&fields) else { return }
    add(HeadingReading(magneticHeading: .nan, trueHeading: heading), into: &events)
  }

  /// True heading and mode.
  private func readTHS(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    guard let heading = heading(&fields), fields.letter() != UInt8(ascii: "V") else { return }
    add(HeadingReading(magneticHeading: .nan, trueHeading: heading), into: &events)
  }

  /// Sensor heading, deviation and its side, variation and its side.
  private func readHDG(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    guard let sensor = heading(&fields) else { return }
    let deviation = side(&fields)
    let east = side(&fields)
    guard !fields.isBroken else { return }
    if !east.isNaN { variation = east }
    let heading = NMEADecoder.turned(sensor + (deviation.isNaN ? 0 : deviation))
    add(HeadingReading(magneticHeading: heading), into: &events)
  }

  /// Magnetic heading and M.
  private func readHDM(_ fields: inout NMEAFields, into events: inout [DeviceEvent]) {
    guard let heading = heading(&fields) else { return }
    add(HeadingReading(magneticHeading: heading), into: &events)
  }
}
