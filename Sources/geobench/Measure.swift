import Glibc

/// Tools of the rows: the CPU time of the process, medians, memory in use.
enum Measure {
  /// Seconds of CPU time that the process has used.
  static var cpuTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the result of `body` and the seconds of CPU time that it took.
  static func time<Result>(_ body: () throws -> Result) rethrows -> (Result, Double) {
    let start = cpuTime
    let result = try body()
    return (result, cpuTime - start)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Bytes of the process in memory: the `VmRSS` or `VmHWM` (greatest so far) of /proc/self/status.
  static func residentBytes(_ field: String = "VmRSS") -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(field + ":") else { continue }
      return (Int(text.filter(\.isNumber)) ?? 0) * 1024
    }
    return 0
  }

  static func fail(_ message: String, code: Int32) -> Never {
    let line = message + "\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(code)
  }

  /// Prints one row.
  static func row(_ name: String, _ value: Double, _ unit: String, digits: Int = 1) {
    let scale = [1.0, 10, 100, 1000, 10_000][min(4, digits)]
    print(#"{"name":"\#(name)","value":\#((value * scale).rounded() / scale),"unit":"\#(unit)"}"#)
  }
}
