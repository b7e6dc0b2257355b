import CommandTesting
import Foundation
import Testing

/// `geoscript gazetteer` as people use it.
@Suite struct GazetteerCommandTests {
  /// A GeoNames file with that many cities, some of them twice.
  static func cities(_ count: Int) -> String {
    (1...count).map { number in
      let (key, population) = (number % 97 == 0 ? number / 2 : number, 500 + number * 7919 % 100_000)
      return "\(key)\tCity \(number)\tCity \(number)\tStadt \(number),Ville \(number)\t"
        + "\(Double(number % 800) / 10)\t\(Double(number % 1700) / 10)\tP\tPPL\tJP\t\t40\t\t\t\t\(population)\t\t\t"
        + "Asia/Tokyo\t2024-01-01\n"
    }.joined()
  }

  static func names(_ count: Int) -> String {
    (1...count).map { "\($0)\t\($0 * 3)\tja\t都市\($0)\t1\t\t\t\t\t\n" }.joined()
  }

  private func contents(_ command: Command, _ file: String) throws -> String {
    try command.run("gazetteer", "info", file, "--json").output.replacing(file, with: "FILE")
  }

  /// All rows of all tables that hold data, as SQLite prints them.
  private func rows(_ command: Command, _ file: String) throws -> String {
    try command.shell(
      """
      for table in meta sources places names areas area_names; do
        python3 - "$0" \(file) $table <<'END'
      import sqlite3, sys
      for row in sqlite3.connect(sys.argv[2]).execute("SELECT * FROM " + sys.argv[3] + " ORDER BY 1, 2, 3"): print(row)
      END
      done
      """
    ).output
  }

  @Test func aBuildSaysWhatItHoldsAndInfoAgrees() throws {
    let command = try Command(["cities.txt": Self.cities(200), "alternateNames.txt": Self.names(100)])
    let built = try command.run(
      "gazetteer", "build", "-o", "g.sqlite", "cities.txt", "alternateNames.txt", "--only-files")
    #expect(built.code == 0)
    #expect(built.reports.last == "g.sqlite: 199 places, 464 other names")
    #expect(built.reports.contains("skipped 34 names of places that are in no file"))
    let info = try command.run("gazetteer", "info", "g.sqlite", "--check")
    #expect(info.code == 0)
    #expect(info.lines.contains("places      199: 199 settlement"))
    #expect(info.lines.contains("            © GeoNames"))
    #expect(info.lines.last == "check       no damage found")
  }

