public import LuaBridge

extension GeoLibrary {
  /// The checker of scripts; with what `--otr` adds, that of hooks for OwnTracks Recorder.
  public static func checker(forRecorderHooks: Bool = false) -> LuaChecker {
    guard forRecorderHooks else { return LuaChecker(catalog: catalog) }
    var catalog = catalog
    catalog.modules += RecorderHooks.modules
    return LuaChecker(catalog: catalog, hooks: RecorderHooks.hooks)
  }
}

/// What `geoscript check --otr` knows; the prelude does what stands here.
extension RecorderHooks {
  /// - Source: HO-153; owntracks/recorder, doc/HOOKS.md, and the prelude's own `otr_publish`.
  static let hooks = HostHooks(
    functions: [
      "otr_hook", "otr_transition", "otr_putrec", "otr_revgeo", "otr_httpobject", "otr_init", "otr_exit",
    ],
    prefixes: ["hooklet_"], globals: ["otr", "otr_publish", "io", "package"], caller: "OwnTracks Recorder")

  static let modules: [LuaCatalog.Module] = [
    .init(
      name: "otr", summary: "What OwnTracks Recorder has for its hooks.",
      functions: [
        .init("log", [text], summary: "Writes to standard error."),
        .init(
          "strftime", [.init("format", "string"), .init("seconds?", "any")], result: "string",
          summary: "A time in UTC; now, if `seconds` is below 1."),
        .init("putdb", [key, .init("value", "any")], summary: "Keeps a text."),
        .init("getdb", [key], result: "string?", summary: "A text that was kept, or nil."),
        .init(
          "publish",
          [.init("topic", "any"), .init("payload", "any"), .init("qos?", "any"), .init("retain?", "any")],
          summary: "Publishes a text to the broker."),
      ], properties: [.init("version", type: "string", summary: "The version of the Recorder.")]),
    .init(
      name: "io", summary: "Files to write.",
      functions: [
        .init(
          "open", [.init("path", "string"), .init("mode?", "string")], result: "any",
          summary: "Opens a file to write."),
        .init("close", [.init("file", "any")], result: "any", summary: "Closes it."),
      ]),
  ]

  private static let text = LuaCatalog.Parameter("text", "any")
  private static let key = LuaCatalog.Parameter("key", "any")
}
