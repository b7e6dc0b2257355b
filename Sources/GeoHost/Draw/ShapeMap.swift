import Geo
import GeoFormats

/// The map of `geoscript draw`.
final class ShapeMap {
  let hostMap: HostMap
  private let drawingContext: DrawingContext
  private var rects: [MKMapRect] = []
  private var points: [(shape: MKShape, style: SimpleStyle, color: UIColor)] = []
  private var names: [(shape: MKShape, size: MKMapSize)] = []
  /// Lines are drawn over areas, after the light edges of all lines.
  private var lines: [(MKMultiPolyline, HostMap.LineStyle)] = []
  private var edges: [(lines: [MKPolyline], width: Double)] = []
  private var lineNames: [(title: String, line: MKPolyline)] = []
  private var endNames: [(title: String, end: CLLocationCoordinate2D)] = []
  private var ends: [(parts: [[CLLocationCoordinate2D]], color: UIColor)] = []
  /// What the legend says.
  private var legend: [LegendView.Row] = []
  /// The number of shapes so far.
  private(set) var count = 0

  init(size: CGSize, renderer: PictureRenderer, fetcher: TileFetcher) {
    drawingContext = renderer.drawingContext
    hostMap = HostMap(size: size, renderer: renderer, fetcher: fetcher)
  }

  /// Adds a row to the legend.
  func explain(_ name: String, color: UIColor) { legend.append(.init(sign: .line(color), text: name)) }

  /// Adds the shapes of a file; `color` is for those without a color.
  func add(_ shapes: [FileShape], color: UIColor) {
    for file in shapes {
      let style = SimpleStyle(file.properties)
      for shape in file.shapes { add(shape, style, color) }
      // The longest piece of a track carries its name.
      let lines = file.shapes.flatMap {
        ($0 as? MKMultiPolyline)?.polylines ?? [$0 as? MKPolyline].compactMap { $0 }
      }
      if let title = file.title, let longest = lines.max(by: { $0.length < $1.length }) {
        lineNames.append((title, longest))
      }
    }
  }

  /// Adds a track with its ends marked, and its name beside the last end.
  func add(_ track: Track, name: String?, color: UIColor) {
    let parts = track.parts(until: .infinity)
    if let name, let end = parts.last?.last { endNames.append((name, end)) }
    let lines = parts.filter { $0.count > 1 }.map { MKPolyline(coordinates: $0) }
    add(lines, HostMap.LineStyle(stroke: color, width: 3), hasEdge: true)
    rects += parts.map { MapPath.boundingRect(MapPath.points($0)) }
    ends.append((parts, color))
    if !parts.isEmpty { count += 1 }
  }

  /// Adds lines that belong together.
  private func add(_ lines: [MKPolyline], _ style: HostMap.LineStyle, hasEdge: Bool) {
    guard !lines.isEmpty else { return }
    if hasEdge {
      edges.append((lines, style.width + 2.5))
    }
    self.lines.append((MKMultiPolyline(lines), style))
  }

  private func add(_ shape: MKShape, _ style: SimpleStyle, _ color: UIColor) {
    count += 1
    guard let overlay = shape as? any MKOverlay else {
      let places = (shape as? MKMultiPoint)?.coordinates ?? [shape.coordinate]
      for place in places where CLLocationCoordinate2DIsValid(place) {
        let point = MKPointAnnotation(coordinate: place, title: shape.title)
        points.append((point, style, color))
        let mapPoint = MKMapPointForCoordinate(place)
        rects.append(MKMapRect(x: mapPoint.x, y: mapPoint.y, width: 0, height: 0))
      }
      return
    }
    rects.append(overlay.boundingMapRect)
    let isLine = shape is MKPolyline || shape is MKMultiPolyline
    var line = HostMap.LineStyle(
      stroke: style.stroke ?? color, fill: isLine ? nil : style.fill ?? color.withAlphaComponent(0.15),
      width: style.strokeWidth ?? (isLine ? 3 : 1.5))
    if line.width == 0 { line.stroke = nil }
    if isLine {
      let parts = (shape as? MKMultiPolyline)?.polylines ?? [shape as? MKPolyline].compactMap { $0 }
      add(parts, line, hasEdge: style.stroke == nil)
    } else {
      hostMap.add(overlay, line)
      names.append((shape, overlay.boundingMapRect.size))
    }
  }

  /// Fits the picture around everything, or as the frame says, and puts the points and the names on it.
  func finish(_ frame: DrawingFrame) {
    hostMap.show(frame, around: MapPath.narrowestRect(rects))
    let map = hostMap.map
    for (lines, width) in edges {
      hostMap.add(MKMultiPolyline(lines), HostMap.LineStyle(stroke: hostMap.palette.edge, width: width))
    }
    for (line, style) in lines { hostMap.add(line, style) }
    for (parts, color) in ends { hostMap.addEnds(of: parts, color: color) }
    var placer = LabelPlacer(bounds: map.bounds)
    for rect in hostMap.addSheets(frame, rows: legend, measure: drawingContext.measure) {
      placer.reserve(rect)
    }
    for line in lines.prefix(500).flatMap(\.0.polylines) {
      placer.avoid(line.coordinates.map { map.convert($0, toPointTo: map) })
    }
    addPoints(&placer)
    namePoints(&placer)
    nameLines(&placer)
    nameAreas(&placer)
  }

