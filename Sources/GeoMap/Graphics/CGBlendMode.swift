public import GeoCore

/// How colors mix with those below them.
///
/// - Source: Apple's CGContext.h, in its order.
public enum CGBlendMode: Int, ConstantGroup {
  case normal = 0
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
  case difference, exclusion, hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop
  case destinationOver, destinationIn, destinationOut, destinationAtop
  case xor, plusDarker, plusLighter

  public static let constantPrefix = "kCGBlendMode"
}
