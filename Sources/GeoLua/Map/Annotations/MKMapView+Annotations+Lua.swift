import Geo
import LuaBridge

/// What marks places on the map, and what shows it.
extension MKMapView {
  static func bindAnnotations(_ c: LuaBinder<MKMapView>) {
    bindList(c)
    bindViews(c)
    bindSelection(c)
  }

  private static func bindList(_ c: LuaBinder<MKMapView>) {
    c.property("annotations", .none, "All annotations in the order added, also those out of sight.") {
      $0.annotations.map { AnnotationValue($0) }
    }
    c.method(
      "addAnnotation", ["annotation"],
      "Adds an annotation: a host object, or a table with a `coordinate` that announces its changes with `didChangeValueForKey`."
    ) { [unowned machine = c.machine] (me: MKMapView, annotation: AnnotationValue) in
      try me.add([annotation], machine)
    }
    c.method("addAnnotations", ["annotations"], "Adds several annotations; one that is there already stays.")
    {
      [unowned machine = c.machine] (me: MKMapView, annotations: [AnnotationValue]) in
      try me.add(annotations, machine)
    }
    c.method("removeAnnotation", ["annotation"], "Takes an annotation off the map.") {
      (me: MKMapView, annotation: AnnotationValue) in
      me.removeAnnotation(annotation.object)
      me.annotationCharge?.settle(me)
    }
    c.method("removeAnnotations", ["annotations"], "Takes several annotations off the map.") {
      (me: MKMapView, annotations: [AnnotationValue]) in
      me.removeAnnotations(annotations.map(\.object))
      me.annotationCharge?.settle(me)
    }
    c.method(
      "annotationsInMapRect", ["mapRect"], .none,
      "Returns the annotations in a part of the map, in the order added."
    ) { (me: MKMapView, rect: MKMapRect) in me.annotations(in: rect).map { AnnotationValue($0) } }
    c.property(
      "annotationVisibleRect", .none,
      "The part of the view that annotation views are seen in, in the coordinates of their superview."
    ) { $0.annotationVisibleRect }
    c.method(
      "showAnnotations", ["annotations", "animated"],
      "Shows the area around some annotations; those that are not on the map are added."
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
      "Returns what shows an annotation; nil when it is out of sight."
    ) { (me: MKMapView, annotation: AnnotationValue) in me.view(for: annotation.object) }
    c.method(
      "dequeueReusableAnnotationViewWithIdentifier", ["identifier"], .none,
      "Returns a view that no annotation uses any more; nil when there is none with that identifier."
    ) { (me: MKMapView, identifier: String) in
      try me.dequeueReusableAnnotationView(withIdentifier: identifier)
    }
    c.method(
      "dequeueReusableAnnotationViewWithIdentifier_forAnnotation", ["identifier", "annotation"], .none,
      "Returns such a view for an annotation, or a new one of the class registered for the identifier."
    ) { (me: MKMapView, identifier: String, annotation: AnnotationValue) in
      try me.dequeueReusableAnnotationView(withIdentifier: identifier, for: annotation.object)
    }
    c.method(
      "registerClass_forAnnotationViewWithReuseIdentifier", ["class", "identifier"],
      "Registers a view class for an identifier; nil removes it."
    ) { [unowned machine = c.machine] (me: MKMapView, maker: ViewClass?, identifier: String) in
      guard let maker else { return me.register(forAnnotationViewWithReuseIdentifier: identifier, nil) }
      // As long as the identifier stands for the class.
      let memory = try RunningScript.current(machine).keep(identifier.utf8.count + 200)
      me.register(forAnnotationViewWithReuseIdentifier: identifier) { annotation, identifier in
        try withExtendedLifetime(memory) { try maker.make(annotation, identifier) }
      }
    }
    c.alias("registerClass", of: "registerClass_forAnnotationViewWithReuseIdentifier")
  }

  private static func bindSelection(_ c: LuaBinder<MKMapView>) {
    c.property(
      "selectedAnnotations", .none,
      "The annotation that is selected, as an array of one or none; the first counts."
    ) {
      $0.selectedAnnotations.map { AnnotationValue($0) }
    } set: { (me: MKMapView, annotations: [AnnotationValue]) in
      try requireRoom(me)
      me.selectedAnnotations = annotations.map(\.object)
    }
    c.method(
      "selectAnnotation", ["annotation", "animated"], "Selects an annotation in sight, in place of another."
    ) { (me: MKMapView, annotation: AnnotationValue, animated: Bool?) in
      try requireRoom(me)
      me.selectAnnotation(annotation.object, animated: animated ?? false)
    }
    c.alias("selectAnnotation_animated", of: "selectAnnotation")
    c.method(
      "deselectAnnotation", ["annotation", "animated"],
      "Takes the selection from an annotation; nil from any."
    ) { (me: MKMapView, annotation: AnnotationValue?, animated: Bool?) in
      try requireRoom(me)
      me.deselectAnnotation(annotation?.object, animated: animated ?? false)
    }
    c.alias("deselectAnnotation_animated", of: "deselectAnnotation")
  }

  /// - Errors: a `coordinate` that is none; the copy is over its memory already.
  private func add(_ annotations: [AnnotationValue], _ machine: LuaMachine) throws {
    for annotation in annotations { try (annotation.object as? ScriptedAnnotation)?.look() }
    let script = try RunningScript.current(machine)
    try script.requireMemory()
    addAnnotations(annotations.map(\.object))
    let charge = annotationCharge ?? AnnotationCharge(script.environment)
    charge.settle(self)
    memory = charge
    guard !charge.hasWarned,
      let lost = annotations.first(where: { !CLLocationCoordinate2DIsValid($0.object.coordinate) })
    else { return }
    charge.hasWarned = true
    let (place, title) = (lost.object.coordinate, lost.object.title ?? "an annotation")
    let message =
      "\(machine.place(machine.stack))\(title) is at (\(place.latitude), \(place.longitude)), which no map "
      + "shows: latitude comes first, and is within ±90°"
    script.record(.log(level: "warning", message: message))
  }

  private var annotationCharge: AnnotationCharge? { memory as? AnnotationCharge }
}

/// Charges a copy of the script for the annotations that one of its maps holds: Lua may know nothing of them any more.
private final class AnnotationCharge {
  // Weak: objects that Lua holds may hold this, and the copy holds the machine.
  private weak var environment: LuaEnvironment?
  private var bytes = 0
  /// Whether the script has heard of a coordinate that is none.
  var hasWarned = false
  /// About what a map keeps of an annotation, with a plain one itself.
  private static let each = 400

  init(_ environment: LuaEnvironment) { self.environment = environment }

  deinit { environment?.charge(-bytes) }

  func settle(_ map: MKMapView) {
    let now = map.annotationCount * AnnotationCharge.each
    environment?.charge(now - bytes)
    bytes = now
  }
}

/// A class of annotation views, the host's or the script's.
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
