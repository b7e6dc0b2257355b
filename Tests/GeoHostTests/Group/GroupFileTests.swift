import CommandTesting
import Testing

/// GR-3 and GR-7: a file of groups that changes while the run reads from standard input.
@Suite struct GroupFileTests {
  private static let script = """
    local app = geoscript.app{ per = "group" }
    function app:didAppear(device) geoscript.alert{ title = "appears in " .. app.name } end
    geoscript.onFinish(function() geoscript.alert{ title = app.name .. " has " .. #app.devices } end)
    """

  private static func fix(_ time: Int, _ device: String) -> String {
    "{\"time\":\(1_780_000_000 + time),\"device\":\"\(device)\",\"latitude\":0,\"longitude\":1}\n"
  }

  @Test func aChangedFileMovesDevicesAndARecordingHasIt() throws {
    let command = try Command([
      "s.lua": Self.script, "a.ndjson": Self.fix(0, "kid") + Self.fix(1, "mum") + Self.fix(2, "dog"),
      "b.ndjson": Self.fix(10, "kid") + Self.fix(11, "mum") + Self.fix(12, "dog"),
      "groups.csv": "device,group\nkid,red\nmum,red\n", "next.csv": "device,group\nkid,blue\ndog,red\n",
    ])
    // The file is looked at once a second, and changes after the first three devices have come.
    let wait =
      "for n in $(seq 400); do [ $(cat a.out 2>/dev/null | wc -l) -ge 3 ] && break; sleep 0.05; done; sleep 1.1"
    let result = try command.shell(
      "(cat a.ndjson; \(wait); mv next.csv groups.csv; cat b.ndjson) | "
        + "$geoscript run s.lua --from - --group-by groups.csv --record rec.ndjson --alerts ndjson:a.out")
    #expect(result.code == 0, "\(result.errors)")
    let titles = StateTests.titles(command, "a.out")
    #expect(
      titles.sorted() == [
        "appears in blue", "appears in default", "appears in default", "appears in red", "appears in red",
        "appears in red", "blue has 1", "default has 1", "red has 1",
      ])
    #expect(result.errors.contains("without a group, so in 'default': 1 device"), "\(result.errors)")
    let again = try command.run("run", "s.lua", "--from", "rec.ndjson", "--alerts", "ndjson:b.out")
    #expect(again.code == 0, "\(again.errors)")
    #expect(StateTests.titles(command, "b.out").sorted() == titles.sorted())
  }
}
