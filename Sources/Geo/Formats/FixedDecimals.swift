/// A number with a fixed count of decimals, as `%.2f` or `%+.6f` print it.
///
/// - Errors: beyond ±1e12, and for NaN and infinity, Swift's own text.
package func fixed(_ value: Double, _ decimals: Int, signed: Bool = false) -> String {
  var unit = 1
  for _ in 0..<decimals { unit *= 10 }
  // An Int holds up to 9.2e18.
  guard value.magnitude * Double(unit) < 9e18 else { return "\(value)" }
  let product = value.magnitude * Double(unit)
  // Where rounding made a tie of what was none, the rest that it dropped decides.
  let rest =
    product - product.rounded(.down) == 0.5 ? (-product).addingProduct(value.magnitude, Double(unit)) : 0
  let scaled = Int(rest == 0 ? product.rounded(.toNearestOrEven) : product.rounded(rest < 0 ? .down : .up))
  let sign = value.sign == .minus ? "-" : signed ? "+" : ""
  guard decimals > 0 else { return "\(sign)\(scaled)" }
  let fraction = String(scaled % unit)
  return "\(sign)\(scaled / unit).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
}
