import Glibc

/// The time as HTTP writes it, formatted once a second.
///
/// - Source: RFC 9110, section 5.6.7, IMF-fixdate.
struct HTTPDate {
  private var second: time_t = 0
  private var last = ""

  var text: String {
    mutating get {
      var now = time(nil)
      guard now != second else { return last }
      second = now
      var parts = tm()
      gmtime_r(&now, &parts)
      // Not strftime, whose names depend on the locale.
      let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
      func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
      last =
        "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
        + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
      return last
    }
  }
}
