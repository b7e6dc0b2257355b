import Geo

/// The automatic picture: where the devices of a run went, what they watched and what they told.
///
/// All is placed once for the whole run, so that its frames differ only in how far the ways have come.
///
/// - Source: PI-3, PI-8.
final class WayMap {
  let sketch: Sketch
  /// What was left out, a sentence each.
  private(set) var notes: [String] = []
  /// The first and the last time on any device's clock.
  let start: TimeInterval
  let end: TimeInterval
  let ways: [DeviceWay]
  let alerts: [WayAlert]
  let regions: [MonitoredRegion]
  var groups: [PinGroup] = []
  var names: [RegionName] = []
  var legend: LegendView?
  let studio: Studio
  let palette: Palette

  /// - Parameter deviceCount: of the whole run.
  init(_ ways: [DeviceWay], deviceCount: Int, size: CGSize, desk: PictureDesk, hub: TileHub) {
    self.ways = ways
    studio = desk.studio
    palette = Palette(desk.options.style)
    sketch = Sketch(size: size, desk: desk, hub: hub)
    start = ways.compactMap(\.way.start).min() ?? 0
    end = ways.compactMap(\.way.end).max() ?? start
    let (alerts, more) = WayAlert.list(ways, palette)
    self.alerts = alerts
    let frame = WayMap.frame(ways, alerts)
    let (regions, isCut) = WayMap.regions(ways, near: frame)
    self.regions = regions
    if deviceCount > ways.count {
      notes.append(
        "the picture shows the ways of \(grouped(ways.count)) of \(grouped(deviceCount)) devices")
    }
    if isCut { notes.append("the picture shows \(grouped(regions.count)) regions, and there are more") }
    arrange(frame, moreAlerts: more)
    show(until: .infinity)
  }

  /// Whether there is anything to see.
  var isEmpty: Bool { regions.isEmpty && ways.allSatisfy(\.way.isEmpty) }

  /// Shows how far everything had come at a time.
  func show(until time: TimeInterval) {
    sketch.clear()
    for region in regions { sketch.add(region) }
    addWays(until: time)
    for name in names { sketch.add(name.mark) }
    for group in groups {
      let known = group.members.filter { alerts[$0 - 1].time <= time }
      guard let first = known.first else { continue }
      let alert = alerts[first - 1]
      let isOfOne = known.allSatisfy { alerts[$0 - 1].color == alert.color }
      let color = isOfOne ? alert.color : UIColor(code: 0x44546a)
      let text = TextBlock(NumberRanges.text(known), font: NumberPinView.font)
      let size = studio.measure(text)
      sketch.add(
        Mark(alert.coordinate) { NumberPinView($0, text, size: size, color: color) })
    }
    guard let legend else { return }
    for index in legend.rows.indices {
      if case .number = legend.rows[index].sign {
        legend.rows[index].isHidden = alerts[index - (legend.rows.count - legendAlerts)].time > time
      }
    }
  }

  /// How many of the legend's rows, its last ones, are alerts.
  var legendAlerts = 0

  private func addWays(until time: TimeInterval) {
    let parts = ways.map { $0.way.parts(until: time) }
    func line(_ parts: [[CLLocationCoordinate2D]]) -> MKMultiPolyline {
      MKMultiPolyline(parts.filter { $0.count > 1 }.map { MKPolyline(coordinates: $0) })
    }
    // Light edges keep lines apart that cross; of very many they would hide the map.
    if ways.count <= WayMap.mostWithEdges {
      for parts in parts {
        sketch.add(line(parts), Sketch.LineStyle(stroke: palette.edge, width: 5.5))
      }
    }
    for (way, parts) in zip(ways, parts) {
      sketch.add(line(parts), Sketch.LineStyle(stroke: palette.track(Int(way.device.index)), width: 3))
    }
    guard ways.count <= WayMap.mostWithDots else { return }
    for (way, parts) in zip(ways, parts) {
      let color = palette.track(Int(way.device.index))
      sketch.addEnds(of: parts, color: color)
    }
  }

  private static let mostWithEdges = 300
  private static let mostWithDots = 1_000
}
