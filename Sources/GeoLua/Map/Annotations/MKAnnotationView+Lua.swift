import Geo
import LuaBridge

extension MKAnnotationView {
  static func bind(_ c: LuaBinder<MKAnnotationView>) {
    c.summary("The view of an annotation: an image, or a subclass that draws its own content.")
    c.open(overridable: Overridable.annotationViewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["annotation", "reuseIdentifier"]) { (annotation: AnnotationValue?, identifier: String?) in
      try charging.made(MKAnnotationView(annotation: annotation?.object, reuseIdentifier: identifier))
    }
    bindLook(c)
    bindCallout(c)
    bindState(c)
    bindClusters(c)
  }

  private static func bindLook(_ c: LuaBinder<MKAnnotationView>) {
    c.property("annotation", .none, "The annotation shown; nil while the view waits for reuse.") {
      $0.annotation.map { AnnotationValue($0) }
    } set: {
      $0.annotation = $1?.object
    }
    c.property("reuseIdentifier", .none, "The identifier for reuse.") {
      $0.reuseIdentifier
    }
    c.property(
      "image", .none, "The image shown; the view takes its size.", get: { $0.image }, set: { $0.image = $1 })
    c.property(
      "centerOffset", .none, "The offset of its center from the coordinate, in points; y grows downward."
    ) {
      FinitePoint(value: $0.centerOffset)
    } set: {
      $0.centerOffset = $1.value
    }
    c.property(
      "enabled", .none, "Whether the view receives touches.", get: { $0.enabled }, set: { $0.enabled = $1 })
    c.property(
      "highlighted", .none, "Whether the view is drawn as touched.", get: { $0.highlighted },
      set: { $0.highlighted = $1 })
    c.method("prepareForReuse", "Called before the view is reused for another annotation.") {
      try $0.prepareForReuse()
    }
    c.method(
      "prepareForDisplay", "Called when the view has its annotation and the map is about to show it."
    ) {
      try $0.prepareForDisplay()
    }
  }

  private static func bindCallout(_ c: LuaBinder<MKAnnotationView>) {
    c.property(
      "canShowCallout", .none,
      "Whether selecting the view shows a callout; needs an annotation with a title.",
      get: { $0.canShowCallout }, set: { $0.canShowCallout = $1 })
    c.property(
      "calloutOffset", .none, "The offset of the callout from its default position above the view, in points."
    ) {
      FinitePoint(value: $0.calloutOffset)
    } set: {
      $0.calloutOffset = $1.value
    }
    let sides: [(String, ReferenceWritableKeyPath<MKAnnotationView, UIView?>, String)] = [
      (
        "leftCalloutAccessoryView", \.leftCalloutAccessoryView,
        "The view to the left of the callout's title."
      ),
      (
        "rightCalloutAccessoryView", \.rightCalloutAccessoryView,
        "The view to the right of the callout's title."
      ),
      (
        "detailCalloutAccessoryView", \.detailCalloutAccessoryView,
        "The callout's view in place of the subtitle."
      ),
    ]
    for (name, path, summary) in sides {
      c.property(name, .none, summary) {
        $0[keyPath: path]
      } set: { (me: MKAnnotationView, view: UIView?) in
        me[keyPath: path] = view
      }
    }
  }

  private static func bindState(_ c: LuaBinder<MKAnnotationView>) {
    c.property(
      "selected", .none, "Whether the view is selected; assigning it calls `setSelected` without animation."
    ) {
      $0.selected
    } set: { (me: MKAnnotationView, selected: Bool) in
      // A script's own setSelected was called instead of this, unless it is the one that assigns.
      try me.setSelected(selected, animated: false)
    }
    c.method(
      "setSelected", ["selected", "animated"],
      "Called when the view is selected, tapped again while selected, or deselected."
    ) { (me: MKAnnotationView, selected: Bool, animated: Bool?) in
      try me.setSelected(selected, animated: animated ?? false)
    }
    c.alias("setSelected_animated", of: "setSelected")
    c.property(
      "draggable", .none,
      "Whether the user can drag the view; needs an annotation whose coordinate can be set.",
      get: { $0.draggable }, set: { $0.draggable = $1 })
    c.property("dragState", .one, "The drag state, an `MKAnnotationViewDragState…`.") {
      $0.dragState.rawValue
    } set: { (me: MKAnnotationView, state: Int) in
      let state = try dragState(state)
      // A script's own setDragState was called instead of this; if it is the one that assigns, the state is
      // stored.
      if me.overrides?.overrides(.setDragState) == true {
        me.enterDragState(state)
      } else {
        try me.setDragState(state, animated: false)
      }
    }
    c.method(
      "setDragState", ["newState", "animated"],
      "Called when the drag state changes. Set `dragState` to Dragging after Starting, and to None after "
        + "Ending or Canceling."
    ) { (me: MKAnnotationView, state: Int, animated: Bool?) in
      let state = try dragState(state)
      try me.setDragState(state, animated: animated ?? false)
    }
    c.alias("setDragState_animated", of: "setDragState")
  }

  private static func bindClusters(_ c: LuaBinder<MKAnnotationView>) {
    c.text(
      "clusteringIdentifier",
      "Overlapping views with the same identifier are clustered; nil for no clustering.",
      get: { $0.clusteringIdentifier }, set: { $0.clusteringIdentifier = $1 }, paidBy: \.memory)
    c.property(
      "displayPriority", .one,
      "The priority among overlapping views, 0 to 1000; a view with 1000 is always shown."
    ) {
      Number($0.displayPriority)
    } set: {
      $0.displayPriority = $1.value
    }
    c.property(
      "collisionMode", .one, "The shape used for detecting overlaps, an `MKAnnotationViewCollisionMode…`.",
      get: { $0.collisionMode }, set: { $0.collisionMode = $1 })
    c.property(
      "cluster", .none, "The view of the cluster that the view belongs to; nil if it is not clustered."
    ) {
      $0.cluster
    }
  }

  private static func dragState(_ number: Int) throws -> MKAnnotationViewDragState {
    guard let state = MKAnnotationViewDragState(rawValue: number) else {
      throw LuaMismatch("MKAnnotationViewDragState… expected, got \(number)")
    }
    return state
  }
}
