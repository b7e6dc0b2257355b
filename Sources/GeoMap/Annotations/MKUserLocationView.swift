import GeoLocation

/// The standard view of the user's location: a dot, gray for an old location, with a beam if headings are
/// known.
///
/// The map draws the surrounding accuracy circle under all annotation views.
///
/// - Source: MV-17; its size and looks are ours.
public final class MKUserLocationView: MKAnnotationView {
  public override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    let side = 2 * UserLocationPicture.radius
    frame = CGRect(x: 0, y: 0, width: side, height: side)
    opaque = false
    canShowCallout = true
  }

  public override func draw(_ rect: CGRect, in context: CGContext) throws {
    var picture = UserLocationPicture()
    picture.isStale = map?.isUserStale ?? false
    if let map, let heading = map.userLocation.heading, let direction = heading.direction {
      let turned = (direction - map.viewport.heading) * .pi / 180
      let spread = min(max(heading.headingAccuracy, 20), 45) * .pi / 180
      picture.beam = (turned, spread)
    }
    context.translateBy(x: bounds.midX, y: bounds.midY)
    picture.draw(in: context)
  }
}
