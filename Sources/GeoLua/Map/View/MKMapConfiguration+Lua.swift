public import Geo
public import LuaBridge

extension MKMapConfiguration: LuaObject {
  static func bind(_ c: LuaBinder<MKMapConfiguration>) {
    c.summary(
      "What a map shows; made as one of its subclasses. Changes take effect when assigned to `map.preferredConfiguration`."
    )
    c.property(
      "elevationStyle", .one,
      "Whether heights are shown, an `MKMapElevationStyle…`. It is stored, but pictures are flat.",
      get: { $0.elevationStyle }, set: { $0.elevationStyle = $1 })
  }

  /// The style with a constant's number; nil for none.
  static func style<Style: ConstantGroup>(_ number: Int?) throws -> Style? {
    guard let number else { return nil }
    guard let style = Style(rawValue: number) else {
      throw LuaMessage("\(Style.constantPrefix)… expected, got \(number)")
    }
    return style
  }
}

extension MKStandardMapConfiguration {
  static func bind(_ c: LuaBinder<MKStandardMapConfiguration>) {
    c.summary("A map of roads.")
    c.initializer(["elevationStyle", "emphasisStyle"]) {
      (elevation: Int?, emphasis: Int?) in
      MKStandardMapConfiguration(
        elevationStyle: try style(elevation) ?? .flat, emphasisStyle: try style(emphasis) ?? .default)
    }
    bindFilter(c, \.pointOfInterestFilter)
    c.property(
      "emphasisStyle", .one,
      "How strong the colors are, an `MKStandardMapEmphasisStyle…`. It is stored, but pictures are the same.",
      get: { $0.emphasisStyle }, set: { $0.emphasisStyle = $1 })
    c.property(
      "showsTraffic", .none, "Whether traffic is shown, if the map data includes it.",
      get: { $0.showsTraffic }, set: { $0.showsTraffic = $1 })
  }
}

extension MKImageryMapConfiguration {
  static func bind(_ c: LuaBinder<MKImageryMapConfiguration>) {
    c.summary("Imagery.")
    c.initializer(["elevationStyle"]) { (elevation: Int?) in
      MKImageryMapConfiguration(elevationStyle: try style(elevation) ?? .flat)
    }
  }
}

extension MKHybridMapConfiguration {
  static func bind(_ c: LuaBinder<MKHybridMapConfiguration>) {
    c.summary("Imagery with roads.")
    bindFilter(c, \.pointOfInterestFilter)
    c.initializer(["elevationStyle"]) { (elevation: Int?) in
      MKHybridMapConfiguration(elevationStyle: try style(elevation) ?? .flat)
    }
    c.property(
      "showsTraffic", .none, "Whether traffic is shown, if the map data includes it.",
      get: { $0.showsTraffic }, set: { $0.showsTraffic = $1 })
  }
}

extension MKMapCameraZoomRange: LuaObject {
  static func bind(_ c: LuaBinder<MKMapCameraZoomRange>) {
    c.summary("How near and how far the camera of a map may be.")
    c.initializer(["minCenterCoordinateDistance", "maxCenterCoordinateDistance"]) {
      (least: Number?, greatest: Number?) in
      let range = MKMapCameraZoomRange(
        minCenterCoordinateDistance: least?.value ?? MKMapCameraZoomDefault,
        maxCenterCoordinateDistance: greatest?.value ?? MKMapCameraZoomDefault)
      guard let range else {
        throw LuaMessage(
          "MKMapCameraZoomRange: meters of 0 or more expected, the first no more than the second; "
            + "MKMapCameraZoomDefault sets no bound")
      }
      return range
    }
    c.property(
      "minCenterCoordinateDistance", .meters, "The least distance; `MKMapCameraZoomDefault` for no bound."
    ) { $0.minCenterCoordinateDistance }
    c.property(
      "maxCenterCoordinateDistance", .meters, "The greatest distance; `MKMapCameraZoomDefault` for no bound."
    ) { $0.maxCenterCoordinateDistance }
  }
}

