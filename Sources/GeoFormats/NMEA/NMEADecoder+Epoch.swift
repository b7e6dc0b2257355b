import Geo

// Effects of sentences on the epoch.
extension NMEADecoder {
  /// Handles a sentence's time of day: a new time ends the epoch.
  @inline(__always)
  func begin(_ time: Int, into events: inout [DeviceEvent]) {
    guard time >= 0, epoch.time != time else { return }
    // Sentences without a time belong to this epoch, unless they report a lost position.
    if epoch.time >= 0 || epoch.bad != 0 { end(into: &events) }
    epoch.time = time
  }

  /// Ends the epoch.
  func end(into events: inout [DeviceEvent]) {
    cycle.ended(with: epoch.last)
    deliver(into: &events)
    restart()
  }

  func restart() {
    epoch = NMEAEpoch()
    isDelivered = false
  }

  /// Handles the end of a sentence, which live may be the last of its round.
  @inline(__always)
  func recordSentence(_ kind: NMEAEpoch.Kind, isGood: Bool?, into events: inout [DeviceEvent]) {
    epoch.record(kind, isGood: isGood, talker: talker)
    if let tagTime { epoch.tagTime = tagTime }
    if arrival != nil, cycle.isEnd(epoch.last) { deliver(into: &events) }
  }

  /// Sets the day of a sentence, whose time may differ from the epoch's.
  func set(day: Int, _ time: Int) {
    if epoch.time == time { epoch.day = day } else { _ = dates.time(time, day: day) }
  }

  /// Days since 1970; an invalid date gives nil and is counted.
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

  /// Delivers a compass reading: live at once, otherwise with the epoch.
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

  /// The time of a measurement without one that arrived at `arrival`: the arrival, or, if the receiver's
  /// clock differs (as in a log sent again), the last fix plus the time since its arrival.
  func measured(_ arrival: TimeInterval) -> TimeInterval {
    guard let lastFix, abs(lastFix.timestamp - lastFix.arrival) > NMEADecoder.otherClock else {
      return arrival
    }
    return lastFix.timestamp + max(0, arrival - lastFix.arrival)
  }

  /// Converts a reading from true to magnetic north, or the other way round.
  ///
  /// If no sentence gives the variation, it comes from the magnetic model at the last place.
  func completed(_ reading: HeadingReading, _ time: TimeInterval) -> HeadingReading {
    var reading = reading
    var east = variation
    if east.isNaN, reading.magneticHeading.isNaN, let lastPlace {
      let year = NSDate(timeIntervalSince1970: time).decimalYear
      let field = WorldMagneticModel.field(at: lastPlace, altitude: 0, year: year)
      // Rounded to a millionth of a degree, because the last bits of a sine differ between machines.
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
