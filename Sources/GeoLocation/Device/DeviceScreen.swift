public import GeoCore

/// What a device shows, as far as the device has to know it; Map Kit's ``Screen`` implements it.
package protocol DeviceScreen: AnyObject {
  /// How many calls wait for their delegates.
  var waitingCount: Int { get }
  /// Whether ``settle()`` has something to do.
  var isUnsettled: Bool { get }
  /// How many maps it ever had.
  var createdCount: Int { get }
  /// When the last finger that stays for a while is lifted.
  var handEnds: TimeInterval { get }
  /// Makes the calls that wait, then lays the maps out, until nothing is left to do.
  func flushCallbacks()
  /// Takes all maps off it: the script that made them ends.
  func close()
  /// Makes the snapshots that are asked for, as far as can be: the input has ended, and no timer fires any more.
  func finishSnapshots()
  /// Touches a map; false if there is no map of that number.
  func perform(_ gesture: Gesture) -> Bool
}

/// How large a device's screen is, in points.
public struct ScreenSize: Sendable, Hashable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

extension Device {
  /// When everything that it was given has happened: a finger may stay on the screen longer than its event.
  public var endOfInput: TimeInterval { max(clock.now, display?.handEnds ?? clock.now) }

  /// Closes the maps of a script that ends: their delegates are part of it.
  public func closeScreen() {
    display?.close()
    display = nil
  }
}
