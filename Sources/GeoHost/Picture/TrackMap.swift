import Geo

/// The automatic picture: the tracks, regions and alerts of a run's devices.
///
/// Everything is placed once for the whole run, so that frames differ only in the length of the tracks.
///
/// - Source: PI-3, PI-8.
final class TrackMap {
  let hostMap: HostMap
  /// What was left out, one sentence each.
  private(set) var notes: [String] = []
  /// The first and the last time on any device's clock.
  let start: TimeInterval
  let end: TimeInterval
  let tracks: [DeviceTrack]
  let alerts: [TrackAlert]
  let regions: [MonitoredRegion]
  var groups: [PinGroup] = []
  private var names: [NameTag] = []
  var legend: LegendView?
  let drawingContext: DrawingContext
  let palette: Palette
  let timeZone: TimeZoneRules

  /// - Parameter deviceCount: of the whole run.
  init(
    _ tracks: [DeviceTrack], deviceCount: Int, size: CGSize, renderer: PictureRenderer, fetcher: TileFetcher
  ) {
    self.tracks = tracks
    drawingContext = renderer.drawingContext
    palette = Palette(renderer.options.style)
    timeZone = renderer.options.timeZone
    hostMap = HostMap(size: size, renderer: renderer, fetcher: fetcher)
    start = tracks.compactMap(\.track.start).min() ?? 0
    end = tracks.compactMap(\.track.end).max() ?? start
    let (alerts, more) = TrackAlert.list(tracks, palette)
    self.alerts = alerts
    let frame = TrackMap.frame(tracks, alerts)
    let (regions, isCut) = TrackMap.regions(tracks, near: frame)
    self.regions = regions
    if deviceCount > tracks.count {
      notes.append(
        "the picture shows the tracks of \(grouped(tracks.count)) of \(grouped(deviceCount)) devices")
    }
    if isCut { notes.append("the picture shows \(grouped(regions.count)) regions, and there are more") }
    arrange(frame, moreAlerts: more)
    show(until: .infinity)
    names = regionNames()
    for name in names { hostMap.add(name) }
  }

  /// Whether there is anything to see.
  var isEmpty: Bool { regions.isEmpty && tracks.allSatisfy(\.track.isEmpty) }

  /// Shows how far everything had come at a time.
  func show(until time: TimeInterval) {
    hostMap.clear()
    for region in regions { hostMap.add(region) }
    addWays(until: time)
    for name in names { hostMap.add(name) }
    for group in groups {
      let known = group.members.filter { alerts[$0 - 1].time <= time }
      guard let first = known.first else { continue }
      let alert = alerts[first - 1]
      let isOfOne = known.allSatisfy { alerts[$0 - 1].color == alert.color }
      let color = isOfOne ? alert.color : UIColor(code: 0x44546a)
      let text = TextBlock(NumberRanges.text(known), font: NumberPinView.font)
      let size = drawingContext.measure(text)
      hostMap.add(
        Mark(alert.coordinate) { NumberPinView($0, text, size: size, color: color) })
    }
    guard let legend else { return }
    for index in legend.rows.indices {
      if case .number = legend.rows[index].sign {
        legend.rows[index].isHidden = alerts[index - (legend.rows.count - legendAlerts)].time > time
      }
    }
  }

  /// The number of alerts in the legend, which are its last rows.
  var legendAlerts = 0

  private func addWays(until time: TimeInterval) {
    let parts = tracks.map { $0.track.parts(until: time) }
    func line(_ parts: [[CLLocationCoordinate2D]]) -> MKMultiPolyline {
      MKMultiPolyline(parts.filter { $0.count > 1 }.map { MKPolyline(coordinates: $0) })
    }
    // Light edges separate crossing lines, but those of very many lines would hide the map.
    if tracks.count <= TrackMap.mostWithEdges {
      for parts in parts {
        hostMap.add(line(parts), HostMap.LineStyle(stroke: palette.edge, width: 5.5))
      }
    }
    for (track, parts) in zip(tracks, parts) {
      hostMap.add(line(parts), HostMap.LineStyle(stroke: palette.track(Int(track.device.index)), width: 3))
    }
    guard tracks.count <= TrackMap.mostWithDots else { return }
    for (track, parts) in zip(tracks, parts) {
      let color = palette.track(Int(track.device.index))
      hostMap.addEnds(of: parts, color: color)
    }
  }

  private static let mostWithEdges = 300
  private static let mostWithDots = 1_000
}
