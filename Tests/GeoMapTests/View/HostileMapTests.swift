import Testing

@testable import GeoMap

/// Maps that are put where they cannot lie, and delegates that never leave one in peace.
@Suite struct HostileMapTests {
  let it = AnnotatedMap()

  @Test func aMapDoesNotComeToLieInItsOwnAnnotationView() throws {
    it.log.makeView = { [map = it.map] _, annotation in
      let view = MKAnnotationView(annotation: annotation, reuseIdentifier: "pin")
      view.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      try? view.addSubview(map)
      return view
    }
    it.pin("a", 0)
    _ = it.told()
    #expect(it.map.annotationLayer.subviews.isEmpty)
    #expect(try it.map.hitTest(.zero, with: nil) === it.map)
  }

  @Test func aMapDoesNotComeToLieInItsOwnCallout() throws {
    it.log.makeView = { [map = it.map] _, annotation in
      let view = MKAnnotationView(annotation: annotation, reuseIdentifier: "pin")
      view.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      view.canShowCallout = true
      view.leftCalloutAccessoryView = map
      return view
    }
    let pin = it.pin("a", 0)
    it.map.selectAnnotation(pin, animated: false)
    _ = it.told()
    let callout = try #require(it.map.callout)
    #expect(it.map.superview == nil && !callout.subviews.contains { $0 === it.map })
  }
}
