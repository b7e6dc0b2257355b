/// The fields of a sentence, one after the other.
struct NMEAFields {
  private(set) var at: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  /// Whether a field lacked the number, time or place that it must have.
  var isBroken = false

  /// Begins after the address and its comma.
  init(_ sentence: NMEASentence, skipping count: Int) {
    at = min(sentence.start + count, sentence.end)
    end = sentence.end
  }

  /// Whether fields are left, even empty ones.
  var hasMore: Bool { at < end }

  private static let comma = UInt8(ascii: ",")

  /// Continues after the next comma.
  @inline(__always)
  private mutating func pass() {
    while at < end, at.pointee != Self.comma { at += 1 }
    if at < end { at += 1 }
  }

  mutating func skip(_ count: Int = 1) {
    for _ in 0..<count { pass() }
  }

  /// The first byte of a field; 0 for an empty one.
  @inline(__always)
  mutating func letter() -> UInt8 {
    guard at < end, at.pointee != Self.comma else {
      pass()
      return 0
    }
    let letter = at.pointee
    pass()
    return letter
  }

  /// The best of GNS's mode indicators, a letter for each system, as a quality of GGA; −1 without one.
  mutating func modes() -> Int {
    var best = -1
    while at < end, at.pointee != Self.comma {
      let quality =
        switch at.pointee {
        case UInt8(ascii: "N"): 0
        case UInt8(ascii: "D"): 2
        case UInt8(ascii: "P"): 3
        case UInt8(ascii: "R"): 4
        case UInt8(ascii: "F"): 5
        case UInt8(ascii: "E"): 6
        case UInt8(ascii: "M"): 7
        case UInt8(ascii: "S"): 8
        default: 1
        }
      best = max(best, quality)
      at += 1
    }
    if at < end { at += 1 }
    return best
  }

  /// A number, NaN for an empty field.
  @inline(__always)
  mutating func number() -> Double {
    guard let (digits, decimals, isNegative) = decimal() else { return .nan }
    let value = decimals > 0 ? Double(digits) / NMEAFields.powers[decimals] : Double(digits)
    return isNegative ? -value : value
  }

  /// The digits of a number and how many of them are decimals; nil for an empty field.
  @inline(__always)
  private mutating func decimal() -> (digits: Int, decimals: Int, isNegative: Bool)? {
    var digits = 0
    var count = 0
    var decimals = -1
    var isNegative = false
    let start = at
    while at < end, at.pointee != Self.comma {
      let byte = at.pointee
      let digit = byte &- 0x30
      if digit < 10 {
        // Digits after the 15th are below any measurement.
        if count < 15 {
          digits = digits &* 10 &+ Int(digit)
          count += 1
          if decimals >= 0 { decimals += 1 }
        } else if decimals < 0 {
          return broken()
        }
      } else if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
      } else if at == start, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        isNegative = byte == UInt8(ascii: "-")
      } else {
        return broken()
      }
      at += 1
    }
    let isEmpty = at == start
    if at < end { at += 1 }
    if isEmpty { return nil }
    if count == 0 { isBroken = true }
    return count > 0 ? (digits, max(0, decimals), isNegative) : nil
  }

  @inline(never)
  private mutating func broken() -> (digits: Int, decimals: Int, isNegative: Bool)? {
    isBroken = true
    pass()
    return nil
  }

  /// Latitude or longitude and its hemisphere: two fields; NaN if one is empty.
  ///
  /// - Shapes: `ddmm.mmmm`, `dddmm.mmmm`.
  @inline(__always)
  mutating func degrees(_ positive: UInt8, _ negative: UInt8, limit: Int) -> Double {
    let field = decimal()
    let side = letter()
    guard let (digits, decimals, isNegative) = field, side != 0 else { return .nan }
    let unit = NMEAFields.units[decimals]
    let (whole, minutes) = digits.quotientAndRemainder(dividingBy: 100 * unit)
    guard minutes < 60 * unit, whole <= limit, !isNegative, side == positive || side == negative else {
      isBroken = true
      return .nan
    }
    // Whole numbers, so that only the quotient is rounded.
    let degrees = Double(whole * 60 * unit + minutes) / Double(60 * unit)
    guard degrees <= Double(limit) else {
      isBroken = true
      return .nan
    }
    return side == negative ? -degrees : degrees
  }

  /// `hhmmss.sss`: microseconds of the day; −1 for an empty field.
  @inline(__always)
  mutating func time() -> Int {
    guard at < end, at.pointee != Self.comma else {
      pass()
      return -1
    }
    guard end - at >= 6, let hour = two(0), let minute = two(2), let second = two(4), hour < 24, minute < 60,
      second <= 60
    else {
      isBroken = true
      pass()
      return -1
    }
    at += 6
    var micro = 0
    if at < end, at.pointee == UInt8(ascii: ".") {
      at += 1
      var unit = 100_000
      while at < end, case let digit = at.pointee &- 0x30, digit < 10 {
        micro += Int(digit) * unit
        unit /= 10
        at += 1
      }
    }
    if at < end, at.pointee != Self.comma {
      isBroken = true
      pass()
      return -1
    }
    if at < end { at += 1 }
    return (hour * 3600 + minute * 60 + second) * 1_000_000 + micro
  }

  /// `ddmmyy`; nil for an empty field.
  ///
  /// - Source: gpsd 3.22, driver_nmea0183.c: years from 80 on belong to the last century, when GPS began.
  mutating func date() -> (year: Int, month: Int, day: Int)? {
    guard at < end, at.pointee != Self.comma else {
      pass()
      return nil
    }
    defer { pass() }
    guard end - at >= 6, end - at == 6 || at[6] == Self.comma, let day = two(0), let month = two(2),
      let year = two(4)
    else {
      isBroken = true
      return nil
    }
    return (year >= 80 ? 1900 + year : 2000 + year, month, day)
  }

  private func two(_ offset: Int) -> Int? {
    let tens = at[offset] &- 0x30
    let ones = at[offset + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
  private static let units: [Int] = powers.map { Int($0) }
}
