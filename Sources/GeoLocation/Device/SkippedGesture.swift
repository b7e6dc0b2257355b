import GeoCore

/// A gesture without an effect, because it had no target.
public struct SkippedGesture: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case unreadable = "touch that cannot be read"
    case notInFront = "touch while the app was not in the foreground"
    case noMap = "touch on a map that does not exist"
    case besideMap = "touch outside the map"
    case noTouch = "touch that continues without having begun"
    case noAnnotation = "touch on an annotation that is not visible"
    case cannotDrag = "drag of an annotation that cannot be dragged"
    case noControl = "tap on a callout control that does not exist"
  }

  public let kind: Kind
  public internal(set) var count = 1
  /// A description of the first one.
  public let first: String
}

extension Device.Counts {
  package mutating func skip(_ kind: SkippedGesture.Kind, _ detail: @autoclosure () -> String) {
    if let index = skippedGestures.firstIndex(where: { $0.kind == kind }) {
      skippedGestures[index].count += 1
    } else {
      skippedGestures.append(SkippedGesture(kind: kind, first: detail()))
    }
  }
}

extension Device {
  /// Handles a user's touch of the screen.
  func ingest(_ touch: Touch) {
    do throws(GeoError) {
      let gesture = try touch.gesture()
      guard appState == .foreground else { return counts.skip(.notInFront, touch.type) }
      guard let display, display.perform(gesture) else {
        return counts.skip(.noMap, "\(touch.type) on map \(gesture.map) of \(display?.createdCount ?? 0)")
      }
    } catch {
      counts.skip(.unreadable, error.description)
    }
  }
}
