/// A number with a comma every three digits.
public func grouped(_ number: Int) -> String {
  let digits = Array(String(abs(number)))
  var text = ""
  for (offset, digit) in digits.enumerated() {
    if offset > 0, (digits.count - offset) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + text
}

/// A number with its noun: `1 event`, `1,058 events`.
public func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}

/// A number with two digits after the point.
func hundredths(_ value: Double) -> String {
  let whole = Int((value * 100).rounded())
  let rest = whole % 100
  return "\(grouped(whole / 100)).\(rest < 10 ? "0" : "")\(rest)"
}
