import LuaBridge

extension ScriptedMapDelegate {
  /// The functions that a map view's delegate may implement.
  static let catalogRecord = LuaCatalog.Delegate(
    name: "MKMapViewDelegate", summary: "Functions that a map view calls.",
    functions: areaFunctions + userFunctions + annotationFunctions + overlayFunctions)

  private static let areaFunctions = [
    function(
      "regionWillChangeAnimated", [("animated", "boolean")],
      "The visible area is about to change; the map still has the old one.",
      "mapView:regionWillChangeAnimated:"),
    function(
      "regionDidChangeAnimated", [("animated", "boolean")], "The visible area has changed.",
      "mapView:regionDidChangeAnimated:"),
    function(
      "mapViewDidChangeVisibleRegion", [], "The visible area has changed; before `regionDidChangeAnimated`.",
      "mapViewDidChangeVisibleRegion:"),
    function(
      "mapViewWillStartLoadingMap", [], "Map data is about to be loaded.", "mapViewWillStartLoadingMap:"),
    function("mapViewDidFinishLoadingMap", [], "All map data is loaded.", "mapViewDidFinishLoadingMap:"),
    function(
      "mapViewDidFailLoadingMap", [("error", "NSError")], "Map data could not be loaded.",
      "mapViewDidFailLoadingMap:withError:"),
    function(
      "mapViewWillStartRenderingMap", [], "The map is about to be drawn.", "mapViewWillStartRenderingMap:"),
    function(
      "mapViewDidFinishRenderingMap", [("fullyRendered", "boolean")],
      "The map was drawn, fully or as far as data was available.",
      "mapViewDidFinishRenderingMap:fullyRendered:"),
  ]

  private static let userFunctions = [
    function(
      "mapViewWillStartLocatingUser", [], "The map starts locating the user.",
      "mapViewWillStartLocatingUser:"),
    function(
      "mapViewDidStopLocatingUser", [], "The map stops locating the user.", "mapViewDidStopLocatingUser:"
    ),
    function(
      "didUpdateUserLocation", [("userLocation", "MKUserLocation")],
      "The user's location was updated.", "mapView:didUpdateUserLocation:"),
    function(
      "didFailToLocateUserWithError", [("error", "NSError")],
      "The user cannot be located, for example without permission.",
      "mapView:didFailToLocateUserWithError:"),
    function(
      "didChangeUserTrackingMode", [("mode", "integer"), ("animated", "boolean")],
      "The tracking mode changed to an `MKUserTrackingMode…`.",
      "mapView:didChangeUserTrackingMode:animated:"),
  ]

  private static let annotationFunctions = [
    function(
      "viewForAnnotation", [("annotation", "MKAnnotation")],
      "Returns the view for an annotation that comes into view; nil for the default view.",
      "mapView:viewForAnnotation:", result: "MKAnnotationView?"),
    function(
      "didAddAnnotationViews", [("views", "MKAnnotationView[]")], "Annotations got their views.",
      "mapView:didAddAnnotationViews:"),
    function(
      "didSelectAnnotationView", [("view", "MKAnnotationView")], "An annotation was selected.",
      "mapView:didSelectAnnotationView:"),
    function(
      "didDeselectAnnotationView", [("view", "MKAnnotationView")], "An annotation is no longer selected.",
      "mapView:didDeselectAnnotationView:"),
    function(
      "didSelectAnnotation", [("annotation", "MKAnnotation")],
      "An annotation was selected; after `didSelectAnnotationView`.", "mapView:didSelectAnnotation:"),
    function(
      "didDeselectAnnotation", [("annotation", "MKAnnotation")],
      "An annotation is no longer selected; after `didDeselectAnnotationView`.",
      "mapView:didDeselectAnnotation:"),
    function(
      "calloutAccessoryControlTapped", [("view", "MKAnnotationView"), ("control", "UIControl")],
      "A control in an annotation's callout was tapped.",
      "mapView:annotationView:calloutAccessoryControlTapped:"),
    function(
      "didChangeDragState",
      [("view", "MKAnnotationView"), ("newState", "integer"), ("oldState", "integer")],
      "The drag state of a view changed to another `MKAnnotationViewDragState…`.",
      "mapView:annotationView:didChangeDragState:fromOldState:"),
    function(
      "clusterAnnotationForMemberAnnotations", [("annotations", "MKAnnotation[]")],
      "Returns the annotation for a cluster of overlapping ones; nil for the default annotation.",
      "mapView:clusterAnnotationForMemberAnnotations:", result: "MKClusterAnnotation?"),
  ]

  private static let overlayFunctions = [
    function(
      "rendererForOverlay", [("overlay", "MKOverlay")],
      "Returns the renderer for an overlay that comes into view; nil shows nothing.",
      "mapView:rendererForOverlay:", result: "MKOverlayRenderer?", aliases: ["viewForOverlay"]),
    function(
      "didAddOverlayRenderers", [("renderers", "MKOverlayRenderer[]")], "Overlays got their renderers.",
      "mapView:didAddOverlayRenderers:", aliases: ["didAddOverlayViews"]),
  ]

  private static func function(
    _ name: String, _ parameters: [(String, String)], _ summary: String, _ selector: String,
    result: String? = nil, aliases: [String] = []
  ) -> LuaCatalog.DelegateFunction {
    let all = [LuaCatalog.Parameter("mapView", "MKMapView")] + parameters.map { .init($0.0, $0.1) }
    return LuaCatalog.DelegateFunction(
      LuaCatalog.Function(name, all, result: result, summary: summary), selector: selector, aliases: aliases)
  }
}
