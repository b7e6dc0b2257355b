/// A circle on the earth that a device can enter and leave.
///
/// - Shape: centre and radius; the radius may exceed a quarter of the earth.
/// - Units: degrees, metres.
public final class CLCircularRegion: CLRegion {}
