/// A circle on the earth that a device can enter and leave.
///
/// - Shape: center and radius; the radius may exceed a quarter of the earth.
/// - Units: degrees, meters.
public final class CLCircularRegion: CLRegion {}
