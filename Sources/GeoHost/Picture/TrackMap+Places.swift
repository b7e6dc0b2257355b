import Geo

/// Where things are placed.
extension TrackMap {
  /// The rect around all tracks and alerts.
  static func frame(_ tracks: [DeviceTrack], _ alerts: [TrackAlert]) -> MKMapRect {
    let lines = tracks.flatMap { $0.track.parts(until: .infinity) }
    let places = alerts.map { MKMapPointForCoordinate($0.coordinate) }
    return MapPath.narrowestRect(
      lines.map { MapPath.boundingRect(MapPath.points($0)) }
        + places.map { MKMapRect(x: $0.x, y: $0.y, width: 0, height: 0) })
  }

  private static let mostRegions = 1_000
  /// The most regions that are considered.
  private static let mostLookedAt = 300_000

  /// The regions to show, first those with alerts. If there are tracks, regions far from all of them are
  /// left out.
  static func regions(
    _ tracks: [DeviceTrack], near frame: MKMapRect
  ) -> (found: [MonitoredRegion], isCut: Bool) {
    var found: [MonitoredRegion] = []
    var seen: Set<MonitoredRegion> = []
    let near = frame.isNull ? frame : frame.atLeast(meters: 500).grown(by: 1)
    for region in tracks.flatMap(\.regions) where seen.insert(region).inserted { found.append(region) }
    var sets: Set<RegionSet> = []
    var looks = 0
    for track in tracks where !track.watched.isEmpty && sets.insert(track.watched).inserted {
      for region in track.watched.regions {
        looks += 1
        guard looks < mostLookedAt, found.count < mostRegions else { return (found, true) }
        guard near.isNull || region.mapRect.intersectsAroundWorld(near), seen.insert(region).inserted
        else { continue }
        found.append(region)
      }
    }
    return (found, false)
  }

  /// Finds the part of the map to show, and places for the legend and the pins.
  func arrange(_ frame: MKMapRect, moreAlerts: Int) {
    let size = hostMap.map.bounds.size
    // A region as large as a country must not shrink the track to a dot.
    let room = frame.isNull ? frame : frame.atLeast(meters: 500).grown(by: 1)
    let rects = regions.map(\.mapRect).filter { frame.isNull || room.contains($0) }
    let all = MapPath.narrowestRect([frame] + rects)
    hostMap.show(all.isNull ? MKMapRectWorld : all)
    let rows = legendRows(moreAlerts: moreAlerts, height: size.height * 0.6)
    if rows.count > 0, size.width >= 240, size.height >= 160 {
      place(
        LegendView(
          rows, palette, width: min(320, max(150, size.width * 0.42)), measure: drawingContext.measure), all)
    }
    groups = PinGroup.groups(alerts, in: hostMap.map, measure: drawingContext.measure)
  }

  private func legendRows(moreAlerts: Int, height: Double) -> [LegendView.Row] {
    var most = Int((height - 13) / LegendView.rowHeight)
    var rows: [LegendView.Row] = []
    if tracks.count > 1 {
      // Leaves lines for alerts.
      let room = alerts.isEmpty ? most : max(2, most / 2)
      let shown = tracks.count <= min(room, 12) ? tracks.count : min(room - 1, palette.tracks.count)
      rows = tracks.prefix(shown).map {
        LegendView.Row(sign: .line(palette.track(Int($0.device.index))), text: $0.name)
      }
      if shown < tracks.count {
        rows.append(.init(text: "and \(counted(tracks.count - shown, "device")) more", isFaint: true))
      }
    }
    most -= rows.count
    guard let first = alerts.first, let last = alerts.last, most >= 2 else { return rows }
    let day = ISO8601.format(first.time, in: timeZone).prefix(10)
    let isOneDay = day == ISO8601.format(last.time, in: timeZone).prefix(10)
    let zone = timeZone.isUTC ? "UTC" : timeZone.name
    let total = alerts.count + moreAlerts
    var shown = min(alerts.count, most - 1)
    if shown < total { shown -= 1 }
    guard shown > 0 else { return rows }
    rows.append(
      .init(text: isOneDay ? "\(day), \(zone)" : zone, isFaint: true))
    if shown < total {
      rows.append(.init(text: "the first \(shown) of \(counted(total, "alert"))", isFaint: true))
    }
    for (index, alert) in alerts.prefix(shown).enumerated() {
      let time = ISO8601.format(alert.time, in: timeZone)
      let clock = time.dropFirst(11).prefix(5)
      // A narrow legend has room for either the title or the time.
      let isNarrow = hostMap.map.bounds.width < 400
      rows.append(
        .init(
          sign: .number(String(index + 1), alert.color),
          time: isNarrow ? "" : isOneDay ? String(clock) : "\(time.dropFirst(5).prefix(5)) \(clock)",
          text: alert.title))
    }
    legendAlerts = shown
    return rows
  }

