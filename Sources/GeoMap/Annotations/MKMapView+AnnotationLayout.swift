import GeoCore
import GeoLocation

/// The part of a layout pass that gives annotations their views.
///
/// - Source: MV-31, MV-32.
extension MKMapView {
  func layoutAnnotations() {
    guard !isLayingOutAnnotations else { return needsLayout = true }
    isLayingOutAnnotations = true
    defer { isLayingOutAnnotations = false }
    // A snapshot has places of the list, which stay what they are until it gives them back.
    if !isLent { annotationList.closeGaps() }
    let visible = visiblePlaces()
    let kept = retire(except: visible)
    requestViews(visible)
    let inUse = (visible + kept).filter { annotationList.entries[$0]?.view != nil }.sorted()
    annotationList.setShown(inUse)
    for place in inUse {
      guard let entry = annotationList.entries[place], let view = entry.view, view !== draggedView else {
        continue
      }
      self.place(view, at: entry.point)
    }
    show(decluttered(inUse))
  }

  /// The indexes of the annotations in sight, ascending.
  private func visiblePlaces() -> [Int] {
    guard viewport.size.width > 0, viewport.size.height > 0 else { return [] }
    let places = annotationList.places(in: visibleMapRect)
    guard viewport.heading != 0 else { return places }
    return places.filter { annotationList.entries[$0].map { sees($0.point) } ?? false }
  }

  /// Retires the views whose annotations have left the map or are out of sight. Returns the indexes of those
  /// that stay although out of sight: the selected and dragged ones.
  private func retire(except visible: [Int]) -> [Int] {
    var kept: [Int] = []
    var next = visible.startIndex
    for place in annotationList.shown {
      while next < visible.endIndex, visible[next] < place { next += 1 }
      if next < visible.endIndex, visible[next] == place { continue }
      guard let view = annotationList.entries[place]?.view else { continue }
      if view === selection?.view || view === draggedView {
        kept.append(place)
      } else if isLent {
        // It returns with the map's own views.
        continue
      } else {
        annotationList.setView(nil, at: place)
        leavingViews.append(view)
      }
    }
    let leaving = leavingViews
    leavingViews = []
    for view in leaving {
      // The receivers of pending calls may ask for its annotation.
      guard view.waitingCalls == 0 else {
        leavingViews.append(view)
        continue
      }
      // The layer gets all its views again below.
      if view.superview === annotationLayer { view.superview = nil }
      view.map = nil
      viewPool.enqueue(view)
    }
    return kept
  }

  private func requestViews(_ places: [Int]) {
    for place in places {
      // The delegate may change the list; indexes stay the same meanwhile.
      guard let entry = annotationList.entries[place], entry.view == nil else { continue }
      let view = requestView(of: entry.annotation)
      if annotationList.entries[place] != nil {
        annotationList.setView(view, at: place)
      } else {
        leavingViews.append(view)
      }
    }
  }

  /// Requests a view from the delegate, and uses a standard one if it returns none.
  func requestView(of annotation: any MKAnnotation) -> MKAnnotationView {
    let view = askedView(of: annotation) ?? standardView(of: annotation)
    view.annotation = annotation
    report { try view.overrides.run(.prepareForDisplay, of: view) { try view.prepareForDisplay() } }
    view.map = self
    view.isWaiting = false
    return view
  }

  private func askedView(of annotation: any MKAnnotation) -> MKAnnotationView? {
    guard let delegate, delegate.implements(.viewForAnnotation) else { return nil }
    do {
      guard let view = try delegate.mapView(self, viewFor: annotation) else { return nil }
      if view.map == nil { return view }
      throw GeoError(
        .data,
        "viewForAnnotation: the view returned for \(annotation.quotedTitle) already shows another annotation "
          + "(expected a new view, or one from dequeueReusableAnnotationViewWithIdentifier)")
    } catch {
      device?.hooks.onError?(error)
      return nil
    }
  }

  private func standardView(of annotation: any MKAnnotation) -> MKAnnotationView {
    let identifier =
      switch annotation {
      case is MKUserLocation: MKMapView.userLocationIdentifier
      case is MKClusterAnnotation: MKMapViewDefaultClusterAnnotationViewReuseIdentifier
      default: MKMapViewDefaultAnnotationViewReuseIdentifier
      }
    do {
      if let view = try dequeueReusableAnnotationView(withIdentifier: identifier) { return view }
      if let maker = viewPool.maker(identifier) { return try maker(annotation, identifier) }
    } catch {
      device?.hooks.onError?(error)
    }
    guard let view = unregisteredView(of: annotation, identifier) else {
      return MKUserLocationView(annotation: annotation, reuseIdentifier: identifier)
    }
    if view is MKMarkerAnnotationView { view.canShowCallout = true }
    return view
  }

  private static let userLocationIdentifier = "MKUserLocationView"

  /// Shows exactly these views in the layer, and reports the new ones to the delegate.
  ///
  /// - Parameter displayed: in the order of the report to the delegate.
  /// - Source: ZO-10.
  private func show(_ displayed: [DisplayedView]) {
    let added = displayed.compactMap { $0.view.superview === annotationLayer ? nil : $0.view }
    let (selected, user) = (selection?.view, currentView(of: userLocation))
    var views: [UIView] = displayed.sorted { $0.lies(behind: $1, selected, user) }.map(\.view)
    if let callout { views.append(callout) }
    annotationLayer.show(views)
    guard !added.isEmpty, let delegate, delegate.implements(.didAddAnnotationViews) else { return }
    report { try delegate.mapView(self, didAdd: added) }
  }
}

/// A view to be shown, and what determines the views in front of it.
struct DisplayedView {
  let view: MKAnnotationView
  let point: MKMapPoint
  /// Its index among all annotations.
  let order: Int

  /// Views are in front of those farther north, or added earlier; the user's location is behind all, the
  /// selected view in front.
  fileprivate func lies(
    behind other: DisplayedView, _ selected: MKAnnotationView?, _ user: MKAnnotationView?
  ) -> Bool {
    if other.view === selected { return view !== selected }
    if view === selected { return false }
    if other.view === user { return false }
    if view === user { return true }
    return point.y != other.point.y ? point.y < other.point.y : order < other.order
  }
}

extension MKAnnotation {
  /// Its title for a message.
  var quotedTitle: String { title.map { "\"\($0)\"" } ?? "an annotation without title" }
}
