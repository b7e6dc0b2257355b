public import GeoCore

/// A monitored region: a shape with its registered buffer and options.
///
/// - Shape: a circle on WGS 84, whose radius may exceed a quarter of the earth, or an ``AreaShape``.
/// - Units: degrees, meters.
public struct MonitoredRegion: Sendable, Hashable {
  /// Unique within a ``RegionSet``; compared byte for byte.
  public var identifier: String
  /// The center of the circle, or of one that holds the whole shape.
  public let center: CLLocationCoordinate2D
  /// The radius of that circle.
  public let radius: CLLocationDistance
  /// How far past the edge a crossing must reach to be reported (RG-17), never negative.
  public var buffer: CLLocationDistance
  public var notifyOnEntry: Bool
  public var notifyOnExit: Bool
  /// Nil for a plain circle.
  package var traits: RegionTraits?

  /// Makes a circle; `desiredAccuracy` is its buffer if above 0, otherwise the buffer is 0.
  public init(
    identifier: String, center: CLLocationCoordinate2D, radius: CLLocationDistance,
    desiredAccuracy: CLLocationAccuracy = 0, notifyOnEntry: Bool = true, notifyOnExit: Bool = true,
    options: RegionOptions = .none
  ) {
    self.init(
      identifier: identifier, center: center, radius: radius, desiredAccuracy: desiredAccuracy,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit, traits: RegionTraits.make(nil, options))
  }

  /// Makes a region of another shape; see the initializer for circles.
  public init(
    identifier: String, shape: AreaShape, desiredAccuracy: CLLocationAccuracy = 0,
    notifyOnEntry: Bool = true, notifyOnExit: Bool = true, options: RegionOptions = .none
  ) {
    self.init(
      identifier: identifier, center: shape.center, radius: shape.reach, desiredAccuracy: desiredAccuracy,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit, traits: RegionTraits.make(shape, options))
  }

  package init(
    identifier: String, center: CLLocationCoordinate2D, radius: CLLocationDistance,
    desiredAccuracy: CLLocationAccuracy, notifyOnEntry: Bool, notifyOnExit: Bool, traits: RegionTraits?
  ) {
    self.identifier = identifier
    self.center = center
    self.radius = radius
    // `kCLLocationAccuracyBest` and similar values are negative and mean no buffer; NaN compares false.
    self.buffer = desiredAccuracy > 0 ? desiredAccuracy : 0
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
    self.traits = traits
  }

  /// Nil for a circle.
  public var shape: AreaShape? { traits?.shape }

  public var options: RegionOptions { traits?.options ?? .none }

  /// The radius that limits a buffer: a circle's own, or that of the shape.
  public var innerRadius: CLLocationDistance { shape?.innerRadius ?? radius }

  /// Signed distance from the edge at or below which a device enters (negative is inside).
  ///
  /// At most half the inner radius, so that a small region with a large buffer can still be entered.
  public var enterThreshold: CLLocationDistance {
    MonitoredRegion.enterThreshold(buffer: buffer, innerRadius: innerRadius)
  }

  /// The threshold of any region; a polygon's inner radius is computed only when it matters.
  @inline(__always)
  static func enterThreshold(
    buffer: CLLocationDistance, innerRadius: @autoclosure () -> CLLocationDistance
  ) -> CLLocationDistance {
    buffer > 0 ? -min(buffer, innerRadius() / 2) : 0
  }
}
