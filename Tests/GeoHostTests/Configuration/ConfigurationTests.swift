import CommandTesting
import Foundation
import Testing

/// Options from files and environment variables (HO-50, HO-51).
@Suite struct ConfigurationTests {
  /// The line of `geoscript config` that sets an option; empty if there is none.
  private func line(_ option: String, of result: Command.Result) -> String {
    result.lines.first { $0.hasPrefix("\(option) = ") || $0.hasPrefix("# \(option) = ") } ?? ""
  }

  @Test func aRunIsOneWord() throws {
    let command = try Command([
      "rex.lua": Sample.prints, "walk.ndjson": Sample.log(2),
      "geoscript.toml": """
      script = "rex.lua"
      from = ["walk.ndjson"]
      quiet = true
      """,
    ])
    let result = try command.run("run")
    #expect(result.code == 0)
    #expect(result.output == "a\t0.0\na\t0.1\n")
    #expect(result.errors == "")
  }

  @Test func wordsBehindTheTerminatorCanStandInAFile() throws {
    let command = try Command([
      "s.lua": "print(table.concat(geoscript.args, ','))",
      "geoscript.toml": "script = 's.lua'\narguments = ['a b', '-c']",
    ])
    #expect(try command.run("run").output == "a b,-c\n")
    #expect(try command.run("run", "--", "d").output == "d\n")
  }

  /// Short options are those of `geoscript run --help`: `-f` is `--force`.
  @Test func shortOptionsCountAsLongOnes() throws {
    let command = try Command(["s.lua": "", "geoscript.toml": "script = 's.lua'"])
    #expect(line("force", of: try command.run("config", "-f")) == "force = true  # command line")
    #expect(line("force", of: try command.run("config")).hasPrefix("force = false"))
    let unit = try command.run("service", "install", "--print", "home", "s.lua", "-f")
    #expect(unit.code == 0 && unit.output.contains("--force"), "\(unit.output)\(unit.errors)")
  }

  @Test func theHighestPlaceDecides() throws {
    let command = try Command([
      "s.lua": "", "geoscript.toml": "script = 's.lua'\njobs = 5", "other.toml": "script = 's.lua'\njobs = 4",
    ])
    let cases = [
      ("GEOSCRIPT_JOBS=3 $geoscript config --config other.toml --jobs 2", "jobs = 2  # command line"),
      ("GEOSCRIPT_JOBS=3 $geoscript config --config other.toml", "jobs = 3  # $GEOSCRIPT_JOBS"),
      ("$geoscript config --config other.toml", "jobs = 4  # other.toml:2"),
      ("GEOSCRIPT_CONFIG=other.toml $geoscript config", "jobs = 4  # other.toml:2"),
      ("$geoscript config", "jobs = 5  # geoscript.toml:2"),
      ("cd / && GEOSCRIPT_JOBS= $geoscript config", "jobs = 1  # default"),
    ]
    for (words, expected) in cases {
      let result = try command.shell(words)
      #expect(line("jobs", of: result) == expected, "\(words): \(result.errors)")
      #expect(result.code == 0)
    }
  }

  @Test func valuesOfARepeatableOptionAreNotMixed() throws {
    let command = try Command(["geoscript.toml": "from = ['a.gpx', 'b.gpx']\nfences = 'c.kml'"])
    let result = try command.shell("$geoscript config s.lua --from d.gpx e.gpx")
    #expect(line("from", of: result) == #"from = ["d.gpx", "e.gpx"]  # command line"#)
    #expect(line("fences", of: result) == #"fences = ["c.kml"]  # geoscript.toml:2"#)
    let lines = try command.shell("GEOSCRIPT_FROM='f.gpx\ng h.gpx' $geoscript config")
    #expect(line("from", of: lines) == #"from = ["f.gpx", "g h.gpx"]  # $GEOSCRIPT_FROM"#)
  }

  @Test func aVariableTakesBackAFlag() throws {
    let command = try Command(["geoscript.toml": "quiet = true"])
    #expect(line("quiet", of: try command.run("config")) == "quiet = true  # geoscript.toml:1")
    let result = try command.shell("GEOSCRIPT_QUIET=off $geoscript config")
    #expect(line("quiet", of: result) == "quiet = false  # $GEOSCRIPT_QUIET")
    let wrong = try command.shell("GEOSCRIPT_QUIET=perhaps $geoscript config")
    #expect(wrong.code == 64)
    #expect(wrong.errors == "geoscript: $GEOSCRIPT_QUIET takes true or false, got 'perhaps'\n")
  }

