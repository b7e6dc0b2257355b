import CSimdJSON
import Geo
import GeoFormats

/// Turns single reports into events.
extension GPSDDecoder {
  func ingestFix(_ report: geo_gpsd_report, _ index: Int, into events: inout [DeviceEvent]) {
    let mode = report[GEO_GPSD_MODE]
    let time = time(report)
    guard mode >= 2 else {
      deliver(index, into: &events)
      receivers[index].attributes.ingestFix(report)
      deliverAttributes(index, at: credible(time, index), into: &events)
      // gpsd reports mode 0 before it knows anything.
      if mode == 1 || receivers[index].hasFix == true { lose(index, told: time, into: &events) }
      return
    }
    let fix = GPSDFix(report, time: time)
    // A report may have a speed but no place: the speed belongs to the place of the same epoch.
    guard !fix.hasCoordinate || CLLocationCoordinate2DIsValid(fix.coordinate) else {
      return count("coordinate out of range", NDJSONPayload.outOfRange(fix.coordinate).message)
    }
    if receivers[index].isOfThisEpoch(fix, at: arrival) {
      receivers[index].epoch?.join(fix)
    } else {
      deliver(index, into: &events)
      receivers[index].begin(fix, at: arrival)
    }
    receivers[index].update(fix)
    receivers[index].attributes.ingestFix(report)
    // In a log, the next epoch ends this one. Live, do not wait for parts that did not come in the last
    // epoch.
    if arrival != nil, receivers[index].isComplete { deliver(index, into: &events) }
  }

  /// Appends the fix of the current epoch, unless it was delivered already.
  func deliver(_ index: Int, into events: inout [DeviceEvent]) {
    guard receivers[index].isHolding, var epoch = receivers[index].epoch else { return }
    receivers[index].isDelivered = true
    let device = receivers[index].device
    if epoch.time.isNaN, arrival == nil {
      guard let time = times.time(epoch.coordinate, device) else {
        return count("no time", "TPV \(NDJSONFault.noTime)")
      }
      epoch.time = time
    } else if arrival == nil, times.isActive {
      times.record(epoch.time, epoch.coordinate, device)
    }
    receivers[index].update(epoch)
    deliverAttributes(index, at: epoch.time, into: &events)
    receivers[index].hasFix = true
    let fix = receivers[index].fix(epoch, context.options)
    append(.location(fix), index, at: epoch.time, into: &events)
  }

  /// Reports once that there is no fix; in a log, only after a fix.
  func lose(_ index: Int, told time: TimeInterval, into events: inout [DeviceEvent]) {
    guard receivers[index].hasFix != false, arrival != nil || receivers[index].hasFix == true else { return }
    receivers[index].hasFix = false
    append(
      .error(code: CLError.locationUnknown.rawValue), index, at: credible(time, index), into: &events)
  }

  /// The time of a report without a fix. It may be arbitrary, so in a log it is at most a day after the
  /// previous fix.
  private func credible(_ time: TimeInterval, _ index: Int) -> TimeInterval {
    guard arrival == nil else { return .nan }
    let last = receivers[index].time
    return time >= last && time <= last + 86_400 ? time : last
  }

  func ingestSky(_ report: geo_gpsd_report, _ index: Int, into events: inout [DeviceEvent]) {
    let time = credible(time(report), index)
    if let epoch = receivers[index].epoch, time > epoch.time { deliver(index, into: &events) }
    receivers[index].attributes.ingestSky(report)
    deliverAttributes(index, at: time, into: &events)
  }

  func ingestDeviation(_ report: geo_gpsd_report, _ index: Int) {
    let (north, east) = (report[GEO_GPSD_LAT], report[GEO_GPSD_LON])
    let time = time(report)
    receivers[index].deviation = (
      GPSDFix.error((north * north + east * east).squareRoot()), GPSDFix.error(report[GEO_GPSD_ALT]),
      time.isNaN ? receivers[index].time : time
    )
  }

  func ingestHeading(_ report: geo_gpsd_report, _ index: Int, into events: inout [DeviceEvent]) {
    let (north, magnetic) = (report[GEO_GPSD_HEADING], report[GEO_GPSD_MHEADING])
    guard !north.isNaN || !magnetic.isNaN else { return }
    for heading in [north, magnetic] where !heading.isNaN && !(0...360).contains(heading) {
      return count("heading", "heading \(heading) is not a direction (expected 0…360)")
    }
    let time = credible(time(report), index)
    guard !magnetic.isNaN else {
      return ingestTrueHeading(north, index, at: time, into: &events)
    }
    append(
      .heading(HeadingReading(magneticHeading: magnetic, trueHeading: north)), index, at: time, into: &events)
  }

  /// A compass that knows only true north: scripts need the magnetic heading first.
  private func ingestTrueHeading(
    _ heading: Double, _ index: Int, at time: TimeInterval, into events: inout [DeviceEvent]
  ) {
    guard let coordinate = receivers[index].coordinate, let moment = moment(index, time) else {
      return count(
        "heading without a place",
        "heading \(heading) is relative to true north, and no fix says where it was measured")
    }
    let year = NSDate(timeIntervalSince1970: moment).decimalYear
    let declination = WorldMagneticModel.field(at: coordinate, year: year).declination
    // Rounded to a millionth of a degree, because the last bits of a sine differ between machines.
    let magnetic = heading - (declination * 1e6).rounded() / 1e6
    append(
      .heading(
        HeadingReading(magneticHeading: magnetic < 0 ? magnetic + 360 : magnetic, trueHeading: heading)),
      index,
      at: time, into: &events)
  }

  private func deliverAttributes(_ index: Int, at time: TimeInterval, into events: inout [DeviceEvent]) {
    let attributes = receivers[index].attributes
    guard attributes != receivers[index].toldAttributes, moment(index, time) != nil else { return }
    receivers[index].toldAttributes = attributes
    let json = attributes.json(receiver: String(decoding: receivers[index].path, as: UTF8.self))
    append(
      .message(DeviceMessage(.attributes, form: "gpsd", json: json)), index, at: time, into: &events)
  }

  /// When a report was made: its own time, or that of the previous fix; nil if there is neither.
  private func moment(_ index: Int, _ time: TimeInterval) -> TimeInterval? {
    if let arrival { return arrival }
    if !time.isNaN { return time }
    let last = receivers[index].time
    return last.isNaN ? nil : last
  }

  private func append(
    _ payload: DeviceEvent.Payload, _ index: Int, at time: TimeInterval, into events: inout [DeviceEvent]
  ) {
    guard let moment = moment(index, time) else { return }
    var timestamp = moment
    if arrival != nil, !time.isNaN { timestamp = measured(index, time, moment) }
    events.append(
      DeviceEvent(time: moment, timestamp: timestamp, device: receivers[index].device, payload: payload))
  }

  /// The receiver's time if it is credible, otherwise the host's.
  private func measured(_ index: Int, _ time: TimeInterval, _ arrival: TimeInterval) -> TimeInterval {
    if receivers[index].believes(time, at: arrival) { return time }
    if !receivers[index].hasToldTime {
      receivers[index].hasToldTime = true
      post(
        .warning(
          "\(context.name): the receiver's time is \(ISO8601.format(time)), this host's "
            + "\(ISO8601.format(arrival)): locations use the host's (is the clock right? run geoscript doctor)"
        ))
    }
    return arrival
  }
}
