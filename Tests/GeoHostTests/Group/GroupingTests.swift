import CommandTesting
import Testing

/// GR-3: who is with whom.
@Suite struct GroupingTests {
  private static let script = """
    local app = geoscript.app{ per = "group" }
    geoscript.onFinish(function()
      local names = {}
      for i, device in ipairs(app.devices) do names[i] = device.name end
      print(app.name, table.concat(names, " "))
    end)
    """

  private func groups(_ log: String, _ files: [String: String] = [:], _ words: String...) throws -> [String] {
    var files = files
    files["s.lua"] = Self.script
    files["log.ndjson"] = log
    let result = try Command(files).start(["run", "s.lua", "--from", "log.ndjson"] + words).wait()
    #expect(result.code == 0, "\(result.errors)")
    return result.lines.sorted()
  }

  private func log(_ devices: String...) -> String {
    devices.enumerated().map {
      "{\"time\":\(1_780_000_000 + $0.offset),\"device\":\"\($0.element)\",\"latitude\":0,\"longitude\":1}\n"
    }.joined()
  }

  @Test func withoutItThereIsOneGroup() throws {
    #expect(try groups(log("b", "a", "c")) == ["default\ta b c"])
  }

  @Test(arguments: ["1", "3"]) func aPatternCaptures(jobs: String) throws {
    let found = try groups(
      log("n-2", "s-1", "n-1", "x"), [:], "--group-by", "device:^([a-z])-", "--jobs", jobs)
    #expect(found == ["default\tx", "n\tn-1 n-2", "s\ts-1"])
  }

  @Test func anOwnTracksUserHasPhones() throws {
    let found = try groups(
      log("jane/phone", "jane/watch", "joe/phone", "car"), [:], "--group-by", "owntracks-user")
    #expect(found == ["default\tcar", "jane\tjane/phone jane/watch", "joe\tjoe/phone"])
  }

  @Test func aFileNamesThemAndTheyAreThereFromTheStart() throws {
    let file = "device,group\na,red\nlate,red\nb,blue\n"
    #expect(
      try groups(log("a", "b", "c"), ["g.csv": file], "--group-by", "g.csv")
        == ["blue\tb", "default\tc", "red\ta late"])
  }

  @Test func aMemberOfALineNamesThem() throws {
    let log = """
      {"time":1780000000,"device":"a","team":"red","latitude":0,"longitude":1}
      {"time":1780000001,"device":"b","team":7,"latitude":0,"longitude":1}
      {"time":1780000002,"device":"c","latitude":0,"longitude":1}
      {"time":1780000003,"device":"a","latitude":0,"longitude":1}
      {"time":1780000004,"device":"b","te\\u0061m":"r\\u0065d","latitude":0,"longitude":1}
      """
    #expect(try groups(log, [:], "--group-by", "team") == ["7\t", "default\tc", "red\ta b"])
  }

  @Test func aColumnNamesThem() throws {
    let table = "time,device,lat,lon,team\n2026-05-01T10:00:00Z,a,0,1,red\n2026-05-01T10:00:01Z,b,0,1,\n"
    let command = try Command(["s.lua": Self.script, "t.csv": table])
    let result = try command.run("run", "s.lua", "--from", "t.csv", "--group-by", "team")
    #expect(result.lines.sorted() == ["default\tb", "red\ta"])
  }

  @Test func theRunIsOneGroup() throws {
    let command = try Command([
      "s.lua":
        "local app = geoscript.app{ per = \"run\" }\ngeoscript.onFinish(function() print(#app.devices) end)",
      "log.ndjson": log("a", "b", "c"),
    ])
    let result = try command.run(
      "run", "s.lua", "--from", "log.ndjson", "--group-by", "device:(.)", "--jobs", "2")
    #expect(result.lines == ["3"])
  }

  @Test(arguments: [
    ("device:(", 64, "is not a regular expression"), ("device:a", 64, "needs one group in parentheses"),
    ("device:(a)(b)", 64, "needs one group in parentheses"), ("none.csv", 66, "none.csv"),
    ("columns.csv", 65, "expected device and group"), ("two.csv", 65, "puts device 'a' into two groups"),
  ])
  func whatSaysNothingIsRefused(words: String, code: Int, message: String) throws {
    let command = try Command([
      "s.lua": Self.script, "log.ndjson": log("a"), "columns.csv": "name,team\na,b\n",
      "two.csv": "device,group\na,x\na,y\n",
    ])
    let result = try command.run("run", "s.lua", "--from", "log.ndjson", "--group-by", words)
    #expect(result.code == Int32(code))
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: [
    (["run", "s.lua"], "add --from"),
    (["run", "s.lua", "--from", "log.ndjson", "--background"], "--background"),
  ])
  func whatGroupsDoNotHaveIsRefused(words: [String], message: String) throws {
    let command = try Command(["s.lua": Self.script, "log.ndjson": log("a")])
    let result = try command.start(words).wait()
    #expect(result.code == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func settingsAreThereForDevices() throws {
    let print =
      "print(geoscript.device.name, geoscript.device.settings.limit, geoscript.device.settings.loud)"
    let command = try Command([
      "s.lua": print, "log.ndjson": log("a", "b"), "s.csv": "device,limit,loud\na,80,true\n*,0.5,\n",
      "s.json": "{\"a\":{\"limit\":80,\"loud\":true},\"*\":{\"limit\":0.5}}", "bad.json": "[1]",
      "twice.csv": "device,limit\na,1\na,2\n",
    ])
    for file in ["s.csv", "s.json"] {
      let result = try command.run("run", "s.lua", "--from", "log.ndjson", "--settings", file)
      #expect(result.lines == ["a\t80\ttrue", "b\t0.5\tnil"])
    }
    for (file, words) in [("bad.json", "is not an object"), ("twice.csv", "names device 'a' again")] {
      let result = try command.run("run", "s.lua", "--from", "log.ndjson", "--settings", file)
      #expect(result.code == 65)
      #expect(result.errors.contains(words))
    }
  }
}
