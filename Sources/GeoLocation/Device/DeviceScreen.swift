public import GeoCore

/// The device's view of its screen; Map Kit's ``Screen`` implements it.
package protocol DeviceScreen: AnyObject {
  /// The number of calls that wait for their delegates.
  var waitingCount: Int { get }
  /// Whether ``settle()`` has something to do.
  var isUnsettled: Bool { get }
  /// The number of maps ever created.
  var createdCount: Int { get }
  /// The number of maps that are there.
  var mapCount: Int { get }
  /// When the last finger that stays for a while is lifted.
  var handEnds: TimeInterval { get }
  /// Makes the waiting calls, then lays the maps out, until nothing is left to do.
  func flushCallbacks()
  /// Removes all maps: the script that made them ends.
  func close()
  /// Makes the requested snapshots as far as possible: the input has ended, and no timer fires any more.
  func finishSnapshots()
  /// Performs a gesture on a map; false if there is no map with that number.
  func perform(_ gesture: Gesture) -> Bool
}

/// The size of a device's screen, in points.
public struct ScreenSize: Sendable, Hashable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

extension Device {
  /// When all of its input has taken effect: a finger may stay on the screen longer than its event.
  public var endOfInput: TimeInterval { max(clock.now, display?.handEnds ?? clock.now) }

  /// Closes the maps of a script that ends, because their delegates belong to it.
  public func closeScreen() {
    display?.close()
    display = nil
  }
}
