import Geo

// What sentences do to the epoch.
extension NMEADecoder {
  /// A sentence says a time of day: another one ends the epoch.
  @inline(__always)
  func begin(_ time: Int, into events: inout [DeviceEvent]) {
    guard time >= 0, epoch.time != time else { return }
    // What came without a time is of this one, unless it says that there is no position.
    if epoch.time >= 0 || epoch.bad != 0 { end(into: &events) }
    epoch.time = time
  }

  /// The epoch has come to its end.
  func end(into events: inout [DeviceEvent]) {
    cycle.ended(with: epoch.last)
    deliver(into: &events)
    restart()
  }

  func restart() {
    epoch = NMEAEpoch()
    isDelivered = false
  }

  /// A sentence has been read to its end: live, it may be the last of its round.
  @inline(__always)
  func recordSentence(_ kind: NMEAEpoch.Kind, isGood: Bool?, into events: inout [DeviceEvent]) {
    epoch.record(kind, isGood: isGood, talker: talker)
    if let tagTime { epoch.tagTime = tagTime }
    if arrival != nil, cycle.isEnd(epoch.last) { deliver(into: &events) }
  }

  /// The day of a sentence that may be of another moment than the epoch.
  func set(day: Int, _ time: Int) {
    if epoch.time == time { epoch.day = day } else { _ = dates.time(time, day: day) }
  }

  /// Days since 1970; nil, and counted, for what is not a date.
  func number(of year: Int, _ month: Int, _ day: Int) -> Int? {
    if lastDate.day != day || lastDate.month != month || lastDate.year != year {
      lastDate = (year, month, day, NMEADates.day(year: year, month: month, day: day))
    }
    if lastDate.number == nil { broken("\(year)-\(month)-\(day) is not a date") }
    return lastDate.number
  }

  func broken(_ what: @autoclosure () -> String) {
    skips.count("broken field", "\(context.name):\(line): \(what())")
  }

  /// Delivers a reading of a compass: at once live, else with the epoch.
  func add(_ reading: HeadingReading, into events: inout [DeviceEvent]) {
    if let arrival {
      let time = measured(arrival)
      return append(.heading(completed(reading, time)), time, into: &events)
    }
    if headings.count == NMEADecoder.headingLimit {
      deliverHeadings(lastTime, into: &events)
      if !headings.isEmpty { headings.removeFirst() }
    }
    headings.append(reading)
  }

  /// When something without a time of its own was measured that came at `arrival`: then, or as long after the last fix
  /// as it came where the receiver's clock is another, as in a log that somebody sends again.
  func measured(_ arrival: TimeInterval) -> TimeInterval {
    guard let lastFix, abs(lastFix.timestamp - lastFix.arrival) > NMEADecoder.otherClock else {
      return arrival
    }
    return lastFix.timestamp + max(0, arrival - lastFix.arrival)
  }

  /// A reading against true north as one against magnetic north, and the other way round.
  ///
  /// Where no sentence says the variation it is that of the magnetic model at the last place.
  func completed(_ reading: HeadingReading, _ time: TimeInterval) -> HeadingReading {
    var reading = reading
    var east = variation
    if east.isNaN, reading.magneticHeading.isNaN, let lastPlace {
      let year = NSDate(timeIntervalSince1970: time).decimalYear
      let field = WorldMagneticModel.field(at: lastPlace, altitude: 0, year: year)
      // To a millionth of a degree: the last bits of a sine are not the same on all machines.
      east = (field.declination * 1e6).rounded() / 1e6
    }
    guard !east.isNaN else { return reading }
    if reading.magneticHeading.isNaN {
      reading.magneticHeading = NMEADecoder.turned(reading.trueHeading - east)
    }
    if reading.trueHeading.isNaN, !variation.isNaN {
      reading.trueHeading = NMEADecoder.turned(reading.magneticHeading + east)
    }
    return reading
  }

  static func turned(_ degrees: Double) -> Double {
    degrees < 0 ? degrees + 360 : degrees >= 360 ? degrees - 360 : degrees
  }
}