  @Test func aGazetteerIsReplacedOnlyWhenAskedTo() throws {
    let command = try Command(["cities.txt": Self.cities(5), "more.txt": Self.cities(9)])
    #expect(try command.run("gazetteer", "build", "--only-files", "-o", "g.sqlite", "cities.txt").code == 0)
    let again = try command.run("gazetteer", "build", "-o", "g.sqlite", "more.txt")
    #expect(again.code == 73)
    #expect(again.errors.contains("use --force to replace it, or geoscript gazetteer import to add to it"))
    #expect(
      try command.run("gazetteer", "build", "--only-files", "-o", "g.sqlite", "more.txt", "--force").code == 0
    )
  }

  @Test func theSameFileTwiceChangesNothing() throws {
    let command = try Command(["cities.txt": Self.cities(50)])
    #expect(try command.run("gazetteer", "build", "--only-files", "-o", "g.sqlite", "cities.txt").code == 0)
    let before = try Data(contentsOf: command.url("g.sqlite"))
    let again = try command.run("gazetteer", "import", "--into", "g.sqlite", "cities.txt")
    #expect(again.code == 0)
    #expect(again.reports == ["cities.txt: already imported", "g.sqlite: nothing has changed"])
    #expect(try Data(contentsOf: command.url("g.sqlite")) == before)
    #expect(!command.exists("g.sqlite.part"))
  }

  @Test func anImportKeepsExistingPlacesAndAttributions() throws {
    let command = try Command([
      "cities.txt": Self.cities(50), "offices.csv": "name,lat,lon\nHead Office,35.1,139.2\n",
    ])
    #expect(try command.run("gazetteer", "build", "-o", "g.sqlite", "cities.txt", "--only-files").code == 0)
    let added = try command.run(
      "gazetteer", "import", "--into", "g.sqlite", "offices.csv", "--attribution", "© Example Ltd",
      "--licence",
      "CC0-1.0")
    #expect(added.reports.last == "g.sqlite: 51 places, 100 other names")
    let info = try command.run("gazetteer", "info", "g.sqlite")
    #expect(info.lines.contains("            © GeoNames"))
    #expect(info.lines.contains("            © Example Ltd"))
    #expect(info.lines.contains("            CC0-1.0"))
  }

  @Test func aKilledImportResumesWithTheSameResult() throws {
    let files = ["cities.txt": Self.cities(20_000), "alternateNames.txt": Self.names(5_000)]
    let command = try Command(files)
    let words = ["gazetteer", "build", "--only-files", "cities.txt", "alternateNames.txt", "-o"]
    #expect(try command.start(words + ["whole.sqlite"]).wait().code == 0)
    for signal in [SIGINT, SIGKILL, SIGTERM] {
      let running = try command.start(words + ["g.sqlite"])
      #expect(Running.eventually { command.read("g.sqlite.lock").contains("process \(running.process) ") })
      // Partway through, at a different point each time.
      usleep(signal == SIGKILL ? 150_000 : 30_000)
      running.send(signal)
      let ended = running.wait()
      guard !command.exists("g.sqlite") else { continue }
      #expect(ended.code == (signal == SIGKILL ? -SIGKILL : 128 + signal))
      if signal != SIGKILL { #expect(ended.errors.contains("the same command resumes here")) }
      #expect(command.exists("g.sqlite.part"))
    }
    if !command.exists("g.sqlite") { #expect(try command.start(words + ["g.sqlite"]).wait().code == 0) }
    for left in [".part", ".lock", ".part.new"] { #expect(!command.exists("g.sqlite" + left)) }
    #expect(try rows(command, "g.sqlite") == rows(command, "whole.sqlite"))
    #expect(try contents(command, "g.sqlite") == contents(command, "whole.sqlite"))
  }

  /// Either may report that the other is running; no reader finds a partial result.
  @Test func concurrentImportsAreCompleteOrClearlyRefused() throws {
    let command = try Command([
      "cities.txt": Self.cities(50), "one.csv": "name,lat,lon\nOne,35.1,139.2\n",
      "two.csv": "name,lat,lon\nTwo,36.1,138.2\n",
    ])
    #expect(try command.run("gazetteer", "build", "--only-files", "-o", "g.sqlite", "cities.txt").code == 0)
    let both = try command.shell(
      """
      for name in one two; do
        (code=0; $geoscript gazetteer import --into g.sqlite $name.csv 2>$name.errors || code=$?
        echo $name $code) &
      done
      wait
      """)
    let codes = Dictionary(
      uniqueKeysWithValues: both.lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], words[1])
      })
    #expect(codes.values.contains("0"))
    for (name, code) in codes where code != "0" {
      #expect(code == "73")
      #expect(command.read("\(name).errors").contains("another import is writing this gazetteer"))
      #expect(try command.run("gazetteer", "import", "--into", "g.sqlite", "\(name).csv").code == 0)
    }
    let info = try command.run("gazetteer", "info", "g.sqlite", "--check")
    #expect(info.lines.contains { $0.hasPrefix("places      52: ") })
    #expect(info.lines.last == "check       no damage found")
    for left in [".part", ".lock", ".part.new"] { #expect(!command.exists("g.sqlite" + left)) }
  }

  @Test func concurrentPackBuildsAnswerAlikeAndLeaveOnePack() throws {
    let command = try Command(["cities.txt": Self.cities(5_000)])
    #expect(try command.run("gazetteer", "build", "--only-files", "-o", "g.sqlite", "cities.txt").code == 0)
    let pack = try Data(contentsOf: command.url("g.sqlite.pack"))
    try FileManager.default.removeItem(at: command.url("g.sqlite.pack"))
    let asked = try command.shell(
      """
      for number in 1 2 3 4; do
        $geoscript geocode 10,10 --geocoder gazetteer:g.sqlite >$number.answer 2>&1 &
      done
      wait
      cat 1.answer
      for number in 2 3 4; do cmp 1.answer $number.answer; done
      ls g.sqlite*
      """)
    #expect(asked.lines.first?.hasPrefix("City ") == true)
    #expect(asked.lines.suffix(2) == ["g.sqlite", "g.sqlite.pack"])
    #expect(!asked.output.contains("differ"))
    #expect(try Data(contentsOf: command.url("g.sqlite.pack")) == pack)
  }

  @Test func aFullDiskIsReportedAndTheGazetteerIsUnchanged() throws {
    let command = try Command(["cities.txt": Self.cities(50), "more.txt": Self.cities(5_000)])
    #expect(try command.run("gazetteer", "build", "--only-files", "-o", "g.sqlite", "cities.txt").code == 0)
    let before = try Data(contentsOf: command.url("g.sqlite"))
    // To a program, a limit on file sizes is like a full disk.
    let full = try command.shell("ulimit -f 300; exec $geoscript gazetteer import --into g.sqlite more.txt")
    #expect(full.code == 74)
    #expect(full.errors.contains("run the same command to continue"))
    #expect(try Data(contentsOf: command.url("g.sqlite")) == before)
    #expect(try command.run("gazetteer", "import", "--into", "g.sqlite", "more.txt").code == 0)
  }

  @Test func onlyTheCountriesAndLanguagesThatAreAskedForAreTaken() throws {
    let names = "1\t1\tja\t都市\t\t\t\t\t\t\n2\t1\tfr\tVille\t\t\t\t\t\t\n"
    let command = try Command(["cities.txt": Self.cities(3), "alternateNames.txt": names])
    let built = try command.run(
      "gazetteer", "build", "-o", "g.sqlite", "cities.txt", "alternateNames.txt", "--languages", "ja",
      "--only-files")
    #expect(built.reports.last == "g.sqlite: 3 places, 7 other names")
    let none = try command.run(
      "gazetteer", "build", "-o", "n.sqlite", "cities.txt", "--countries", "fi,se", "--only-files")
    #expect(none.reports.last == "n.sqlite: nothing")
    #expect(
      try command.run("gazetteer", "build", "-o", "n.sqlite", "cities.txt", "--countries", "Finland").code
        == 64)
  }

  @Test func failedImportsAreReportedAndLeaveNothing() throws {
    let command = try Command(["words.txt": "hello\n", "empty.txt": "", "cities.txt": Self.cities(3)])
    for file in ["words.txt", "empty.txt"] {
      #expect(try command.run("gazetteer", "build", "-o", "g.sqlite", file).code == 65)
    }
    #expect(
      try command.run("gazetteer", "build", "-o", "g.sqlite", "citys.txt").errors.contains("cities.txt"))
    #expect(try command.run("gazetteer", "build", "-o", "no/g.sqlite", "cities.txt").code == 73)
    #expect(try command.run("gazetteer", "build", "-o", "g.sqlite", "-").code == 64)
    #expect(try command.run("gazetteer", "import", "--into", "g.sqlite", "cities.txt").code == 66)
    #expect(try command.run("gazetteer", "import", "--into", "words.txt", "cities.txt").code == 65)
    #expect(!command.exists("g.sqlite.part"))
    #expect(!command.exists("g.sqlite.lock"))
  }

  @Test func withoutANameTheUsersOwnGazetteerIsMade() throws {
    let command = try Command(["cities.txt": Self.cities(3)])
    let line = "export XDG_DATA_HOME=$PWD/data; $geoscript gazetteer"
    #expect(try command.shell("\(line) build -q --only-files cities.txt").errors == "")
    #expect(command.exists("data/geoscript/gazetteer.sqlite"))
    #expect(try command.shell("\(line) info").lines.first?.hasSuffix("(your own)") == true)
    let chosen = try command.shell(
      "export GEOSCRIPT_GAZETTEER=my.sqlite; $geoscript gazetteer build -q --only-files cities.txt")
    #expect(chosen.code == 0)
    #expect(command.exists("my.sqlite"))
  }
}
