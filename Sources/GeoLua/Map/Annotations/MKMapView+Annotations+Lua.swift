import Geo
import LuaBridge

/// Annotations of the map and their views.
extension MKMapView {
  static func bindAnnotations(_ c: LuaBinder<MKMapView>) {
    bindList(c)
    bindViews(c)
    bindSelection(c)
  }

  private static func bindList(_ c: LuaBinder<MKMapView>) {
    c.property("annotations", .none, "All annotations in the order added, including those out of sight.") {
      $0.annotations.map { AnnotationValue($0) }
    }
    c.method(
      "addAnnotation", ["annotation"],
      "Adds an annotation: a host object, or a table with a `coordinate` that announces its changes with `didChangeValueForKey`."
    ) { [unowned machine = c.machine] (me: MKMapView, annotation: AnnotationValue) in
      try me.add([annotation], machine)
    }
    c.method("addAnnotations", ["annotations"], "Adds several annotations; those already on the map stay.") {
      [unowned machine = c.machine] (me: MKMapView, annotations: [AnnotationValue]) in
      try me.add(annotations, machine)
    }
    c.method("removeAnnotation", ["annotation"], "Removes an annotation from the map.") {
      (me: MKMapView, annotation: AnnotationValue) in
      me.removeAnnotation(annotation.object)
      me.annotationCharge?.update(me)
    }
    c.method("removeAnnotations", ["annotations"], "Removes several annotations from the map.") {
      (me: MKMapView, annotations: [AnnotationValue]) in
      me.removeAnnotations(annotations.map(\.object))
      me.annotationCharge?.update(me)
    }
    c.method(
      "annotationsInMapRect", ["mapRect"], .none,
      "Returns the annotations in a rect of the map, in the order added."
    ) { (me: MKMapView, rect: MKMapRect) in me.annotations(in: rect).map { AnnotationValue($0) } }
    c.property(
      "annotationVisibleRect", .none,
      "The part of the view in which annotation views are visible, in the coordinates of their superview."
    ) { $0.annotationVisibleRect }
    c.method(
      "showAnnotations", ["annotations", "animated"],
      "Shows the area around the given annotations; adds those that are not on the map."
    ) { [unowned machine = c.machine] (me: MKMapView, annotations: [AnnotationValue], animated: Bool?) in
      try me.add(annotations, machine)
      try requireRoom(me)
      me.showAnnotations(annotations.map(\.object), animated: animated ?? false)
    }
    c.alias("showAnnotations_animated", of: "showAnnotations")
  }

  private static func bindViews(_ c: LuaBinder<MKMapView>) {
    c.method(
      "viewForAnnotation", ["annotation"], .none,
      "Returns the view of an annotation; nil if it is out of sight."
    ) { (me: MKMapView, annotation: AnnotationValue) in me.view(for: annotation.object) }
    c.method(
      "dequeueReusableAnnotationViewWithIdentifier", ["identifier"], .none,
      "Returns an unused view with that identifier; nil if no view is available."
    ) { (me: MKMapView, identifier: String) in
      try me.dequeueReusableAnnotationView(withIdentifier: identifier)
    }
    c.method(
      "dequeueReusableAnnotationViewWithIdentifier_forAnnotation", ["identifier", "annotation"], .none,
      "Returns an unused view for an annotation, or a new one of the class registered for the identifier."
    ) { (me: MKMapView, identifier: String, annotation: AnnotationValue) in
      try me.dequeueReusableAnnotationView(withIdentifier: identifier, for: annotation.object)
    }
    c.method(
      "registerClass_forAnnotationViewWithReuseIdentifier", ["class", "identifier"],
      "Registers a view class for an identifier; nil removes it."
    ) { [unowned machine = c.machine] (me: MKMapView, maker: ViewClass?, identifier: String) in
      guard let maker else { return me.register(forAnnotationViewWithReuseIdentifier: identifier, nil) }
      // Charged as long as the class is registered.
      let memory = try RunningScript.current(machine).chargeHost(identifier.utf8.count + 200)
      me.register(forAnnotationViewWithReuseIdentifier: identifier) { annotation, identifier in
        try withExtendedLifetime(memory) { try maker.make(annotation, identifier) }
      }
    }
    c.alias("registerClass", of: "registerClass_forAnnotationViewWithReuseIdentifier")
  }