extension MKMapCameraBoundary: LuaObject {
  static func bind(_ c: LuaBinder<MKMapCameraBoundary>) {
    c.summary("The area in which the center of a map stays.")
    c.initializer(["coordinateRegion", "mapRect"]) {
      (area: BoundaryArea?, rect: MKMapRect?) in
      let boundary =
        switch (area, rect) {
        case (.region(let region)?, nil): MKMapCameraBoundary(coordinateRegion: region)
        case (.rect(let rect)?, nil), (nil, let rect?): MKMapCameraBoundary(mapRect: rect)
        default: nil as MKMapCameraBoundary?
        }
      guard let boundary else {
        throw LuaMessage(
          "MKMapCameraBoundary: a region with an area expected, or a map rect")
      }
      return boundary
    }
    c.property("mapRect", .none, "The area in map points.") { $0.mapRect }
    c.property("region", .none, "The area as a region.") { $0.region }
  }
}

/// The area of a boundary: a region or a map rect.
private enum BoundaryArea: LuaValue {
  case region(MKCoordinateRegion)
  case rect(MKMapRect)

  static var luaType: String { "MKCoordinateRegion|MKMapRect" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> BoundaryArea {
    if let rect = try? MKMapRect.read(stack, index) { return .rect(rect) }
    return .region(try MKCoordinateRegion.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .region(let region): region.push(stack)
    case .rect(let rect): rect.push(stack)
    }
  }
}

extension MKMapView {
  static func bindConfiguration(_ c: LuaBinder<MKMapView>) {
    c.nested("CameraZoomRange", MKMapCameraZoomRange.self, "How near and how far the camera of a map may be.")
    c.property(
      "pointOfInterestFilter", .none,
      "Which points of interest the map shows; nil for all. It is stored: pictures draw none.",
      get: { $0.pointOfInterestFilter }, set: { $0.pointOfInterestFilter = $1 })
    c.property(
      "preferredConfiguration", .none,
      "A copy of what the map shows, an `MKStandardMapConfiguration`, `MKImageryMapConfiguration` or "
        + "`MKHybridMapConfiguration`; change it and assign it back.",
      get: { $0.preferredConfiguration }, set: { $0.preferredConfiguration = $1 })
    c.property(
      "cameraZoomRange", .none, "How near and how far the map may be zoomed; nil sets no bounds.",
      get: { $0.cameraZoomRange },
      set: { (me: MKMapView, range: MKMapCameraZoomRange?) in
        try requireRoom(me)
        me.cameraZoomRange = range
      })
    c.nested("CameraBoundary", MKMapCameraBoundary.self, "The area in which the center of a map stays.")
    c.property(
      "cameraBoundary", .none, "The area in which the map's center stays; nil sets no bounds.",
      get: { $0.cameraBoundary },
      set: { (me: MKMapView, boundary: MKMapCameraBoundary?) in
        try requireRoom(me)
        me.cameraBoundary = boundary
      })
    c.method(
      "setCameraBoundary", ["boundary", "animated"],
      "Sets the area in which the map's center stays, and moves the map if it is outside."
    ) { (me: MKMapView, boundary: MKMapCameraBoundary?, animated: Bool?) in
      try requireRoom(me)
      me.setCameraBoundary(boundary, animated: animated ?? false)
    }
    c.alias("setCameraBoundary_animated", of: "setCameraBoundary")
    c.method(
      "setCameraZoomRange", ["range", "animated"],
      "Sets how near and how far the map may be zoomed, and zooms if it is beyond."
    ) { (me: MKMapView, range: MKMapCameraZoomRange?, animated: Bool?) in
      try requireRoom(me)
      me.setCameraZoomRange(range, animated: animated ?? false)
    }
    c.alias("setCameraZoomRange_animated", of: "setCameraZoomRange")
  }
}
