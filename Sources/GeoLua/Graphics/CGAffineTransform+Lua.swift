public import Geo
public import LuaBridge

extension CGAffineTransform: LuaStruct {
  public static let luaBlank = CGAffineTransform.identity
  public static let luaStruct = LuaStructFields<CGAffineTransform>(
    "CGAffineTransform",
    "A transform that moves, scales, rotates and shears: x' = a·x + c·y + tx, y' = b·x + d·y + ty."
  )
  .number("a", .one, "The factor of x in x'.", get: { $0.a }, set: { $0.a = $1 })
  .number("b", .one, "The factor of x in y'.", get: { $0.b }, set: { $0.b = $1 })
  .number("c", .one, "The factor of y in x'.", get: { $0.c }, set: { $0.c = $1 })
  .number("d", .one, "The factor of y in y'.", get: { $0.d }, set: { $0.d = $1 })
  .number("tx", .points, "The move to the right.", get: { $0.tx }, set: { $0.tx = $1 })
  .number("ty", .points, "The move downward.", get: { $0.ty }, set: { $0.ty = $1 })
}

extension CGAffineTransform {
  static func declareFunctions(_ g: LuaScope) {
    g.constant("CGAffineTransformIdentity", CGAffineTransform.identity, "The identity transform.")
    g.function(
      "CGAffineTransformMake", ["a", "b", "c", "d", "tx", "ty"], .none,
      "Returns the transform with these values."
    ) {
      (a: FiniteNumber, b: FiniteNumber, c: FiniteNumber, d: FiniteNumber, tx: FiniteNumber, ty: FiniteNumber)
      in
      CGAffineTransform(a: a.value, b: b.value, c: c.value, d: d.value, tx: tx.value, ty: ty.value)
    }
    g.function("CGAffineTransformMakeTranslation", ["tx", "ty"], .none, "Returns a transform that moves.") {
      (x: FiniteNumber, y: FiniteNumber) in CGAffineTransform(translationX: x.value, y: y.value)
    }
    g.function("CGAffineTransformMakeScale", ["sx", "sy"], .none, "Returns a transform that scales.") {
      (x: FiniteNumber, y: FiniteNumber) in CGAffineTransform(scaleX: x.value, y: y.value)
    }
    g.function(
      "CGAffineTransformMakeRotation", ["angle"], .none,
      "Returns a transform that rotates by an angle in radians; positive is clockwise on the screen."
    ) { (angle: FiniteNumber) in CGAffineTransform(rotationAngle: angle.value) }
    declareChanging(g)
    declareApplying(g)
  }

  private static func declareChanging(_ g: LuaScope) {
    g.function(
      "CGAffineTransformTranslate", ["transform", "tx", "ty"], .none,
      "Returns a transform that moves, then applies the given one."
    ) { (t: CGAffineTransform, x: FiniteNumber, y: FiniteNumber) in
      CGAffineTransform(translationX: x.value, y: y.value).concatenating(t)
    }
    g.function(
      "CGAffineTransformScale", ["transform", "sx", "sy"], .none,
      "Returns a transform that scales, then applies the given one."
    ) { (t: CGAffineTransform, x: FiniteNumber, y: FiniteNumber) in
      CGAffineTransform(scaleX: x.value, y: y.value).concatenating(t)
    }
    g.function(
      "CGAffineTransformRotate", ["transform", "angle"], .none,
      "Returns a transform that rotates, then applies the given one."
    ) { (t: CGAffineTransform, angle: FiniteNumber) in
      CGAffineTransform(rotationAngle: angle.value).concatenating(t)
    }
    g.function(
      "CGAffineTransformConcat", ["first", "second"], .none,
      "Returns a transform that applies both, in that order."
    ) { (first: CGAffineTransform, second: CGAffineTransform) in first.concatenating(second) }
    g.function(
      "CGAffineTransformInvert", ["transform"], .none,
      "Returns the inverse transform, or the transform itself if it cannot be inverted."
    ) { (t: CGAffineTransform) in t.inverted ?? t }
    g.function(
      "CGAffineTransformIsIdentity", ["transform"], .none, "Returns whether it is the identity transform."
    ) { (t: CGAffineTransform) in t == .identity }
    g.function(
      "CGAffineTransformEqualToTransform", ["a", "b"], .none, "Returns whether two transforms are the same."
    ) { (a: CGAffineTransform, b: CGAffineTransform) in a == b }
  }

  private static func declareApplying(_ g: LuaScope) {
    g.function(
      "CGPointApplyAffineTransform", ["point", "transform"], .none, "Returns the transformed point."
    ) { (point: CGPoint, t: CGAffineTransform) in point.applying(t) }
    g.function(
      "CGSizeApplyAffineTransform", ["size", "transform"], .none, "Returns the transformed size."
    ) { (size: CGSize, t: CGAffineTransform) in size.applying(t) }
    g.function(
      "CGRectApplyAffineTransform", ["rect", "transform"], .none,
      "Returns the smallest upright rect that encloses the transformed rect."
    ) { (rect: CGRect, t: CGAffineTransform) in rect.applying(t) }
  }
}
