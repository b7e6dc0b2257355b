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

  /// Whether the picture shows nothing of what was added.
  var isOutOfSight: Bool {
    let visible = hostMap.map.visibleMapRect
    return count > 0
      && !rects.contains { rect in
        [-1.0, 0, 1].contains { visible.offsetBy(dx: $0 * MKMapSizeWorld.width, dy: 0).meets(rect) }
      }
  }

  /// How many places of what was added lie beyond the end of the map.
  private(set) var beyond = 0

  /// Counts the places beyond the end of the map, which are drawn at its edge.
  func countBeyond(_ places: some Sequence<CLLocationCoordinate2D>) {
    for place in places where place.isBeyondMap { beyond += 1 }
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
      countBeyond(places)
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
      countBeyond(parts.lazy.flatMap(\.coordinates))
      add(parts, line, hasEdge: style.stroke == nil)
    } else {
      hostMap.add(overlay, line)
      names.append((shape, overlay.boundingMapRect.size))
    }
  }

  /// Fits the picture around everything, or as the frame says, and puts the points and the names on it.
  func finish(_ frame: DrawingFrame) {
    hostMap.show(frame, around: MapPath.narrowestRect(rects))
    for (lines, width) in edges {
      hostMap.add(MKMultiPolyline(lines), HostMap.LineStyle(stroke: hostMap.palette.edge, width: width))
    }
    for (line, style) in lines { hostMap.add(line, style) }
    for (parts, color) in ends { hostMap.addEnds(of: parts, color: color) }
    hostMap.addSheets(frame, rows: legend, measure: drawingContext.measure)
    addPoints()
    var space = hostMap.labelSpace(drawingContext)
    let names = pointNames() + lineNameTexts() + endNameTexts() + areaNames()
    for tag in hostMap.tags(names, in: &space) { hostMap.add(tag) }
  }

  /// With many points, they are drawn as spots instead of pins.
  private var isCrowded: Bool { points.count > ShapeMap.mostPins }

  private func addPoints() {
    for (shape, style, color) in points {
      let color = style.markerColor ?? color
      if isCrowded {
        hostMap.add(Mark(shape.coordinate) { SpotView($0, color: color) })
      } else {
        let text = pinText(style)
        hostMap.add(Mark(shape.coordinate) { NumberPinView($0, text.block, size: text.size, color: color) })
      }
    }
  }

  private func pinText(_ style: SimpleStyle) -> (block: TextBlock, size: CGSize) {
    let block = TextBlock(style.markerSymbol ?? "", font: NumberPinView.font)
    return (block, block.text.isEmpty ? .zero : drawingContext.measure(block))
  }

  // MARK: Names

  private typealias Name = (candidate: LabelCandidate, text: TextBlock, color: UIColor)

  /// A name with its places; nil without a title.
  private func name(
    _ title: String?, _ kind: LabelCandidate.Kind, weight: Double = 0, _ frames: (CGSize) -> [LabelFrame]
  ) -> Name? {
    guard let title, !title.isEmpty else { return nil }
    let text = hostMap.palette.name(title)
    let frames = frames(drawingContext.measure(text))
    guard !frames.isEmpty else { return nil }
    var candidate = LabelCandidate(title, kind, weight: weight, frames: frames)
    candidate.margin = NameTag.margin
    return (candidate, text, hostMap.palette.ink)
  }

  private func point(_ place: CLLocationCoordinate2D) -> CGPoint {
    hostMap.map.convert(place, toPointTo: hostMap.map)
  }

  private func pointNames() -> [Name] {
    points.prefix(ShapeMap.mostNames).compactMap { shape, style, _ in
      let foot = point(shape.coordinate)
      let size = isCrowded ? SpotView.size : NumberPinView.size(of: pinText(style).size)
      let top = isCrowded ? foot.y - size.height / 2 : foot.y - size.height + NumberPinView.edge
      let symbol = CGRect(x: foot.x - size.width / 2, y: top, width: size.width, height: size.height)
      var name = name(shape.title, .title) { size in
        // Pins have their names beside their heads.
        let head =
          isCrowded ? symbol : CGRect(origin: symbol.origin, size: CGSize(width: symbol.width, height: 30))
        return LabelFrame.around(head, size, gap: 1, sidesFirst: true)
          + LabelFrame.around(symbol, size, gap: 1).prefix(2)
      }
      name?.candidate.symbol = symbol
      return name
    }
  }

  /// The names of tracks, beside their middle or, if there is no room, beside other parts.
  private func lineNameTexts() -> [Name] {
    lineNames.prefix(ShapeMap.mostNames).compactMap { title, line in
      let places = [4, 3, 5, 2, 6, 1, 7].map { point(line.coordinates[(line.pointCount - 1) * $0 / 8]) }
      return name(title, .region, weight: 2) { size in
        places.flatMap { place in
          LabelFrame.around(CGRect(x: place.x - 4, y: place.y - 4, width: 8, height: 8), size)
        }
      }
    }
  }

  private func endNameTexts() -> [Name] {
    endNames.prefix(ShapeMap.mostNames).compactMap { title, end in
      let dot = point(end)
      let symbol = CGRect(x: dot.x - 13, y: dot.y - 13, width: 26, height: 26)
      var name = name(title, .region, weight: 3) { LabelFrame.around(symbol, $0, gap: 1, sidesFirst: true) }
      name?.candidate.symbol = symbol
      return name
    }
  }

  /// The names of areas: inside, or beside them if there are few.
  private func areaNames() -> [Name] {
    names.prefix(ShapeMap.mostNames).compactMap { shape, extent in
      let scale = hostMap.map.bounds.width / hostMap.map.visibleMapRect.width
      let (middle, area) = (point(shape.coordinate), extent.width * extent.height * scale * scale)
      let rect = CGRect(
        x: middle.x - extent.width * scale / 2, y: middle.y - extent.height * scale / 2,
        width: extent.width * scale, height: extent.height * scale)
      let isOneOfFew = names.count <= ShapeMap.mostNamedOutside
      var name = name(shape.title, .region, weight: -min(area, 1e12)) { size in
        LabelFrame.inside(rect, around: middle, size) + (isOneOfFew ? LabelFrame.around(rect, size) : [])
      }
      if isOneOfFew { name?.candidate.symbol = CGRect(x: middle.x - 2, y: middle.y - 2, width: 4, height: 4) }
      return name
    }
  }

  /// Beside more areas, names would not show to which they belong.
  private static let mostNamedOutside = 40
  /// With more points than this, all are drawn as spots instead of pins.
  private static let mostPins = 200
  private static let mostNames = 1_000
}

extension MKPolyline {
  /// How far it reaches, for comparing.
  fileprivate var length: Double { max(boundingMapRect.width, boundingMapRect.height) }
}

extension MKMapRect {
  /// Whether a rect, which may be a point, has a place in this one.
  fileprivate func meets(_ rect: MKMapRect) -> Bool {
    rect.minX <= maxX && minX <= rect.maxX && rect.minY <= maxY && minY <= rect.maxY
  }
}
