import Geo
import LuaBridge

/// Shapes, overlays and their renderers.
enum MapOverlays {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(MKTileOverlayPath.self)
    machine.add(overlayProtocol)
    declareShapes(machine)
    declareRenderers(machine)
    machine.add(TileResult.self, name: "MKTileResult", swiftBytes: 96, TileResult.bind)
    machine.add(MKTileOverlay.self, name: "MKTileOverlay", MKTileOverlay.bind)
    machine.add(MKGeoJSONFeature.self, name: "MKGeoJSONFeature", swiftBytes: 512, MKGeoJSONFeature.bind)
    machine.add(GeoJSONReader.self, name: "MKGeoJSONDecoder", GeoJSONReader.bind)
  }

  private static let overlayProtocol = LuaCatalog.ProtocolType(
    name: "MKOverlay", summary: "A shape that covers an area of a map and scales with it.",
    fields: [
      .init(
        "coordinate", type: "CLLocationCoordinate2D", isReadOnly: false,
        summary: "The overlay's position as an annotation."),
      .init(
        "boundingMapRect", type: "MKMapRect", isReadOnly: false,
        summary: "The rect that encloses the overlay; read when it is added."),
      .init(
        "intersectsMapRect", type: "function?", isReadOnly: false,
        summary:
          "A method that returns whether the overlay intersects a map rect; without it, true for every "
          + "rect."),
      .init(
        "canReplaceMapContent", type: "boolean?", isReadOnly: false,
        summary: "Whether the map does not have to draw its content below the overlay."),
      .init("title", type: "string?", isReadOnly: false, summary: "A name."),
      .init("subtitle", type: "string?", isReadOnly: false, summary: "Further text."),
    ])

  private static func declareShapes(_ machine: LuaMachine) {
    machine.add(MKMultiPoint.self, name: "MKMultiPoint", base: MKShape.self) { MKMultiPoint.bind($0) }
    machine.add(MKPolyline.self, name: "MKPolyline", base: MKMultiPoint.self) { MKPolyline.bind($0) }
    machine.add(MKGeodesicPolyline.self, name: "MKGeodesicPolyline", base: MKPolyline.self) {
      MKGeodesicPolyline.bind($0)
    }
    machine.add(MKPolygon.self, name: "MKPolygon", base: MKMultiPoint.self) { MKPolygon.bind($0) }
    machine.add(MKMultiPolyline.self, name: "MKMultiPolyline", base: MKShape.self) {
      MKMultiPolyline.bind($0)
    }
    machine.add(MKMultiPolygon.self, name: "MKMultiPolygon", base: MKShape.self) { MKMultiPolygon.bind($0) }
    machine.add(MKCircle.self, name: "MKCircle", base: MKShape.self) { MKCircle.bind($0) }
  }

  private static func declareRenderers(_ machine: LuaMachine) {
    machine.add(MKOverlayRenderer.self, name: "MKOverlayRenderer", aliases: ["MKOverlayView"]) {
      MKOverlayRenderer.bind($0)
    }
    machine.add(
      MKOverlayPathRenderer.self, name: "MKOverlayPathRenderer", aliases: ["MKOverlayPathView"],
      base: MKOverlayRenderer.self
    ) { MKOverlayPathRenderer.bind($0) }
    let path = MKOverlayPathRenderer.self
    machine.add(
      MKPolygonRenderer.self, name: "MKPolygonRenderer", aliases: ["MKPolygonView"], base: path
    ) { MKPolygonRenderer.bind($0) }
    machine.add(MKMultiPolygonRenderer.self, name: "MKMultiPolygonRenderer", base: path) {
      MKMultiPolygonRenderer.bind($0)
    }
    machine.add(MKCircleRenderer.self, name: "MKCircleRenderer", aliases: ["MKCircleView"], base: path) {
      MKCircleRenderer.bind($0)
    }
    machine.add(
      MKPolylineRenderer.self, name: "MKPolylineRenderer", aliases: ["MKPolylineView"], base: path
    ) { MKPolylineRenderer.bind($0) }
    machine.add(MKMultiPolylineRenderer.self, name: "MKMultiPolylineRenderer", base: path) {
      MKMultiPolylineRenderer.bind($0)
    }
    machine.add(
      MKGradientPolylineRenderer.self, name: "MKGradientPolylineRenderer", base: MKPolylineRenderer.self
    ) { MKGradientPolylineRenderer.bind($0) }
    machine.add(MKTileOverlayRenderer.self, name: "MKTileOverlayRenderer", base: MKOverlayRenderer.self) {
      MKTileOverlayRenderer.bind($0)
    }
  }

  static func declareConstants(_ g: LuaScope) {
    g.constants(MKOverlayLevel.self, "The level of an overlay within the map.")
    g.constants(CGLineJoin.self, "The shape of a line's corners.")
    g.constants(CGLineCap.self, "The shape of a line's ends.")
  }
}
