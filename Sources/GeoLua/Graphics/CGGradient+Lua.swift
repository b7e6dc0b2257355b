public import Geo
public import LuaBridge

extension CGColorSpace: LuaObject {
  static func bind(_ c: LuaBinder<CGColorSpace>) {
    c.summary("A color space: the meaning of a color's components.")
    declare(LuaForms(c, "CGColorSpace"))
  }

  private static func declare(_ f: LuaForms<CGColorSpace>) {
    f.member("GetNumberOfComponents", .one, "Returns the number of color components, without alpha.") {
      $0.numberOfComponents
    }
    f.member("Retain", .none, "Returns the space; memory is managed automatically.") { $0 }
    f.member("Release", "Does nothing: memory is managed automatically.") { _ in }
  }

  static func declareFunctions(_ g: LuaScope) {
    g.function("CGColorSpaceCreateDeviceRGB", .none, "Returns the RGB color space.") {
      CGColorSpace.deviceRGB
    }
    g.function("CGColorSpaceCreateDeviceGray", .none, "Returns the grayscale color space.") {
      CGColorSpace.deviceGray
    }
    g.function("CGColorSpaceCreateDeviceCMYK", .none, "Returns the CMYK color space.") {
      CGColorSpace.deviceCMYK
    }
    declare(LuaForms(g, "CGColorSpace", argument: "space"))
  }
}

extension CGGradient: LuaObject {
  /// The maximum number of colors.
  private static let mostColors = 1000

  public var luaBytes: Int { colors.count * 64 }

  static func bind(_ c: LuaBinder<CGGradient>) {
    c.summary("A gradient between two or more colors.")
    declare(LuaForms(c, "CGGradient"))
  }

  private static func declare(_ f: LuaForms<CGGradient>) {
    f.member("Retain", .none, "Returns the gradient; memory is managed automatically.") { $0 }
    f.member("Release", "Does nothing: memory is managed automatically.") { _ in }
  }

  static func declareFunctions(_ g: LuaScope) {
    g.function(
      "CGGradientCreateWithColorComponents", ["space", "components", "locations", "count"], .none,
      "Returns a gradient from the consecutive components of its colors, each with alpha, and their "
        + "locations from 0 to 1; without locations, the colors are spread evenly."
    ) { (space: CGColorSpace, components: Components, locations: [Number]?, count: Int?) in
      let width = space.numberOfComponents + 1
      guard components.values.count % width == 0 else {
        throw LuaMessage(
          "CGGradientCreateWithColorComponents: \(width) components for each color expected, "
            + "got \(components.values.count) in all")
      }
      let colors = stride(from: 0, to: components.values.count, by: width).compactMap {
        space.color(components.values[$0..<$0 + width])
      }
      return try made(colors, locations, count)
    }
    g.function(
      "CGGradientCreateWithColors", ["space", "colors", "locations"], .none,
      "Returns a gradient from colors and their locations from 0 to 1; without locations, they are spread "
        + "evenly."
    ) { (_: CGColorSpace?, colors: [UIColor], locations: [Number]?) in try made(colors, locations, nil) }
    declare(LuaForms(g, "CGGradient", argument: "gradient"))
  }

  private static func made(_ colors: [UIColor], _ locations: [Number]?, _ count: Int?) throws -> CGGradient {
    let count = count.map { max(0, $0) } ?? colors.count
    guard colors.count <= mostColors else {
      throw LuaMessage("a gradient has at most \(mostColors) colors, got \(colors.count)")
    }
    do throws(GeoError) {
      return try CGGradient(
        colors: Array(colors.prefix(count)), locations: locations?.prefix(count).map(\.value))
    } catch {
      throw LuaMessage(error.message)
    }
  }
}
