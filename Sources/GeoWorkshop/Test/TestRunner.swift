package import Geo
import GeoHost
import GeoLua
import Glibc
import LuaBridge
import Synchronization

/// Finds test files, runs their cases on several threads, and puts the results in order.
package struct TestRunner {
  private let files: [TestFile]
  private let options: TestOptions
  /// The files that cannot be run, and why.
  package let broken: [BrokenFile]
  /// Files that declare no test.
  package let empty: [String]

  /// Loads the files.
  ///
  /// - Parameter paths: files and folders; empty for the working directory.
  /// - Errors: ``GeoError`` `noInput` for a path that is not there, and where there is no test file.
  package init(_ paths: [String], _ options: TestOptions) throws(GeoError) {
    self.options = options
    var (files, broken, empty) = ([TestFile](), [BrokenFile](), [String]())
    for path in try TestFinder.files(paths) {
      do throws(GeoError) {
        let file = try TestRunner.load(path, options)
        if file.tests.isEmpty { empty.append(path) } else { files.append(file) }
      } catch { broken.append(BrokenFile(path: path, fault: error)) }
    }
    (self.files, self.broken, self.empty) = (files, broken, empty)
  }

  private static func load(_ path: String, _ options: TestOptions) throws(GeoError) -> TestFile {
    let source = try ScriptFile(path: path)
    if let flaw = ScriptSet.flaw(of: source) { throw GeoError(.data, flaw, at: path) }
    let machine = try TestFileMachine(source, options)
    do {
      let loaded = try machine.load(seed: options.seed)
      defer { loaded.environment.finish() }
      let sheet = loaded.sheet
      if let orphan = sheet.tests.first(where: { $0.declaration.script == nil }) {
        throw GeoError(
          .data,
          "no script is named before the test \"\(orphan.declaration.name)\": write t.script \"home.lua\" above it",
          at: "\(source.name):\(orphan.declaration.line)")
      }
      return TestFile(
        path: path, source: source, tests: sheet.tests.map(\.declaration), worlds: sheet.worlds,
        timeZone: sheet.timeZone)
    } catch let error as GeoError {
      throw error
    } catch let error as LuaError {
      throw GeoError(.data, TestFileMachine.message(of: error))
    } catch {
      throw GeoError(.data, "\(error)", at: source.name)
    }
  }

  /// Runs what the options select.
  package func run() -> TestReport {
    let start = monotonicSeconds()
    let cases = selected()
    let (files, options) = (self.files, self.options)
    let jobs = max(1, min(options.jobs, cases.count))
    let shared = SharedCases(cases)
    let threads = (0..<jobs).map { _ in WorkerThread { shared.work(TestWorker(files, options)) } }
    for thread in threads { _ = thread.join() }
    let outcomes = TestOutcome.all(of: shared.results, in: files).map { finished($0) }
    return TestReport(
      files: files, options: options, broken: broken, empty: empty, outcomes: outcomes,
      coverage: shared.coverage,
      seconds: monotonicSeconds() - start)
  }

  /// Runs the worst case of a test that does not hold once more, with everything that its report shows.
  private func finished(_ outcome: TestOutcome) -> TestOutcome {
    let file = files[outcome.file]
    var outcome = outcome
    guard let worst = outcome.worst else {
      if file.worlds != nil || options.records, options.world == nil { forget(outcome, file) }
      return outcome
    }
    var recording: String?
    if worst.testCase.world > 0 || options.records {
      forget(outcome, file)
      let path = CasePlan.recording(of: outcome.name, in: file, world: worst.testCase.world)
      if (try? CasePlan.makeFolder(of: file)) != nil { recording = path }
    }
    let (files, options) = (self.files, self.options)
    let kept = recording
    let thread = WorkerThread {
      TestWorker(files, options).run(worst.testCase, showsDetail: true, recording: kept)
    }
    if let again = thread.join(), let failure = again.failure { outcome.failure = failure }
    outcome.recording = recording
    return outcome
  }

  /// Removes the recording of an earlier run of the test.
  private func forget(_ outcome: TestOutcome, _ file: TestFile) {
    for world in file.worlds.map({ 1...$0.count }) ?? 0...0 {
      unlink(CasePlan.recording(of: outcome.name, in: file, world: world))
    }
  }

  private func selected() -> [TestCase] {
    var cases: [TestCase] = []
    for (number, file) in files.enumerated() {
      for (test, declaration) in file.tests.enumerated() where options.selects(declaration.name) {
        guard let worlds = file.worlds else {
          cases.append(TestCase(file: number, test: test, world: 0))
          continue
        }
        for world in 1...worlds.count where options.world == nil || options.world == world {
          cases.append(TestCase(file: number, test: test, world: world))
        }
      }
    }
    return cases
  }
}

/// The cases that threads share, and their results.
///
/// Sendable by its mutex.
private final class SharedCases: Sendable {
  private struct State {
    var next = 0
    var results: [CaseResult] = []
    var coverage = Coverage()
  }

  private let cases: [TestCase]
  private let state = Mutex(State())

  init(_ cases: [TestCase]) { self.cases = cases }

  var results: [CaseResult] { state.withLock { $0.results } }
  var coverage: Coverage { state.withLock { $0.coverage } }

  /// Runs cases until none is left.
  func work(_ worker: TestWorker) {
    while let testCase = take() {
      let result = worker.run(testCase)
      state.withLock { $0.results.append(result) }
    }
    let coverage = worker.coverage
    state.withLock { $0.coverage.add(coverage) }
  }

  private func take() -> TestCase? {
    state.withLock { state in
      guard state.next < cases.count else { return nil }
      state.next += 1
      return cases[state.next - 1]
    }
  }
}
