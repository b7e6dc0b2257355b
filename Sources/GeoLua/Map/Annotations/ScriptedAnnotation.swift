import Geo
import LuaBridge

/// A table of the script's, or an instance of its class, as an annotation.
///
/// What the map knows of its place is what it was when it was added, or when a change was last told (AN-8).
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

  /// Reads where it lies.
  ///
  /// - Errors: ``LuaMismatch`` when `coordinate` is none.
  func refresh() throws { known = try field("coordinate") }

  override func valueDidChange(_ name: String) throws {
    guard let key = AnnotationKey(rawValue: name) else { return }
    if key == .coordinate { try refresh() }
    observers.changed(self, key)
  }

  /// Whether a drag may move it: the script has a method for that, or it is a table, whose `coordinate` is written.
  var isMovable: Bool {
    if isTable || hasMethod("setCoordinate") { return true }
    warnOnce()
    return false
  }

  /// Says so once for each class.
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
    // A table does not tell by itself.
    try valueDidChange("coordinate")
  }

  /// One that is no text is none.
  private func text(_ name: String) -> String? { (try? field(name, as: String?.self)) ?? nil }
}
