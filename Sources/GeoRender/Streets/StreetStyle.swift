import Geo

/// The colors of streets, matched to the world map.
struct StreetStyle {
  var areas: [StreetKind: UIColor]
  var buildingEdge: UIColor
  /// Colors of roads by kind, then of their edges.
  var roads: [StreetKind: (fill: UIColor, edge: UIColor)]
  var rail: UIColor
  var text: UIColor
  var waterText: UIColor
  var parkText: UIColor
  var isLines = false

  private static func roads(
    _ minor: (UInt32, UInt32), _ middle: (UInt32, UInt32), _ major: (UInt32, UInt32),
    _ fast: (UInt32, UInt32),
    path: UInt32, cycleway: UInt32, walk: (UInt32, UInt32)
  ) -> [StreetKind: (fill: UIColor, edge: UIColor)] {
    func colors(_ pair: (UInt32, UInt32)) -> (fill: UIColor, edge: UIColor) { (.rgb(pair.0), .rgb(pair.1)) }
    return [
      .path: colors((path, path)), .cycleway: colors((cycleway, cycleway)), .pedestrian: colors(walk),
      .service: colors(minor), .residential: colors(minor), .tertiary: colors(minor),
      .secondary: colors(middle), .primary: colors(major), .trunk: colors(major), .motorway: colors(fast),
    ]
  }

  static let light = StreetStyle(
    areas: [
      .settled: .rgb(0xf0ede6), .farmland: .rgb(0xf3f0df), .grass: .rgb(0xdfeccf), .wood: .rgb(0xcfe3bd),
      .sand: .rgb(0xf6edd3), .park: .rgb(0xd3e9c2), .sports: .rgb(0xc6e2bd), .water: .rgb(0xb5d9ec),
      .square: .rgb(0xf9f7f3), .building: .rgb(0xe5dfd5),
    ],
    buildingEdge: .rgb(0xd3cabc),
    roads: roads(
      (0xffffff, 0xd9d3c8), (0xfffdf3, 0xd8cfb6), (0xfdf0bf, 0xe0c98a), (0xfad08a, 0xdda753),
      path: 0xc3b39a, cycleway: 0xa9b79a, walk: (0xfbf8f2, 0xddd5c9)),
    rail: .rgb(0xb9b4ae), text: .rgb(0x57524a), waterText: .rgb(0x5f98ba), parkText: .rgb(0x5b8a4e))

  static let dark = StreetStyle(
    areas: [
      .settled: .rgb(0x2d3035), .farmland: .rgb(0x2d3030), .grass: .rgb(0x29352f), .wood: .rgb(0x24332b),
      .sand: .rgb(0x38352d), .park: .rgb(0x263a30), .sports: .rgb(0x2a4034), .water: .rgb(0x16212d),
      .square: .rgb(0x31353a), .building: .rgb(0x353a41),
    ],
    buildingEdge: .rgb(0x444a52),
    roads: roads(
      (0x484e57, 0x23262a), (0x505761, 0x23262a), (0x5f6470, 0x23262a), (0x7a6a4c, 0x2a2620),
      path: 0x555b62, cycleway: 0x4f5f58, walk: (0x3e434a, 0x26292d)),
    rail: .rgb(0x5b6069), text: .rgb(0xb4bac1), waterText: .rgb(0x557c9c), parkText: .rgb(0x6d9a72))

  /// Streets over imagery: lines and names only.
  static let hybrid: StreetStyle = {
    var style = light
    let line: (fill: UIColor, edge: UIColor) = (.rgb(0xffffff), .rgb(0x4a4a40))
    style.areas = [:]
    style.roads = style.roads.mapValues { _ in line }
    style.rail = .rgb(0xc8c8c0)
    (style.text, style.waterText, style.parkText) = (.rgb(0xffffff), .rgb(0x9cbfe0), .rgb(0xd5e8c3))
    style.isLines = true
    return style
  }()

  /// The width of a line: fixed at some levels and interpolated between them.
  static func width(_ kind: StreetKind, level: Double) -> Double {
    let stops: [(Double, Double)] =
      switch kind {
      case .motorway: [(6, 0.8), (10, 2), (13, 4), (15, 8), (17, 18), (19, 40)]
      case .trunk, .primary: [(7, 0.7), (10, 1.6), (13, 3.4), (15, 7), (17, 16), (19, 38)]
      case .secondary: [(9, 0.7), (11, 1.3), (13, 2.8), (15, 6), (17, 14), (19, 34)]
      case .tertiary: [(11, 0.8), (13, 2.2), (15, 5), (17, 12), (19, 30)]
      case .residential: [(12, 0.6), (13, 1.2), (15, 4), (17, 10), (19, 26)]
      case .pedestrian: [(13, 0.8), (15, 3), (17, 8), (19, 20)]
      case .service: [(13, 0.6), (15, 1.8), (17, 5), (19, 13)]
      case .cycleway, .path: [(14, 0.7), (16, 1.1), (18, 2)]
      case .rail: [(9, 0.5), (13, 1), (16, 1.6), (18, 2.4)]
      case .tram: [(12, 0.4), (15, 0.7), (18, 1.2)]
      case .river: [(9, 0.8), (12, 1.8), (15, 4), (18, 12)]
      default: [(12, 0.5), (15, 1.4), (18, 4)]
      }
    guard var last = stops.first, level > last.0 else { return stops[0].1 }
    for stop in stops.dropFirst() {
      if level <= stop.0 { return last.1 + (stop.1 - last.1) * (level - last.0) / (stop.0 - last.0) }
      last = stop
    }
    return last.1
  }
}
