/// A number with a fixed count of decimals, as `%.2f` or `%+.6f` print it.
///
/// - Errors: beyond ±1e12, and for NaN and infinity, Swift's own text.
package func fixed(_ value: Double, _ decimals: Int, signed: Bool = false) -> String {
  var unit = 1
  for _ in 0..<decimals { unit *= 10 }
  // An Int holds up to 9.2e18.
  guard value.magnitude * Double(unit) < 9e18 else { return "\(value)" }
  let product = value.magnitude * Double(unit)
  // If rounding produced a tie that did not exist, the remainder that it dropped decides.
  let rest =
    product - product.rounded(.down) == 0.5 ? (-product).addingProduct(value.magnitude, Double(unit)) : 0
  let scaled = Int(rest == 0 ? product.rounded(.toNearestOrEven) : product.rounded(rest < 0 ? .down : .up))
  let sign = value.sign == .minus ? "-" : signed ? "+" : ""
  guard decimals > 0 else { return "\(sign)\(scaled)" }
  let fraction = String(scaled % unit)
  return "\(sign)\(scaled / unit).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
}

extension Double {
  /// The nearest number with that many decimals; ties round away from zero; never −0.
  package func rounded(decimals: Int) -> Double {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    return (self * unit).rounded() / unit + 0
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The number in lowercase hexadecimal with leading zeros: two digits for a byte.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
