import Geo
import LuaBridge

extension MKAnnotationView {
  static func bind(_ c: LuaBinder<MKAnnotationView>) {
    c.summary("The view of an annotation on a map: an image, or a subclass that draws itself.")
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
    c.property("annotation", .none, "Its annotation; nil while it waits for reuse.") {
      $0.annotation.map { AnnotationValue($0) }
    } set: {
      $0.annotation = $1?.object
    }
    c.property("reuseIdentifier", .none, "The identifier under which it is reused.") {
      $0.reuseIdentifier
    }
    c.property("image", .none, "Its image; the view takes the image's size.", \.image)
    c.property(
      "centerOffset", .none, "The offset of its center from the coordinate, in points; y grows downward."
    ) {
      FinitePoint(value: $0.centerOffset)
    } set: {
      $0.centerOffset = $1.value
    }
    c.property("enabled", .none, "Whether touches reach it.", \.enabled)
    c.property("highlighted", .none, "Whether it looks as if touched.", \.highlighted)
    c.method("prepareForReuse", "Called before it serves another annotation.") {
      try $0.prepareForReuse()
    }
  }

  private static func bindCallout(_ c: LuaBinder<MKAnnotationView>) {
    c.property(
      "canShowCallout", .none, "Whether selecting it shows a callout, if its annotation has a title.",
      \.canShowCallout)
    c.property("calloutOffset", .none, "The offset of the callout from its place above the view, in points.")
    {
      FinitePoint(value: $0.calloutOffset)
    } set: {
      $0.calloutOffset = $1.value
    }
    let sides: [(String, ReferenceWritableKeyPath<MKAnnotationView, UIView?>, String)] = [
      (
        "leftCalloutAccessoryView", \.leftCalloutAccessoryView,
        "What the callout shows to the left of the title."
      ),
      (
        "rightCalloutAccessoryView", \.rightCalloutAccessoryView,
        "What the callout shows to the right of the title."
      ),
      (
        "detailCalloutAccessoryView", \.detailCalloutAccessoryView, "The view shown in place of the subtitle."
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
    c.property("selected", .none, "Whether it is selected; assigning it is `setSelected` without animation.")
    {
      $0.selected
    } set: { (me: MKAnnotationView, selected: Bool) in
      // A script's own setSelected was called in place of this, unless it is what assigns.
      try me.setSelected(selected, animated: false)
    }
    c.method(
      "setSelected", ["selected", "animated"],
      "Called when it is selected, each time it is tapped again, and when it no longer is."
    ) { (me: MKAnnotationView, selected: Bool, animated: Bool?) in
      try me.setSelected(selected, animated: animated ?? false)
    }
    c.alias("setSelected_animated", of: "setSelected")
    c.property(
      "draggable", .none, "Whether a finger may drag it, if its annotation can be moved.", \.draggable)
    c.property("dragState", .one, "The state of its drag, an `MKAnnotationViewDragState…`.") {
      $0.dragState.rawValue
    } set: { (me: MKAnnotationView, state: Int) in
      let state = try dragState(state)
      // A script's own setDragState was called in place of this, unless it is what assigns: then it is stored.
      if me.overrides?.overrides(.setDragState) == true {
        me.enterDragState(state)
      } else {
        try me.setDragState(state, animated: false)
      }
    }
    c.method(
      "setDragState", ["newState", "animated"],
      "Called as a drag continues; from Starting, set it to Dragging, from Ending and Canceling to None."
    ) { (me: MKAnnotationView, state: Int, animated: Bool?) in
      let state = try dragState(state)
      try me.setDragState(state, animated: animated ?? false)
    }
    c.alias("setDragState_animated", of: "setDragState")
  }

  private static func bindClusters(_ c: LuaBinder<MKAnnotationView>) {
    c.text(
      "clusteringIdentifier", "Views of one identifier that would overlap become one; nil for none.",
      \.clusteringIdentifier, paidBy: \.memory)
    c.property(
      "displayPriority", .one, "The priority where views would overlap: 0 to 1000, which is always shown."
    ) {
      Number($0.displayPriority)
    } set: {
      $0.displayPriority = $1.value
    }
    c.property(
      "collisionMode", .one, "What part of its frame it wants, an `MKAnnotationViewCollisionMode…`.",
      \.collisionMode)
    c.property("cluster", .none, "The view of its cluster, while it is clustered.") {
      $0.cluster
    }
  }

  private static func dragState(_ number: Int) throws -> MKAnnotationViewDragState {
    guard let state = MKAnnotationViewDragState(rawValue: number) else {
      throw LuaMismatch("\(number) is no MKAnnotationViewDragState")
    }
    return state
  }
}
