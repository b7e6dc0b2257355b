import Geo
import GeoFormats
import GeoHost
import Glibc

/// How a case runs: the options of its run, its seed and its distortion.
struct CasePlan {
  let file: TestFile
  let declaration: TestFile.Declaration
  let testCase: TestCase
  let options: TestOptions
  /// Whether everything is recorded that a report of a failure shows.
  var showsDetail = false
  /// The recording to write; nil for none.
  var recording: String?

  /// The seed of the script and of the world: the same whatever else runs.
  var seed: UInt64 {
    var hash = FNV1a()
    hash.combine(options.seed)
    hash.combine(file.source.name)
    hash.combine(declaration.name)
    hash.combine(UInt64(testCase.world))
    return hash.value
  }

  var distortion: Distortion {
    guard testCase.world > 0, var distortion = file.worlds?.distortion else { return Distortion() }
    distortion.seed = seed
    return distortion
  }

  /// - Errors: ``GeoError`` for a test without a script, and for a folder that cannot be written to.
  func runOptions() throws(GeoError) -> RunOptions {
    guard let script = declaration.script else {
      throw GeoError(.data, "no script is named before this test: write t.script \"home.lua\"")
    }
    var run = RunOptions(script: script.path)
    run.fences = script.fences
    run.arguments = script.arguments
    run.profile = script.profile
    run.takesWaypoints = script.takesWaypoints
    (run.groupBy, run.settings, run.staleAfter) = (script.groupBy, script.settings, script.staleAfter)
    run.timeZone = file.timeZone
    run.seed = seed
    run.json = showsDetail || file.needsCalls
    run.explain = showsDetail ? "all" : nil
    run.isQuiet = true
    run.record = recording
    run.countsLines = options.countsLines
    if file.needsPictures {
      try CasePlan.makeFolder(of: file)
      run.pictures = PictureOptions(name: try PictureName(CasePlan.picture(of: file)))
      run.pictures?.replaces = true
      // A test draws the same on every machine.
      run.pictures?.baseMap = .world
      run.pictures?.timeZone = file.timeZone
    }
    return run
  }

  /// The folder for what tests leave behind.
  static func makeFolder(of file: TestFile) throws(GeoError) {
    try Folder.make(TestPaths.resolved(".geoscript", in: file.folder))
  }

  /// Where a case of this thread draws.
  static func picture(of file: TestFile) -> String {
    TestPaths.resolved(".geoscript/.drawn-\(getpid())-\(pthread_self()).png", in: file.folder)
  }

  /// Where the worst world of a test is kept, or a test without worlds.
  static func recording(of test: String, in file: TestFile, world: Int) -> String {
    let letters = test.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let stem = file.source.name.hasSuffix(".lua") ? String(file.source.name.dropLast(4)) : file.source.name
    var hash = FNV1a()
    hash.combine(test)
    let end = world > 0 ? "-world-\(world)" : ""
    let name = "\(stem)-\(String(letters.prefix(40)))-\(hash.value.hexadecimal.prefix(6))\(end).ndjson"
    return TestPaths.resolved(".geoscript/" + name, in: file.folder)
  }
}
