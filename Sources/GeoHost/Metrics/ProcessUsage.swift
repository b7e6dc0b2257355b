import Geo
import GeoDelivery
import GeoLua
import Glibc

/// What this process uses, under the names that Prometheus' own clients give it.
///
/// - Source: prometheus.io/docs/instrumenting/writing_clientlibs, «Standard and runtime collectors»; proc(5),
///   `/proc/self/stat` and `/proc/self/statm`.
package enum ProcessUsage {
  package static func write(to text: inout PrometheusText) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    text.add("process_cpu_seconds_total", .counter, "CPU time of the process, in seconds.", cpu)
    let pages = words("/proc/self/statm").compactMap(Double.init)
    if pages.count > 1 {
      let size = Double(sysconf(Int32(_SC_PAGESIZE)))
      text.add(
        "process_virtual_memory_bytes", .gauge, "Virtual memory of the process, in bytes.", pages[0] * size)
      text.add(
        "process_resident_memory_bytes", .gauge, "Resident memory of the process, in bytes.", pages[1] * size)
    }
    if let start {
      text.add("process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.", start)
    }
    if let open = openDescriptors {
      text.add("process_open_fds", .gauge, "Open file descriptors.", Double(open))
    }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    text.add("process_max_fds", .gauge, "The most file descriptors that may be open.", Double(limit.rlim_cur))
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func words(_ path: String) -> [Substring] {
    ((try? TextFile.read(path)) ?? "").split(whereSeparator: \.isWhitespace)
  }

  /// When the process began: its age is known in ticks since the system started.
  private static let start: Double? = {
    // The name in brackets may hold blanks.
    guard let stat = try? TextFile.read("/proc/self/stat"), let end = stat.lastIndex(of: ")"),
      let ticks = stat[end...].split(separator: " ").dropFirst(20).first.flatMap({ Double($0) })
    else { return nil }
    var sinceBoot = timespec()
    clock_gettime(CLOCK_BOOTTIME, &sinceBoot)
    let boot = wallSeconds() - Double(sinceBoot.tv_sec) - Double(sinceBoot.tv_nsec) / 1e9
    return boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }()

  private static var openDescriptors: Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Without the two dots and the folder itself.
    return count - 3
  }
}