  @Test func aFileBesideTheScriptIsFound() throws {
    let command = try Command()
    let folder = command.url("rules")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "print('beside')".write(to: folder.appending(path: "s.lua"), atomically: false, encoding: .utf8)
    let file = folder.appending(path: "geoscript.toml")
    try "jobs = 3".write(to: file, atomically: false, encoding: .utf8)
    #expect(
      line("jobs", of: try command.run("config", "rules/s.lua")) == "jobs = 3  # rules/geoscript.toml:1")
    #expect(try command.run("run", "rules/s.lua").output == "beside\n")

    try "jobs = 3\nseed = 7".write(to: command.url("geoscript.toml"), atomically: false, encoding: .utf8)
    #expect(line("seed", of: try command.run("config", "rules/s.lua")) == "seed = 7  # geoscript.toml:2")
    try "\njobs = 4".write(to: file, atomically: false, encoding: .utf8)
    let result = try command.run("run", "rules/s.lua")
    #expect(result.code == 64)
    #expect(
      result.errors
        == "geoscript: rules/geoscript.toml:2: jobs differs from geoscript.toml:1: name the file that you "
        + "mean, --config geoscript.toml or --config rules/geoscript.toml\n")
    #expect(result.output == "")
    #expect(try command.run("run", "rules/s.lua", "--jobs", "2").code == 0)
    try "fences = 'f.kml'".write(to: file, atomically: false, encoding: .utf8)
    #expect(
      try command.run("run", "rules/s.lua").errors.contains(
        "geoscript.toml in this folder counts, so rules/geoscript.toml sets nothing"))
  }

  @Test(arguments: [
    ("stale-aftr = 2", 64, "1: 'stale-aftr' is not an option of geoscript run (did you mean 'stale-after'?)"),
    (
      "\nfence_accuracy = 2", 64,
      "2: 'fence_accuracy' is not an option of geoscript run (did you mean 'fence-accuracy'?)"
    ),
    ("[run]\njobs = 1", 64, "1: 'run' is not an option of geoscript run"),
    ("config = 'a.toml'", 64, "1: a file cannot name another: leave config out"),
    ("jobs = [1, 2]", 64, "1: jobs takes one value, not a list"),
    ("jobs = true", 64, "1: jobs takes a value, not true; leave it out"),
    ("quiet = 'yes'", 64, "1: quiet takes true or false, without quotes"),
    ("from = [['a']]", 64, "1: from takes text or a number, or a list of them: write from = \"…\""),
    (
      "from = '$CHECK_BROKER'", 64,
      "1: the environment variable CHECK_BROKER of from is not set"
    ),
    (
      "alert-header = 'Authorization: Bearer abc'", 64,
      "1: alert-header holds a secret in plain text: write \"@FILE\", or \"$NAME\" for an environment variable"
    ),
    (
      "from = 'mqtt://me:secret@broker/a'", 64,
      "1: from holds a secret in plain text: write \"$NAME\" for an environment variable"
    ),
  ])
  func aMistakeInAFileHasItsLine(_ text: String, _ code: Int32, _ message: String) throws {
    let command = try Command(["s.lua": "print('ran')", "geoscript.toml": text])
    let result = try command.run("run", "s.lua")
    #expect(result.code == code)
    #expect(result.errors == "geoscript: geoscript.toml:\(message)\n")
    #expect(result.output == "")
  }

  @Test(arguments: [
    "jobs = ", "jobs = 1\njobs = 2", "= 3", "jobs = 1 seed = 2", "a = \"\\q\"", "a = 1979-05-27T:",
  ])
  func aFileThatIsNotTOMLHasItsPlace(_ text: String) throws {
    let command = try Command(["s.lua": "print('ran')", "geoscript.toml": text])
    let result = try command.run("run", "s.lua")
    #expect(result.code == 65)
    #expect(result.errors.hasPrefix("geoscript: geoscript.toml:\(text.contains("\n") ? 2 : 1):"))
    #expect(result.errors.contains(" is not TOML: "))
    #expect(result.output == "")
  }

  @Test func aMissingFileOfConfigIsAMissingInput() throws {
    let command = try Command(["s.lua": "", "fleet.toml": ""])
    let result = try command.run("run", "s.lua", "--config", "flet.toml")
    #expect(result.code == 66)
    #expect(
      result.errors == "geoscript: flet.toml: there is no such file for --config; did you mean fleet.toml?\n")
  }

  @Test func anErrorAboutAValueSaysWhereItIsSet() throws {
    let command = try Command([
      "s.lua": "", "geoscript.toml": "\nspeed = 'fast'", "other.toml": "jobs = 'two'",
    ])
    let speed = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(speed.code == 64)
    #expect(
      speed.errors
        == "geoscript: --speed takes a number above 0 or max, got 'fast' (speed is set in geoscript.toml:2)\n"
    )
    let jobs = try command.run("run", "s.lua", "--config", "other.toml")
    #expect(jobs.code == 64)
    #expect(
      jobs.errors.hasPrefix("jobs is set in other.toml:1\nError: The value 'two' is invalid for '--jobs <n>'")
    )
    let file = try command.shell("GEOSCRIPT_FROM=walk.gpx GEOSCRIPT_SPEED=max $geoscript run s.lua")
    #expect(file.code == 66)
    #expect(
      file.errors.contains("walk.gpx: there is no such file for --from (from is set in $GEOSCRIPT_FROM)"))
  }

  @Test func secretsComeFromVariablesAndAreNotPrinted() throws {
    let command = try Command(["geoscript.toml": "from = '$BROKER'\nalert-header = '@token.txt'"])
    let result = try command.shell("BROKER=mqtt://me:secret@host/a $geoscript config")
    #expect(line("from", of: result) == #"from = ["$BROKER"]  # geoscript.toml:1"#)
    #expect(line("alert-header", of: result) == #"alert-header = ["@token.txt"]  # geoscript.toml:2"#)
    let header = try command.shell("$geoscript config --config /dev/null --alert-header 'A: b'")
    #expect(line("alert-header", of: header) == #"# alert-header = ["(hidden)"]  # command line"#)
  }

  /// What `config` prints is a file that says the same.
  @Test func whatIsPrintedIsAFile() throws {
    let command = try Command([
      "s.lua": "print(geoscript.args[1], geoscript.args[2])",
      "a.toml": """
      script = 's.lua'
      arguments = ['$WORD', 'two']
      alert-header = '$HEADER'
      alerts = 'https://hooks.example/x'
      """,
    ])
    let words = "WORD=one HEADER='A: b' $geoscript"
    let printed = try command.shell("\(words) config --config a.toml --quiet > b.toml")
    #expect(printed.code == 0, "\(printed.errors)")
    #expect(command.read("b.toml").contains(##"# config = "a.toml"  # command line"##))
    let result = try command.shell("\(words) run --config b.toml")
    #expect(result.output == "one\ttwo\n", "\(result.errors)")
  }

  /// HO-197: a file and the environment speak of many runs.
  @Test func whatIsForOtherRunsIsLeftOut() throws {
    let command = try Command([
      "s.lua": "print('runs')", "a.ndjson": Sample.log(2),
      "geoscript.toml": "speed = 2\nalert-queue = '1M'\nlat-column = 'y'\nlog-level = 'debug'",
    ])
    for words in [[], ["--from", "a.ndjson", "--speed", "max"], ["--quiet"]] {
      let result = try command.start(["run", "s.lua"] + words).wait()
      #expect(result.code == 0 && result.output == "runs\n", "\(words) \(result.errors)")
    }
    let result = try command.shell("GEOSCRIPT_ALERT_TIMEOUT=5s $geoscript run s.lua --alerts text")
    #expect(result.code == 0, "\(result.errors)")
    // On the command line it is a mistake, also beside the file.
    #expect(try command.run("run", "s.lua", "--speed", "3").code == 64)
  }

  @Test func aMisspelledVariableIsNoticed() throws {
    let command = try Command(["s.lua": "print('runs')"])
    let result = try command.shell("GEOSCRIPT_STALE_AFTR=2 $geoscript run s.lua")
    #expect(result.output == "runs\n")
    #expect(
      result.errors.hasPrefix(
        "geoscript: $GEOSCRIPT_STALE_AFTR sets nothing: did you mean $GEOSCRIPT_STALE_AFTER?\n"))
  }

  @Test func theTokenInTheEnvironmentIsNotAFile() throws {
    let command = try Command(["s.lua": "print('runs')", "geoscript.toml": "http-token = 'missing.txt'"])
    let result = try command.shell("GEOSCRIPT_HTTP_TOKEN=0123456789abcdef $geoscript config s.lua")
    #expect(line("http-token", of: result) == #"# http-token = "(hidden)"  # $GEOSCRIPT_HTTP_TOKEN"#)
    #expect(result.code == 0)
  }
}
