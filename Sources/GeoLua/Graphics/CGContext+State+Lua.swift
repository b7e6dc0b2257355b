import Geo
import LuaBridge

/// The graphics state: line style, blending, coordinates.
extension CGContext {
  static func declareState(_ f: LuaForms<CGContext>) {
    f.member("SaveGState", "Saves transform, clip, colors, line style and blending for RestoreGState.") {
      try $0.saveGState()
    }
    f.member(
      "RestoreGState", "Restores what SaveGState saved last; never restores beyond the start of the call."
    ) { $0.restoreGState() }
    f.member("Flush", "Does nothing, because painting takes effect immediately.") { _ in }
    f.member("Synchronize", "Does nothing, because painting takes effect immediately.") { _ in }
    f.member("SetShouldAntialias", ["flag"], "Does nothing: edges are always smooth.") {
      (_: CGContext, _: Flag) in
    }
    f.member("SetAllowsAntialiasing", ["flag"], "Does nothing: edges are always smooth.") {
      (_: CGContext, _: Flag) in
    }
  }

  static func declarePen(_ f: LuaForms<CGContext>) {
    f.member("SetLineWidth", ["width"], "Sets the line width, in the context's coordinates.") {
      (me: CGContext, width: Length) in me.state.pen.width = width.value
    }
    f.member("SetLineCap", ["cap"], "Sets the shape of line ends, a `kCGLineCap…`.") {
      (me: CGContext, cap: Constant<CGLineCap>) in me.state.pen.cap = cap.value
    }
    f.member("SetLineJoin", ["join"], "Sets the shape of line corners, a `kCGLineJoin…`.") {
      (me: CGContext, join: Constant<CGLineJoin>) in me.state.pen.join = join.value
    }
    f.member("SetMiterLimit", ["limit"], "Sets the miter limit, in line widths.") {
      (me: CGContext, limit: Length) in me.state.pen.miterLimit = limit.value
    }
    f.member(
      "SetLineDash", ["phase", "lengths", "count"],
      "Sets the lengths of dashes and gaps, and the offset at which a line starts; no lengths for a solid "
        + "line."
    ) { (me: CGContext, phase: FiniteNumber, lengths: DashLengths?, count: Int?) in
      let all = lengths?.values ?? []
      me.state.pen.dashPhase = phase.value
      me.state.pen.dashes = Array(all.prefix(count.map { max(0, $0) } ?? all.count))
    }
    f.member("SetFlatness", ["flatness"], "Does nothing: curves are always as smooth as the pixels allow.") {
      (_: CGContext, _: Length) in
    }
  }

  static func declareMixing(_ f: LuaForms<CGContext>) {
    f.member("SetAlpha", ["alpha"], "Sets the opacity of all drawing, 0 to 1.") {
      (me: CGContext, alpha: Number) in me.state.blending.alpha = min(max(alpha.value, 0), 1)
    }
    f.member(
      "SetBlendMode", ["mode"], "Sets the blend mode, a `kCGBlendMode…`."
    ) {
      (me: CGContext, mode: Constant<CGBlendMode>) in me.state.blending.mode = mode.value
    }
    f.member(
      "SetInterpolationQuality", ["quality"],
      "Sets whether scaled images are smoothed: every value but kCGInterpolationNone smooths them."
    ) { (me: CGContext, quality: Int) in me.state.interpolates = quality != 1 }
    f.member(
      "GetInterpolationQuality", .one,
      "Returns kCGInterpolationDefault, or kCGInterpolationNone if that was set."
    ) { $0.state.interpolates ? 0 : 1 }
    f.member(
      "SetShadow", ["offset", "blur"],
      "Adds a gray shadow to all drawing. The offset is in points of the image; positive is downward."
    ) { (me: CGContext, offset: CGSize, blur: Length) in
      me.state.blending.shadow = try shadow(offset, blur)
    }
    f.member(
      "SetShadowWithColor", ["offset", "blur", "color"],
      "Adds a colored shadow to all drawing; nil ends shadows."
    ) {
      (me: CGContext, offset: CGSize, blur: Length, color: UIColor?) in
      me.state.blending.shadow = try color.map { try shadow(offset, blur, $0) }
    }
  }

  private static func shadow(_ offset: CGSize, _ blur: Length, _ color: UIColor? = nil) throws -> Shadow {
    guard offset.width.isFinite, offset.height.isFinite else {
      throw LuaMismatch("finite offset expected, got an infinite one")
    }
    var shadow = Shadow(offset: offset, blur: blur.value)
    if let color { shadow.color = color }
    return shadow
  }

  static func declareTransform(_ f: LuaForms<CGContext>) {
    f.member("TranslateCTM", ["tx", "ty"], "Moves the origin of the coordinates.") {
      (me: CGContext, x: FiniteNumber, y: FiniteNumber) in me.translateBy(x: x.value, y: y.value)
    }
    f.member("ScaleCTM", ["sx", "sy"], "Scales the coordinates.") {
      (me: CGContext, x: FiniteNumber, y: FiniteNumber) in me.scaleBy(x: x.value, y: y.value)
    }
    f.member("RotateCTM", ["angle"], "Rotates the coordinates by radians, clockwise on the screen.") {
      (me: CGContext, angle: FiniteNumber) in me.rotate(by: angle.value)
    }
    f.member("ConcatCTM", ["transform"], "Prepends a transform to that of the coordinates.") {
      (me: CGContext, transform: FiniteTransform) in me.concatenate(transform.value)
    }
    f.member("GetCTM", .none, "Returns the transform from the coordinates to points of the image.") {
      $0.state.transform
    }
    f.member(
      "GetUserSpaceToDeviceSpaceTransform", .none, "Returns the transform from the coordinates to pixels."
    ) { $0.userSpaceToDeviceSpaceTransform }
    f.member("ConvertPointToDeviceSpace", ["point"], .none, "Converts a point to pixels.") {
      (me: CGContext, point: CGPoint) in point.applying(me.userSpaceToDeviceSpaceTransform)
    }
    f.member("ConvertPointToUserSpace", ["point"], .none, "Converts a position in pixels to the coordinates.")
    {
      (me: CGContext, point: CGPoint) in point.applying(me.deviceToUser)
    }
    f.member("ConvertSizeToDeviceSpace", ["size"], .none, "Converts a size to pixels.") {
      (me: CGContext, size: CGSize) in size.applying(me.userSpaceToDeviceSpaceTransform)
    }
    f.member("ConvertSizeToUserSpace", ["size"], .none, "Converts a size in pixels to the coordinates.") {
      (me: CGContext, size: CGSize) in size.applying(me.deviceToUser)
    }
    f.member(
      "ConvertRectToDeviceSpace", ["rect"], .none, "Returns the smallest rect in pixels that encloses a rect."
    ) {
      (me: CGContext, rect: CGRect) in rect.applying(me.userSpaceToDeviceSpaceTransform)
    }
    f.member(
      "ConvertRectToUserSpace", ["rect"], .none, "Returns the smallest rect that encloses a rect in pixels."
    ) {
      (me: CGContext, rect: CGRect) in rect.applying(me.deviceToUser)
    }
  }

  /// If the transform cannot be inverted, because the plane collapses to a line, pixels count as points.
  private var deviceToUser: CGAffineTransform { userSpaceToDeviceSpaceTransform.inverted ?? .identity }
}
