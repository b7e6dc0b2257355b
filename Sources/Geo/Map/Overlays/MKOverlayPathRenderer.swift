/// Draws a shape as a path that it fills and strokes; what kind of shape is for subclasses.
///
/// - Units: widths and dashes in screen points, whatever the zoom.
/// - Source: spec OR-2, OR-6, OR-7, F-14.
open class MKOverlayPathRenderer: MKOverlayRenderer {
  /// Nil fills nothing.
  public var fillColor: UIColor?
  /// Nil strokes nothing.
  public var strokeColor: UIColor?
  /// 0 is as wide as a road at the zoom scale.
  public var lineWidth = 0.0
  public var lineJoin = CGLineJoin.round
  public var lineCap = CGLineCap.round
  /// How far a mitred corner may reach, in line widths.
  public var miterLimit = 10.0
  /// How far into the dashes the line begins.
  public var lineDashPhase = 0.0
  /// The lengths of dashes and gaps by turns; nil for a line without gaps.
  public var lineDashPattern: [Double]?
}

/// How the pieces of a line meet.
public enum CGLineJoin: Int, ConstantGroup {
  case miter = 0
  case round, bevel

  public static let constantPrefix = "kCGLineJoin"
}

/// How a line ends.
public enum CGLineCap: Int, ConstantGroup {
  case butt = 0
  case round, square

  public static let constantPrefix = "kCGLineCap"
}
