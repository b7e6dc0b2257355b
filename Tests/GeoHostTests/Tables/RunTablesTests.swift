import CommandTesting
import Foundation
import Testing

/// Tables of a run (HO-45).
@Suite struct RunTablesTests {
  /// Adds a row for each fix, and one at the end.
  static let script = """
    local app, count = {}, 0
    function app.didUpdateToLocation(_, new)
      count = count + 1
      geoscript.row("trips", { count = count, lat = new.coordinate.latitude, note = 'a "b", c' })
    end
    geoscript.onFinish(function() geoscript.row("trips", { count = count, lat = -1e-5, note = true }) end)
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  /// Checked by Python's csv, which knows nothing of this one.
  private func cells(_ command: Command, _ name: String) throws -> [String] {
    let code =
      "import csv, json, sys; [print(json.dumps(r)) for r in csv.reader(open(sys.argv[1], newline=''))]"
    return try command.shell("python3 -c \"\(code)\" \(name)").lines
  }

  @Test func aTableHasTimeDeviceAndTheFieldsOfItsFirstRow() throws {
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(1, devices: ["van, 1"])])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--table", "trips=t.csv")
    #expect(result.code == 0)
    #expect(result.reports.contains("table trips: 2 rows, t.csv"), "\(result.errors)")
    #expect(
      try cells(command, "t.csv") == [
        #"["time", "device", "count", "lat", "note"]"#,
        #"["2026-05-28T20:26:40Z", "van, 1", "1", "0", "a \"b\", c"]"#,
        #"["2026-05-28T20:26:40Z", "van, 1", "1", "-0.00001", "true"]"#,
      ])
  }

  @Test(arguments: ["csv", "ndjson"]) func theOrderDoesNotDependOnJobs(ending: String) throws {
    let devices = ["a", "b", "c", "d", "e"]
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(300, devices: devices)])
    var texts: [String] = []
    for jobs in ["1", "2", "3"] {
      let name = "t\(jobs).\(ending)"
      #expect(
        try command.run("run", "s.lua", "--from", "a.ndjson", "--table", "trips=\(name)", "--jobs", jobs).code
          == 0)
      texts.append(command.read(name))
    }
    #expect(texts[0].split(separator: "\n").count == 1505 + (ending == "csv" ? 1 : 0))
    #expect(texts[1] == texts[0] && texts[2] == texts[0])
  }

  @Test func aRowOfNDJSONHasItsOwnFields() throws {
    let script = """
      geoscript.row("t", { device = "mine", at = { 1, 2 } })
      geoscript.row("t", {})
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(1)])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--table", "t=t.ndjson").code == 0)
    #expect(
      command.read("t.ndjson") == """
        {"time":"2026-05-28T20:26:40Z","device":"mine","at":[1,2]}
        {"time":"2026-05-28T20:26:40Z","device":"a"}

        """)
  }

  @Test func aFieldWithoutAColumnIsSaid() throws {
    let script =
      "geoscript.row('t', { a = 1 }) geoscript.row('t', { a = 2, b = 3 }) geoscript.row('t', { b = 4 })"
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(1)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--table", "t=t.csv")
    #expect(result.errors.contains("t.csv has no column 'b', so these values are not written"))
    #expect(
      command.read("t.csv").split(separator: "\n").map { $0.split(separator: ",").count } == [3, 3, 3, 2])
  }

  @Test func aTableWithoutAFileIsSaidOnce() throws {
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(5)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--table", "trip=t.csv")
    let said =
      "warning: the rows of table 'trips' are not written (did you mean 'trip'?): add --table trips=FILE.csv"
    #expect(result.code == 0 && result.reports.count { $0 == said } == 1, "\(result.errors)")
    #expect(result.reports.contains("table trip: 0 rows, t.csv"))
  }

  @Test func aFileIsReplacedOnlyByForce() throws {
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(1), "t.csv": "precious\n"])
    let words = ["run", "s.lua", "--from", "a.ndjson", "--table", "trips=t.csv"]
    let refused = try command.start(words).wait()
    #expect(
      refused.code == 64 && refused.errors.contains("t.csv: exists (-f replaces it"), "\(refused.errors)")
    #expect(command.read("t.csv") == "precious\n")
    #expect(try command.start(words + ["-f"]).wait().code == 0)
    #expect(command.read("t.csv").hasPrefix("time,device,count,lat,note\n"))
  }

  @Test(arguments: [
    (["--table", "trips"], "--table takes a name and a file"),
    (["--table", "t=x.txt"], "must end in .csv or .ndjson"),
    (["--table", "t=x.csv", "--table", "t=y.csv"], "--table t=… is given twice"),
    (["--table", "t=x.csv", "--table", "u=x.csv"], "x.csv: is used twice in this run"),
    (["--table", "t=a.ndjson", "-f"], "a.ndjson: is used twice in this run"),
    (["--alerts", "ndjson:a.ndjson"], "a.ndjson: is used twice in this run"),
    (["--alerts", "ndjson:./s.lua"], "./s.lua: is used twice in this run"),
    (["--channel", "c=ndjson:t.csv", "--table", "t=t.csv"], "t.csv: is used twice in this run"),
    (["--settings", "set.csv", "--alerts", "ndjson:set.csv"], "set.csv: is used twice in this run"),
    (["--group-by", "set.csv", "--alerts", "ndjson:set.csv"], "set.csv: is used twice in this run"),
  ])
  func wordsThatDoNotFitAreRefused(words: [String], message: String) throws {
    let log = Sample.log(1)
    let command = try Command([
      "s.lua": Self.script, "a.ndjson": log, "set.csv": "device,group\na,b\n",
    ])
    let result = try command.start(["run", "s.lua", "--from", "a.ndjson"] + words).wait()
    #expect(result.code == 64 && result.errors.contains(message), "\(result.errors)")
    #expect(command.read("a.ndjson") == log)
  }

  @Test func aFileThatCannotBeMadeIs73() throws {
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(1)])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--table", "trips=no/t.csv").code == 73)
  }

  @Test func aFullDiskIs74() throws {
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(1)])
    try FileManager.default.createSymbolicLink(
      at: command.url("full.csv"), withDestinationURL: URL(fileURLWithPath: "/dev/full"))
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--table", "trips=full.csv")
    #expect(result.code == 74 && result.errors.contains("full.csv: rows were lost"), "\(result.errors)")
  }

  @Test func withAStateTheNextRunAddsRows() throws {
    let whole = Sample.log(4)
    let half = whole.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    let command = try Command(["s.lua": Self.script, "a.ndjson": half])
    let words = ["run", "s.lua", "--from", "a.ndjson", "--table", "trips=t.csv", "--state", "st"]
    #expect(try command.start(words).wait().code == 0)
    try whole.write(to: command.url("a.ndjson"), atomically: false, encoding: .utf8)
    #expect(try command.start(words).wait().code == 0)
    // Each process counts from 1, the second also the last known fix, and ends with a row.
    let counts = try cells(command, "t.csv").dropFirst().map { $0.split(separator: "\"")[5] }
    #expect(counts == ["1", "2", "2", "1", "2", "3", "3"])
    #expect(command.read("t.csv").components(separatedBy: "time,device").count == 2)
  }

  @Test func aRowIsARecordOfJSON() throws {
    let command = try Command(["s.lua": "geoscript.row('t', { b = 1, a = 'x' })", "a.ndjson": Sample.log(1)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--json", "--table", "t=t.csv")
    #expect(result.lines.first?.hasSuffix(#""type":"row","table":"t","fields":{"a":"x","b":1}}"#) == true)
  }
}