  /// With many points, they are drawn as spots instead of pins.
  private var isCrowded: Bool { points.count > ShapeMap.mostPins }

  private func addPoints(_ placer: inout LabelPlacer) {
    let map = hostMap.map
    for (shape, style, color) in points {
      let color = style.markerColor ?? color
      let foot = map.convert(shape.coordinate, toPointTo: map)
      if isCrowded {
        hostMap.add(Mark(shape.coordinate) { SpotView($0, color: color) })
        placer.reserve(CGRect(x: foot.x - 3, y: foot.y - 3, width: 6, height: 6))
      } else {
        let text = TextBlock(style.markerSymbol ?? "", font: NumberPinView.font)
        let size = text.text.isEmpty ? .zero : drawingContext.measure(text)
        hostMap.add(Mark(shape.coordinate) { NumberPinView($0, text, size: size, color: color) })
        let pin = NumberPinView.size(of: size)
        placer.reserve(
          CGRect(
            x: foot.x - pin.width / 2 + 3, y: foot.y - pin.height + 3, width: pin.width - 6,
            height: pin.height - 3))
      }
    }
  }

  private func namePoints(_ placer: inout LabelPlacer) {
    for (shape, _, _) in points.prefix(ShapeMap.mostNames) {
      let dy = isCrowded ? 0.0 : -14
      name(shape.title, at: shape.coordinate, &placer) { foot, size in
        let side = (isCrowded ? 6 : 15) + size.width / 2
        return [
          CGPoint(x: foot.x + side, y: foot.y + dy), CGPoint(x: foot.x - side, y: foot.y + dy),
          CGPoint(x: foot.x, y: foot.y + 8 + size.height / 2),
        ]
      }
    }
  }

  private func nameLines(_ placer: inout LabelPlacer) {
    let map = hostMap.map
    for (title, line) in lineNames.prefix(ShapeMap.mostNames) {
      let middle = line.coordinates[line.pointCount / 2]
      name(title, at: middle, &placer) { foot, size in
        let (dx, dy) = (size.width / 2 + 8, size.height / 2 + 6)
        return [
          CGPoint(x: foot.x, y: foot.y - dy), CGPoint(x: foot.x + dx, y: foot.y),
          CGPoint(x: foot.x, y: foot.y + dy), CGPoint(x: foot.x - dx, y: foot.y),
          CGPoint(x: foot.x + dx, y: foot.y + dy), CGPoint(x: foot.x - dx, y: foot.y - dy),
          CGPoint(x: foot.x + dx, y: foot.y - dy), CGPoint(x: foot.x - dx, y: foot.y + dy),
        ]
      }
    }
    for (_, end) in endNames.prefix(ShapeMap.mostNames) {
      let dot = map.convert(end, toPointTo: map)
      placer.reserve(CGRect(x: dot.x - 8, y: dot.y - 8, width: 16, height: 16))
    }
    for (title, end) in endNames.prefix(ShapeMap.mostNames) {
      name(title, at: end, &placer) { foot, size in
        let (dx, dy) = (size.width / 2 + 14, size.height / 2 + 12)
        return [
          CGPoint(x: foot.x + dx, y: foot.y), CGPoint(x: foot.x - dx, y: foot.y),
          CGPoint(x: foot.x, y: foot.y + dy), CGPoint(x: foot.x, y: foot.y - dy),
        ]
      }
    }
  }

  private func nameAreas(_ placer: inout LabelPlacer) {
    let map = hostMap.map
    for (shape, extent) in names.prefix(ShapeMap.mostNames) {
      let scale = map.bounds.width / map.visibleMapRect.width
      name(shape.title, at: shape.coordinate, &placer) { middle, size in
        guard extent.width * scale > size.width + 8 else { return [] }
        let reach = extent.height * scale / 2 - size.height / 2 - 3
        return [0, -22, 22, -44, 44, -66, 66].filter { abs($0) <= max(0, reach) }.map {
          CGPoint(x: middle.x, y: middle.y + $0)
        }
      }
    }
  }

  private func name(
    _ title: String?, at place: CLLocationCoordinate2D, _ placer: inout LabelPlacer,
    _ places: (CGPoint, CGSize) -> [CGPoint]
  ) {
    guard let title, !title.isEmpty else { return }
    let text = hostMap.palette.name(title)
    let size = drawingContext.measure(text)
    let anchor = hostMap.map.convert(place, toPointTo: hostMap.map)
    guard let middle = placer.place(size, middles: places(anchor, size)) else { return }
    let offset = CGPoint(x: middle.x - anchor.x, y: middle.y - anchor.y)
    let color = hostMap.palette.ink
    hostMap.add(Mark(place) { NameView($0, text, size: size, color: color, offset: offset) })
  }

  /// With more points than this, all are drawn as spots instead of pins.
  private static let mostPins = 200
  private static let mostNames = 1_000
}

extension MKPolyline {
  /// How far it reaches, for comparing.
  fileprivate var length: Double { max(boundingMapRect.width, boundingMapRect.height) }
}
