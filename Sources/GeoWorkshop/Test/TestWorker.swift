import Geo
import GeoFormats
import GeoHost
import GeoLua
import Glibc
import LuaBridge

/// One thread that runs cases: the machines of the test files, and the tracks that they have read.
final class TestWorker {
  private let files: [TestFile]
  private let options: TestOptions
  private var machines: [Int: TestFileMachine] = [:]
  private let tracks = TrackCache()
  /// The lines that ran, by script.
  private(set) var coverage = Coverage()

  init(_ files: [TestFile], _ options: TestOptions) { (self.files, self.options) = (files, options) }

  /// Runs a case.
  func run(_ testCase: TestCase, showsDetail: Bool = false, recording: String? = nil) -> CaseResult {
    let file = files[testCase.file]
    let plan = CasePlan(
      file: file, declaration: file.tests[testCase.test], testCase: testCase, options: options,
      showsDetail: showsDetail, recording: recording)
    let start = TestWorker.seconds()
    var result = CaseResult(testCase: testCase, seconds: 0, failure: nil, held: 0)
    do {
      try run(plan, start: start, into: &result)
    } catch let error as GeoError {
      result.failure = TestFailure(message: "\(error)", line: plan.declaration.line, isError: true)
    } catch let error as LuaError {
      result.failure = TestFailure(message: error.message, isError: true, traceback: error.traceback)
    } catch {
      result.failure = TestFailure(message: "\(error)", line: plan.declaration.line, isError: true)
    }
    result.seconds = TestWorker.seconds() - start
    return result
  }

  private func run(_ plan: CasePlan, start: Double, into result: inout CaseResult) throws {
    let machine = try self.machine(plan.testCase.file)
    let loaded = try machine.load(seed: plan.seed)
    defer { loaded.environment.finish() }
    guard let test = loaded.sheet.tests.first(where: { $0.declaration.name == plan.declaration.name }) else {
      throw GeoError(.data, "the file does not declare this test again: its tests must not depend on chance")
    }
    let limit = options.timeLimit
    // To ask how long a thread has computed takes much longer than to ask for the time, which is never less.
    let begin = monotonicSeconds()
    let stage = try CaseStage(
      plan.file, try plan.runOptions(), options, distortion: plan.distortion, tracks: tracks,
      isOver: { monotonicSeconds() - begin > limit && TestWorker.seconds() - start > limit },
      place: { machine.place })
    defer {
      stage.run.close()
      if options.countsLines { coverage.add(stage.run.lineCounts, of: plan.declaration.script?.path ?? "") }
    }
    let run = TestRun(stage)
    var fault: LuaError?
    do { try machine.call(test.body, run, in: loaded) } catch let error as LuaError { fault = error }
    stage.run.settle()
    stage.collect()
    result.held = stage.held
    result.failure =
      stage.failure ?? fault.map { error in
        TestFailure(
          message: TestFileMachine.message(of: error),
          line: TestSheet.line(at: plan.file.source.name, in: error.message),
          isError: true,
          traceback: error.traceback)
      } ?? stage.unexpectedFailure
    guard result.failure != nil else { return }
    if result.failure?.line == 0 { result.failure?.line = plan.declaration.line }
    if plan.showsDetail { result.failure?.events = stage.lastEvents + printed(stage, loaded.printed) }
  }

  private func printed(_ stage: CaseStage, _ printed: TestFileMachine.Printed) -> [String] {
    let (lines, count) = stage.run.said
    var all = lines.prefix(5).map { PlainText.line($0.trimmingSuffix(while: \.isNewline)) }
    if count > 200 { all.append("(the script printed \(grouped(count)) lines)") }
    all += printed.lines.map { "\($0)" }
    if printed.count > printed.lines.count {
      all.append("(the test printed \(grouped(printed.count)) lines)")
    }
    return all
  }

  private func machine(_ number: Int) throws(GeoError) -> TestFileMachine {
    if let known = machines[number] { return known }
    let made = try TestFileMachine(files[number].source, options)
    machines[number] = made
    return made
  }

  /// The seconds that the thread has computed.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension CaseStage {
  /// The last events before a failure, with the explanations that say something.
  var lastEvents: [String] {
    history.telling(10).map { String($0.text(in: file.timeZone).prefix(TestFileMachine.Printed.width)) }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isDropped(last) { text = text.dropLast() }
    return String(text)
  }
}
