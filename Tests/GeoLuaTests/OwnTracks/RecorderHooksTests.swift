import GeoLua
import LuaBridge
import Testing

/// `geoscript check --otr`: HO-153.
@Suite struct RecorderHooksTests {
  private static let checker = GeoLibrary.checker(forRecorderHooks: true)

  private func found(_ source: String) -> [String] {
    Self.checker.check(source, name: "h.lua").map(\.description)
  }

  /// The names of owntracks/recorder, doc/HOOKS.md, as its examples use them.
  @Test func whatTheRecorderHasIsKnown() {
    let script = """
      local file
      function otr_init()
        otr.log("starting " .. otr.version)
        file = io.open("/tmp/lua.out", "a")
        file:write("hello")
        counter = (counter or 0) + 1
      end
      function otr_hook(topic, _type, data)
        print(otr.strftime("%T", 0), otr.strftime("%T", data.tst), otr.getdb("k"))
        otr.putdb("k", 1)
        otr.publish("special/topic", "payload")
        otr.publish("special/topic", "payload", 1, 1)
        otr_publish("special/topic", "payload")
        if never_set then print "set" end
      end
      function otr_putrec(u, d, s) local j = geoscript.json.decode(s) return j.priv == true end
      function otr_httpobject(user, device, _type, data) return { _type = "cmd" } end
      function otr_revgeo(topic, user, device, lat, lon) return { cc = "FR" } end
      function otr_transition(topic, _type, data) end
      function hooklet_lat(topic, _type, data) end
      function otr_exit() io.close(file) end
      package.path = "x"
      """
    #expect(found(script) == ["h.lua:14: warning: unknown global 'never_set', which is nil here"])
    #expect(
      LuaChecker(catalog: GeoLibrary.catalog).check(script, name: "h").contains { $0.severity == .error })
  }

  @Test(arguments: [
    (
      "function otr_hok() end", "warning: OwnTracks Recorder never calls 'otr_hok' (did you mean 'otr_hook'?)"
    ),
    (
      "function otr_int() end", "warning: OwnTracks Recorder never calls 'otr_int' (did you mean 'otr_init'?)"
    ),
    ("function hoklet_batt() end", "never calls 'hoklet_batt' (did you mean 'hooklet_batt'?)"),
    ("otr.lgo 'x'", "unknown member 'lgo' of module 'otr' (did you mean 'log'?)"),
    ("os.execute 'curl'", "'os.execute' is not available in scripts: geoscript run --alerts 'exec:COMMAND'"),
    ("io.popen 'ls'", "'io.popen' is not available in scripts: geoscript run --alerts 'exec:COMMAND'"),
    ("io.write 'x'", "'io.write' is not available in scripts: print writes a line"),
    ("io.opne('x', 'a')", "unknown member 'opne' of module 'io' (did you mean 'open'?)"),
    ("local f = io.open('x')", "io.open: scripts cannot read files"),
    ("local f = io.open('x', 'r')", "io.open: scripts cannot read files"),
    ("local f = io.open('x', nil)", "io.open: scripts cannot read files"),
    ("local f = io.open(('x'), ('rb'))", "io.open: scripts cannot read files"),
    ("local f = io.open(tostring(otr.getdb 'x'))", "io.open: scripts cannot read files"),
    ("for line in (io.open(('x'))):lines() do print(line) end", "io.open: scripts cannot read files"),
    ("loadfile 'JSON.lua'", "'loadfile' is not available in scripts"),
    ("os.getenv 'HOME'", "words after -- on the command line are in geoscript.args"),
  ])
  func whatDoesNotWorkIsToldWithOurWay(line: String, message: String) {
    let all = found("function otr_exit() end\n" + line)
    #expect(all.count == 1 && all[0].hasPrefix("h.lua:2: ") && all[0].contains(message), "\(all)")
  }

  @Test(arguments: [
    "local f = io.open(path(), 'w+')", "local f = io.open(names())", "local f = io.open('x', mode)",
  ])
  func whatMayWorkIsNotAnError(line: String) {
    let all = found("function otr_exit() end\n" + line)
    #expect(all.allSatisfy { $0.contains("unknown global") }, "\(all)")
  }
}
