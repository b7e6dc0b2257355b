/// Returns the point as text: `{1.0, 2.0}`.
///
/// - Source: F-3: one decimal, as `%.1f` prints it.
public func MKStringFromMapPoint(_ point: MKMapPoint) -> String { pair(point.x, point.y) }

/// Returns the size as text: `{1.0, 2.0}`.
public func MKStringFromMapSize(_ size: MKMapSize) -> String { pair(size.width, size.height) }

/// Returns the rect as text: `{{1.0, 2.0}, {3.0, 4.0}}`.
public func MKStringFromMapRect(_ rect: MKMapRect) -> String {
  "{\(MKStringFromMapPoint(rect.origin)), \(MKStringFromMapSize(rect.size))}"
}

private func pair(_ first: Double, _ second: Double) -> String { "{\(fixed(first, 1)), \(fixed(second, 1))}" }
