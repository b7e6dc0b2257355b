public import Geo
public import LuaBridge

extension MKPointOfInterestFilter: LuaObject {
  static func bind(_ c: LuaBinder<MKPointOfInterestFilter>) {
    c.summary("Which points of interest count, by their categories: either only some, or all but some.")
    c.initializer(["includingCategories", "excludingCategories"]) {
      (including: [MKPointOfInterestCategory]?, excluding: [MKPointOfInterestCategory]?) in
      switch (including, excluding) {
      case (let categories?, nil): return MKPointOfInterestFilter(including: categories)
      case (nil, let categories?): return MKPointOfInterestFilter(excluding: categories)
      default:
        throw LuaMessage(
          "MKPointOfInterestFilter: either includingCategories or excludingCategories expected, an array of "
            + "MKPointOfInterestCategory…; MKPointOfInterestFilter:filterIncludingAllCategories() includes all"
        )
      }
    }
    c.classMethod("filterIncludingAllCategories", .none, "Returns the filter that includes every category.") {
      includingAll
    }
    c.alias("includingAll", of: "filterIncludingAllCategories")
    c.classMethod("filterExcludingAllCategories", .none, "Returns the filter that includes no category.") {
      excludingAll
    }
    c.alias("excludingAll", of: "filterExcludingAllCategories")
    c.method("includesCategory", ["category"], .none, "Returns whether the filter includes a category.") {
      (me: MKPointOfInterestFilter, category: MKPointOfInterestCategory) in me.includes(category)
    }
    c.alias("includes", of: "includesCategory")
    c.method("excludesCategory", ["category"], .none, "Returns whether the filter excludes a category.") {
      (me: MKPointOfInterestFilter, category: MKPointOfInterestCategory) in me.excludes(category)
    }
    c.alias("excludes", of: "excludesCategory")
    c.operation("__eq") { stack in
      (try MKPointOfInterestFilter.read(stack, 1) == MKPointOfInterestFilter.read(stack, 2)).push(stack)
      return 1
    }
  }
}

/// Scripts see its raw value.
extension MKPointOfInterestCategory: LuaValue {
  public static var luaType: String { "string" }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> MKPointOfInterestCategory {
    let text = try String.read(stack, index)
    guard let category = MKPointOfInterestCategory(rawValue: text) else {
      throw LuaMismatch("MKPointOfInterestCategory… expected, got \"\(text)\"")
    }
    return category
  }

  public func push(_ stack: LuaStack) { rawValue.push(stack) }

  static func declareConstants(_ g: LuaScope) {
    for (name, category) in all {
      g.constant("MKPointOfInterestCategory\(name)", category.rawValue, "A category of points of interest.")
    }
  }
}

extension MKMapConfiguration {
  /// The filter of a configuration that has one.
  static func bindFilter<Configuration: MKMapConfiguration & LuaObject>(
    _ c: LuaBinder<Configuration>,
    _ path: ReferenceWritableKeyPath<Configuration, MKPointOfInterestFilter?>
  ) {
    c.property(
      "pointOfInterestFilter", .none,
      "Which points of interest the map shows; nil for all. It is stored: pictures draw none.",
      get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }
}
