/// A number with a comma every three digits.
package func grouped(_ number: Int) -> String {
  let digits = Array(String(abs(number)))
  var text = ""
  for (offset, digit) in digits.enumerated() {
    if offset > 0, (digits.count - offset) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + text
}

/// A number with its noun: `1 event`, `1,058 events`.
package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}

/// A number with two digits after the point; one that is too large for that, or none, as it is.
package func hundredths(_ value: Double) -> String {
  guard abs(value) < 9e16 else { return "\(value)" }
  let whole = Int((value * 100).rounded())
  let rest = whole % 100
  return "\(grouped(whole / 100)).\(rest < 10 ? "0" : "")\(rest)"
}

/// A distance for people: meters below a kilometer, then tenths of a kilometer, from 100 km on whole ones.
package func distanceText(_ meters: Double) -> String {
  guard abs(meters) < 9e18 else { return "\(meters) m" }
  if meters < 999.5 { return "\(Int(meters.rounded())) m" }
  let kilometers = (meters / 1000).rounded(decimals: 1)
  return kilometers < 100 ? "\(fixed(kilometers, 1)) km" : "\(grouped(Int((meters / 1000).rounded()))) km"
}
