import Geo

/// The colors of the base map: few and quiet, so that what a script draws stands out.
struct MapStyle {
  var water: UIColor
  var coast: UIColor
  var land: UIColor
  /// The ground of streets.
  var neutral: UIColor
  /// Where the map is too detailed for the data's coast, so that it shows neither land nor water.
  var paper: UIColor
  var ice: UIColor
  var urban: UIColor
  var river: UIColor
  var border: UIColor
  var stateBorder: UIColor
  var graticule: UIColor

  var countryText: UIColor
  var areaText: UIColor
  var cityText: UIColor
  var seaText: UIColor
  var graticuleText: UIColor
  var halo: UIColor
  var dot: UIColor

  static let light = MapStyle(
    water: .rgb(0xb5d9ec), coast: .rgb(0x8fbfda), land: .rgb(0xf7f5ee), neutral: .rgb(0xf5f3ed),
    paper: .rgb(0xededed), ice: .rgb(0xfdfdfd), urban: .rgb(0xe9e4da), river: .rgb(0xa6cfe6),
    border: .rgb(0xa79f95),
    stateBorder: .rgb(0xcdc7bd), graticule: .rgb(0x5d7f94, 0.22),
    countryText: .rgb(0x6b655d), areaText: .rgb(0xa29a8f), cityText: .rgb(0x38352f), seaText: .rgb(0x6ba3c4),
    graticuleText: .rgb(0x6d8594), halo: .rgb(0xfbfaf6, 0.85), dot: .rgb(0x55514a))

  static let dark = MapStyle(
    water: .rgb(0x16212d), coast: .rgb(0x35485a), land: .rgb(0x2a2d32), neutral: .rgb(0x2a2d32),
    paper: .rgb(0x333333), ice: .rgb(0x3a4047), urban: .rgb(0x363a40), river: .rgb(0x22364a),
    border: .rgb(0x646a73),
    stateBorder: .rgb(0x494e55), graticule: .rgb(0x9fb4c6, 0.16),
    countryText: .rgb(0x9ea4ac), areaText: .rgb(0x73787f), cityText: .rgb(0xd9dce0), seaText: .rgb(0x557c9c),
    graticuleText: .rgb(0x7d90a1), halo: .rgb(0x1d2024, 0.85), dot: .rgb(0xc3c7cc))

  /// Natural colors, as seen from above.
  static let satellite = MapStyle(
    water: .rgb(0x12294a), coast: .rgb(0x2f6a8c), land: .rgb(0x6c7650), neutral: .rgb(0x59624a),
    paper: .rgb(0x5e5e5e), ice: .rgb(0xeef2f5), urban: .rgb(0x9a958c), river: .rgb(0x1d3f5e),
    border: .rgb(0xf3ecd2, 0.75),
    stateBorder: .rgb(0xf3ecd2, 0.38), graticule: .rgb(0xffffff, 0.2),
    countryText: .rgb(0xffffff), areaText: .rgb(0xe4e4dc), cityText: .rgb(0xffffff), seaText: .rgb(0x9cbfe0),
    graticuleText: .rgb(0xdfe8ee), halo: .rgb(0x0b141d, 0.65), dot: .rgb(0xffffff))
}

extension UIColor {
  /// A color from a number in web notation.
  static func rgb(_ value: UInt32, _ alpha: Double = 1) -> UIColor {
    func part(_ shift: UInt32) -> Double { Double(value >> shift & 255) / 255 }
    return UIColor(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }
}
