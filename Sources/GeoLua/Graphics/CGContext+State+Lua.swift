import Geo
import LuaBridge

/// What holds until it is set anew: the pen, how colours mix, coordinates.
extension CGContext {
  static func declareState(_ f: LuaForms<CGContext>) {
    f.member("SaveGState", "Keeps transform, clip, colors, pen and mixing until RestoreGState.") {
      try $0.saveGState()
    }
    f.member(
      "RestoreGState", "Brings back what SaveGState kept last; what the call began with stays."
    ) { $0.restoreGState() }
    f.member("Flush", "Does nothing, because painting takes effect at once.") { _ in }
    f.member("Synchronize", "Does nothing, because painting takes effect at once.") { _ in }
    f.member("SetShouldAntialias", ["flag"], "Does nothing: edges are always smooth.") {
      (_: CGContext, _: Flag) in
    }
    f.member("SetAllowsAntialiasing", ["flag"], "Does nothing: edges are always smooth.") {
      (_: CGContext, _: Flag) in
    }
  }

  static func declarePen(_ f: LuaForms<CGContext>) {
    f.member("SetLineWidth", ["width"], "Sets how wide lines are, in the coordinates of the context.") {
      (me: CGContext, width: Length) in me.state.pen.width = width.value
    }
    f.member("SetLineCap", ["cap"], "Sets how lines end, a `kCGLineCap…`.") {
      (me: CGContext, cap: Constant<CGLineCap>) in me.state.pen.cap = cap.value
    }
    f.member("SetLineJoin", ["join"], "Sets how lines meet, a `kCGLineJoin…`.") {
      (me: CGContext, join: Constant<CGLineJoin>) in me.state.pen.join = join.value
    }
    f.member("SetMiterLimit", ["limit"], "Sets the miter limit, in line widths.") {
      (me: CGContext, limit: Length) in me.state.pen.miterLimit = limit.value
    }
    f.member(
      "SetLineDash", ["phase", "lengths", "count"],
      "Sets the lengths of dashes and gaps, and the offset at which a line begins; no lengths for a solid line."
    ) { (me: CGContext, phase: FiniteNumber, lengths: DashLengths?, count: Int?) in
      let all = lengths?.values ?? []
      me.state.pen.dashPhase = phase.value
      me.state.pen.dashes = Array(all.prefix(count.map { max(0, $0) } ?? all.count))
    }
    f.member("SetFlatness", ["flatness"], "Does nothing: curves are as smooth as dots allow.") {
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
      "Sets whether images are smoothed where they are scaled: all but kCGInterpolationNone smooth them."
    ) { (me: CGContext, quality: Int) in me.state.interpolates = quality != 1 }
    f.member(
      "GetInterpolationQuality", .one,
      "Returns kCGInterpolationDefault, or kCGInterpolationNone if that was set."
    ) { $0.state.interpolates ? 0 : 1 }
    f.member(
      "SetShadow", ["offset", "blur"],
      "Adds a gray shadow to all drawing, offset in points of the picture; positive is downward."
    ) { (me: CGContext, offset: CGSize, blur: Length) in
      me.state.blending.shadow = try shadow(offset, blur)
    }
    f.member("SetShadowWithColor", ["offset", "blur", "color"], "The same in a color; nil ends all shadows.")
    {
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
    f.member("ScaleCTM", ["sx", "sy"], "Stretches the coordinates.") {
      (me: CGContext, x: FiniteNumber, y: FiniteNumber) in me.scaleBy(x: x.value, y: y.value)
    }
    f.member("RotateCTM", ["angle"], "Turns the coordinates by radians, on the screen clockwise.") {
      (me: CGContext, angle: FiniteNumber) in me.rotate(by: angle.value)
    }
    f.member("ConcatCTM", ["transform"], "Does a transform before all that the coordinates do already.") {
      (me: CGContext, transform: FiniteTransform) in me.concatenate(transform.value)
    }
    f.member("GetCTM", .none, "Returns what makes points of the picture of the coordinates.") {
      $0.state.transform
    }
    f.member(
      "GetUserSpaceToDeviceSpaceTransform", .none, "Returns what makes pixels of the coordinates."
    ) { $0.userSpaceToDeviceSpaceTransform }
    f.member("ConvertPointToDeviceSpace", ["point"], .none, "Returns the pixel of a point.") {
      (me: CGContext, point: CGPoint) in point.applying(me.userSpaceToDeviceSpaceTransform)
    }
    f.member("ConvertPointToUserSpace", ["point"], .none, "Returns the point of a pixel.") {
      (me: CGContext, point: CGPoint) in point.applying(me.deviceToUser)
    }
    f.member("ConvertSizeToDeviceSpace", ["size"], .none, "Returns a size in pixels.") {
      (me: CGContext, size: CGSize) in size.applying(me.userSpaceToDeviceSpaceTransform)
    }
    f.member("ConvertSizeToUserSpace", ["size"], .none, "Returns a size of pixels in the coordinates.") {
      (me: CGContext, size: CGSize) in size.applying(me.deviceToUser)
    }
    f.member(
      "ConvertRectToDeviceSpace", ["rect"], .none, "Returns the smallest rect of pixels around a rect."
    ) {
      (me: CGContext, rect: CGRect) in rect.applying(me.userSpaceToDeviceSpaceTransform)
    }
    f.member("ConvertRectToUserSpace", ["rect"], .none, "Returns the smallest rect around a rect of pixels.")
    {
      (me: CGContext, rect: CGRect) in rect.applying(me.deviceToUser)
    }
  }

  /// Nothing makes points of pixels where all of the plane lies on a line; then the pixels are the points.
  private var deviceToUser: CGAffineTransform { userSpaceToDeviceSpaceTransform.inverted ?? .identity }
}
