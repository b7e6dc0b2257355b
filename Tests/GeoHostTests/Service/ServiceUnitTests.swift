import CommandTesting
import Foundation
import Testing

/// `geoscript service install` (HO-54).
@Suite struct ServiceUnitTests {
  private let command: Command

  init() throws { command = try Command(["home.lua": "print('ran')", "token.txt": "0123456789abcdef0123"]) }

  /// The lines of the unit for these words.
  private func unit(_ words: String...) throws -> [String] {
    let result = try command.start(["service", "install", "--print"] + words).wait()
    #expect(result.code == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func theWordsAreThoseOfTheRun() throws {
    let lines = try unit(
      "home", "home.lua", "--from", "http://127.0.0.1:8080", "mqtt://b/a%20$b/#", "--verbose")
    let folder = try #require(realpath(command.folder.path, nil).map { String(cString: $0) })
    let start = try #require(lines.first { $0.hasPrefix("ExecStart=") })
    #expect(
      start.hasSuffix(
        "/geoscript run \(folder)/home.lua --from=http://127.0.0.1:8080 --from=mqtt://b/a%%20$$b/# --verbose "
          + "--state=/var/lib/geoscript/home/state --reload-on-sighup"))
    for line in [
      "Type=notify", "ExecReload=/bin/kill -HUP $MAINPID", "WatchdogSec=60", "SuccessExitStatus=143",
      "WorkingDirectory=\(folder)",
      "DynamicUser=yes",
      "StateDirectory=geoscript/home", "WantedBy=multi-user.target", "BindReadOnlyPaths=\(folder)",
      "PrivateDevices=yes",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test func outputsGoWhereTheServiceMayWrite() throws {
    let words = ["--record", "r.ndjson", "--alerts", "ndjson:a.ndjson", "--alerts", "text"]
    let result = try command.start(
      ["service", "install", "--print", "home", "home.lua", "--state", "/var/lib/geoscript/home/s"] + words
    ).wait()
    #expect(
      result.output.contains(
        " --alerts=ndjson:/var/lib/geoscript/home/a.ndjson --alerts=text --state=/var/lib/geoscript/home/s "
          + "--record=/var/lib/geoscript/home/r.ndjson --reload-on-sighup\n"))
    let table = try command.run("service", "install", "--print", "home", "home.lua", "--table", "a=a.csv")
    #expect(table.output.contains(" --table=a=/var/lib/geoscript/home/a.csv "))
    let elsewhere = try command.run(
      "service", "install", "--print", "home", "home.lua", "--record", "/srv/r.ndjson")
    #expect(elsewhere.code == 64)
    #expect(
      elsewhere.errors
        == "geoscript: a service writes only below /var/lib/geoscript/home, and record names /srv/r.ndjson: "
        + "write /var/lib/geoscript/home/…\n")
  }

  @Test func aWrongOptionIsToldWithoutTheUsageOfAnotherCommand() throws {
    let result = try command.run("service", "install", "--print", "home", "home.lua", "--form", "gpsd://h")
    #expect(result.code == 64)
    #expect(
      result.errors
        == "geoscript: service install: Unknown option '--form'. Did you mean '--from'? (the words after the name are "
        + "those of geoscript run; its --help lists them)\n")
  }

  @Test func secretsAndDevicesAreHandedIn() throws {
    let lines = try unit(
      "home", "home.lua", "--from", "http://127.0.0.1:0", "--http-token", "token.txt", "--from",
      "nmea:///dev/ttyUSB0?baud=4800")
    let start = try #require(lines.first { $0.hasPrefix("ExecStart=") })
    #expect(start.contains(" --http-token=${CREDENTIALS_DIRECTORY}/http-token"))
    #expect(lines.contains { $0.hasPrefix("LoadCredential=http-token:/") && $0.hasSuffix("/token.txt") })
    #expect(lines.contains("DeviceAllow=/dev/ttyUSB0 rw"))
    #expect(!lines.contains("PrivateDevices=yes"))
  }

  @Test func aTemplateLeavesTheInstanceOpen() throws {
    let lines = try unit("geoscript@", "--config", "/etc/geoscript/%i.toml")
    let start = try #require(lines.first { $0.hasPrefix("ExecStart=") })
    #expect(start.hasSuffix("/geoscript run --config=/etc/geoscript/%i.toml --reload-on-sighup"))
    #expect(lines.contains("StateDirectory=geoscript/%i"))
    #expect(lines.contains("WorkingDirectory=/var/lib/geoscript/%i"))
  }

  @Test func mistakesAreFoundBeforeTheUnitIsWritten() throws {
    let root = command.path("root")
    let missing = try command.run("service", "install", "--root", root, "home", "hme.lua")
    #expect(missing.code == 66)
    #expect(missing.errors == "geoscript: hme.lua: there is no such script; did you mean home.lua?\n")
    let option = try command.run("service", "install", "--root", root, "home", "home.lua", "--speed", "x")
    #expect(option.code == 64)
    let name = try command.run("service", "install", "--root", root, "my home", "home.lua")
    #expect(name.code == 64)
    #expect(name.errors == "geoscript: 'my home' cannot name a service: write letters, digits, - and _\n")
    #expect(!command.exists("root/etc/systemd/system/geoscript-home.service"))
  }

  @Test func aUnitIsReplacedOnlyIfGeoscriptWroteIt() throws {
    let root = command.path("root")
    for _ in 1...2 {
      let result = try command.run("service", "install", "--root", root, "home", "home.lua")
      #expect(result.code == 0)
      #expect(result.output == "wrote \(root)/etc/systemd/system/geoscript-home.service\n")
    }
    let path = "root/etc/systemd/system/geoscript-home.service"
    try "[Service]\n".write(to: command.url(path), atomically: false, encoding: .utf8)
    let result = try command.run("service", "install", "--root", root, "home", "home.lua")
    #expect(result.code == 73)
    #expect(result.errors.contains("is there, and geoscript did not write it"))
    #expect(command.read(path) == "[Service]\n")
  }
}
