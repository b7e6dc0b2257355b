import Geo
import LuaBridge

/// A script's table, or an instance of its class, as an annotation.
///
/// The map knows the place from when the annotation was added or last announced a change (AN-8).
final class ScriptedAnnotation: LuaStandIn, ObservableAnnotation, MovableAnnotation {
  override class var luaName: String { "MKAnnotation" }
  override class var requiredFields: [String] { ["coordinate"] }

  var observers = AnnotationObservers()
  private var known: CLLocationCoordinate2D?

  var coordinate: CLLocationCoordinate2D {
    if let known { return known }
    try? refresh()
    return known ?? kCLLocationCoordinate2DInvalid
  }

  var title: String? { text("title") }
  var subtitle: String? { text("subtitle") }
  var identifier: String? { text("identifier") }

  /// Reads the coordinate.
  ///
  /// - Errors: ``LuaMismatch`` when `coordinate` is not a coordinate.
  func refresh() throws { known = try field("coordinate") }

  override func valueDidChange(_ name: String) throws {
    guard let key = AnnotationKey(rawValue: name) else { return }
    if key == .coordinate { try refresh() }
    observers.changed(self, key)
  }

  /// Whether a drag may move it: it has a method for that, or it is a table, whose `coordinate` can be
  /// assigned.
  var isMovable: Bool {
    if isTable || hasMethod("setCoordinate") { return true }
    warnOnce()
    return false
  }

  /// Warns once for each class.
  private func warnOnce() {
    guard let script = machine?.runningEnvironment?.owner as? RunningScript, let name = className,
      script.immovableClasses.insert(name).inserted
    else { return }
    script.record(
      .log(
        level: "warning",
        message: "annotations of the class \(name) cannot be dragged: define "
          + "\(name):setCoordinate(coordinate), which stores the new coordinate"))
  }

  func setCoordinate(_ coordinate: CLLocationCoordinate2D) throws {
    if hasMethod("setCoordinate") {
      try callMethod("setCoordinate", coordinate)
    } else {
      try set("coordinate", coordinate)
    }
    // A table does not announce changes by itself.
    try valueDidChange("coordinate")
  }

  /// Nil unless the field is a string.
  private func text(_ name: String) -> String? { (try? field(name, as: String?.self)) ?? nil }
}