  private static func bindSelection(_ c: LuaBinder<MKMapView>) {
    c.property(
      "selectedAnnotations", .none,
      "The selected annotation, as an array of one or none. When assigned, the first element counts."
    ) {
      $0.selectedAnnotations.map { AnnotationValue($0) }
    } set: { (me: MKMapView, annotations: [AnnotationValue]) in
      try requireRoom(me)
      me.selectedAnnotations = annotations.map(\.object)
    }
    c.method(
      "selectAnnotation", ["annotation", "animated"],
      "Selects a visible annotation instead of the current one."
    ) { (me: MKMapView, annotation: AnnotationValue, animated: Bool?) in
      try requireRoom(me)
      me.selectAnnotation(annotation.object, animated: animated ?? false)
    }
    c.alias("selectAnnotation_animated", of: "selectAnnotation")
    c.method(
      "deselectAnnotation", ["annotation", "animated"],
      "Deselects an annotation; nil deselects any."
    ) { (me: MKMapView, annotation: AnnotationValue?, animated: Bool?) in
      try requireRoom(me)
      me.deselectAnnotation(annotation?.object, animated: animated ?? false)
    }
    c.alias("deselectAnnotation_animated", of: "deselectAnnotation")
  }

  /// - Errors: ``LuaMessage`` for an invalid `coordinate`, or when the script is already over its memory
  ///   limit.
  private func add(_ annotations: [AnnotationValue], _ machine: LuaMachine) throws {
    for annotation in annotations { try (annotation.object as? ScriptedAnnotation)?.refresh() }
    let script = try RunningScript.current(machine)
    try script.requireMemory()
    addAnnotations(annotations.map(\.object))
    let charge = annotationCharge ?? AnnotationCharge(script.environment)
    charge.update(self)
    memory = charge
    guard !charge.hasWarned,
      let lost = annotations.first(where: { !CLLocationCoordinate2DIsValid($0.object.coordinate) })
    else { return }
    charge.hasWarned = true
    let (place, title) = (lost.object.coordinate, lost.object.title ?? "an annotation")
    let message =
      "\(machine.place(machine.stack))\(title) is at (\(place.latitude), \(place.longitude)), "
      + "which is outside any map: write latitude first, within ±90°"
    script.record(.log(level: "warning", message: message))
  }

  private var annotationCharge: AnnotationCharge? { memory as? AnnotationCharge }
}

/// Charges a script instance for the annotations of one of its maps, which may outlive their Lua objects.
private final class AnnotationCharge {
  // Weak: objects that Lua keeps may keep this, and the script instance keeps the machine.
  private weak var environment: LuaEnvironment?
  private var bytes = 0
  /// Whether the script was already warned about an invalid coordinate.
  var hasWarned = false
  /// Approximate bytes that a map keeps for an annotation, including a plain one.
  private static let each = 400

  init(_ environment: LuaEnvironment) { self.environment = environment }

  deinit { environment?.charge(-bytes) }

  func update(_ map: MKMapView) {
    let now = map.annotationCount * AnnotationCharge.each
    environment?.charge(now - bytes)
    bytes = now
  }
}

/// A class of annotation views, from the host or a script.
private struct ViewClass: LuaValue {
  static var luaType: String { "any" }
  let value: LuaAny

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ViewClass {
    guard LuaKind(stack, index) == .table else { throw LuaMismatch(expected: "class", stack, index) }
    return ViewClass(value: try LuaAny.read(stack, index))
  }

  func push(_ stack: LuaStack) { value.push(stack) }

  func make(_ annotation: any MKAnnotation, _ identifier: String) throws -> MKAnnotationView {
    guard let machine = value.reference.machine else { throw LuaMessage("the script has ended") }
    try machine.call(results: 1) { stack in
      push(stack)
      AnnotationValue(annotation).push(stack)
      identifier.push(stack)
      return 2
    }
    defer { LuaStackWork.pop(machine.stack) }
    return try MKAnnotationView.read(machine.stack, -1)
  }
}
