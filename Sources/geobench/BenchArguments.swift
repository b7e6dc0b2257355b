import Glibc

/// What every benchmark is told, and how it tells its figures.
struct BenchArguments {
  var data = "."
  var runs = 5

  init(_ words: [String]) {
    for (option, value) in zip(words, words.dropFirst()) {
      if option == "--data" { data = value }
      if option == "--runs" { runs = Int(value) ?? runs }
    }
  }

  /// The CPU seconds of the process so far.
  static func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Returns the median CPU seconds of `runs` calls of `body`.
  func median(_ body: () -> Void) -> Double {
    let seconds = (0..<max(1, runs)).map { _ in
      let start = Self.cpu()
      body()
      return Self.cpu() - start
    }
    return seconds.sorted()[seconds.count / 2]
  }

  static func fail(_ message: String, code: Int32) -> Never {
    let line = message + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(code)
  }

  /// Prints one figure as a JSON object on a line of its own.
  func row(_ name: String, _ value: Double, _ unit: String) {
    print("{\"name\":\"\(name)\",\"value\":\(value),\"unit\":\"\(unit)\"}")
  }
}