  /// Puts the legend into the corner where it hides least, or beside the map if it would hide something.
  private func place(_ legend: LegendView, _ all: MKMapRect) {
    let size = hostMap.map.bounds.size
    let (width, height) = (legend.bounds.width, legend.bounds.height)
    let edge = 12.0
    let (right, low) = (size.width - width - edge, size.height - height - edge)
    // The lower corners are for the scale bar and the attribution.
    let corners = [(right, edge), (edge, edge), (edge, low - 30), (right, low - 20)].map {
      CGRect(x: $0.0, y: $0.1, width: width, height: height)
    }
    var points = tracks.flatMap { $0.track.parts(until: .infinity).joined() }
    points += regions.flatMap(\.outlinePlaces)
    let places = points.map { hostMap.map.convert($0, toPointTo: hostMap.map) }
    func hidden(_ rect: CGRect) -> Int {
      let rect = rect.insetBy(dx: -14, dy: -14)
      return places.reduce(0) { $0 + (rect.contains($1) ? 1 : 0) }
    }
    let best = corners.map { (rect: $0, hidden: hidden($0)) }.min { $0.hidden < $1.hidden }
    legend.frame = best?.rect ?? corners[0]
    if let best, best.hidden > 0 {
      legend.frame = corners[0]
      // Beside it, or below: whichever leaves the larger map.
      let shown = hostMap.map.visibleMapRect
      hostMap.show(all, padding: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: width + 2 * edge))
      let beside = hostMap.map.visibleMapRect.width
      hostMap.show(all, padding: UIEdgeInsets(top: height + 2 * edge, left: 0, bottom: 0, right: 0))
      if beside <= hostMap.map.visibleMapRect.width {
        hostMap.show(all, padding: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: width + 2 * edge))
      }
      // A small picture has no room for both.
      if hostMap.map.visibleMapRect.width > 3 * shown.width { hostMap.show(all) }
    }
    try? hostMap.map.addSubview(legend)
    self.legend = legend
  }

  /// The regions' identifiers in free space, those of the smallest regions first.
  func regionNames() -> [NameTag] {
    var space = hostMap.labelSpace(drawingContext)
    let names = regions.prefix(TrackMap.mostNames).map { region in
      let text = palette.name(region.identifier)
      let rect = hostMap.map.frame(of: region.mapRect)
      return (
        candidate: candidate(region, rect, drawingContext.measure(text)), text: text, color: palette.region
      )
    }
    return hostMap.tags(names, in: &space)
  }

  private static let mostNames = 200

  private func candidate(_ region: MonitoredRegion, _ shape: CGRect, _ size: CGSize) -> LabelCandidate {
    let middle = hostMap.map.convert(region.namePlace, toPointTo: hostMap.map)
    var frames: [LabelFrame]
    var symbol = CGRect(x: middle.x - 2, y: middle.y - 2, width: 4, height: 4)
    if case .corridor(let corridor) = region.shape {
      let meters = MKMetersPerMapPointAtLatitude(region.center.latitude)
      let half = corridor.halfWidth / meters * hostMap.map.bounds.width / hostMap.map.visibleMapRect.width
      frames = LabelFrame.around(symbol.insetBy(dx: -half, dy: -half), size, sidesFirst: true)
    } else {
      frames = LabelFrame.inside(shape, around: middle, size) + LabelFrame.around(shape, size)
      if region.shape == nil { symbol = shape }
    }
    var candidate = LabelCandidate(
      region.identifier, .region, weight: -shape.width * shape.height, frames: frames)
    candidate.symbol = symbol
    candidate.margin = NameTag.margin
    return candidate
  }
}

extension MKMapView {
  /// The frame of a part of the map in the view.
  fileprivate func frame(of rect: MKMapRect) -> CGRect {
    let corner = convert(
      MKCoordinateForMapPoint(MKMapPoint(x: rect.minX, y: rect.minY)), toPointTo: self)
    let scale = bounds.size.width / visibleMapRect.width
    return CGRect(x: corner.x, y: corner.y, width: rect.width * scale, height: rect.height * scale)
  }
}

extension MKMapRect {
  /// The rect, extended on each side by that share of its longer side.
  fileprivate func grown(by share: Double) -> MKMapRect {
    let more = max(width, height) * share
    return insetBy(dx: -more, dy: -more)
  }
}
