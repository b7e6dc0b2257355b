/// A house number as written: `12`, `12 A`, `12-16`, `12/3`, `S 4`.
struct HouseNumber: Hashable {
  /// The first number in it; 0 if there is none, or none that a house can have.
  let value: Int
  /// The last number of a range, else the first number.
  let last: Int
  /// All letters and digits in lower case, equal for `12 A`, `12a` and `12-A`.
  let letters: String

  private static let greatest = 999_999

  init(_ text: String) {
    var numbers: [Int] = []
    var letters = ""
    /// The separator between two numbers.
    var between = ""
    var isInNumber = false
    for character in text.lowercased().unicodeScalars.prefix(40) {
      if let digit = character.properties.numericType == .decimal
        ? character.properties.numericValue.map({ Int($0) }) : nil
      {
        if isInNumber, let number = numbers.last {
          numbers[numbers.count - 1] = min(number * 10 + digit, HouseNumber.greatest + 1)
        } else {
          numbers.append(digit)
        }
        isInNumber = true
        letters += String(digit)
        continue
      }
      isInNumber = false
      if character.properties.isAlphabetic { letters.unicodeScalars.append(character) }
      if numbers.count == 1 { between.unicodeScalars.append(character) }
    }
    let first = numbers.first ?? 0
    value = first > HouseNumber.greatest ? 0 : first
    let isRange = numbers.count == 2 && [" - ", "-", "–", " – ", "—", "~", "〜"].contains(between)
    let second = numbers.last ?? 0
    last =
      isRange && second > value && second - value <= 200 && second <= HouseNumber.greatest ? second : value
    self.letters = letters
  }

  /// How well this house number matches `wanted`, higher is better; nil for no match.
  func match(_ wanted: HouseNumber) -> Int? {
    if letters == wanted.letters, !letters.isEmpty { return 3 }
    guard wanted.value > 0 else { return nil }
    // 12 to 16 usually means the even numbers; 12 to 15 means all.
    if last > value, (value...last).contains(wanted.value), wanted.last == wanted.value,
      (last - value) % 2 == 1 || (wanted.value - value) % 2 == 0
    {
      return 2
    }
    // 12 A for 12, and 12 for 12 A.
    return value == wanted.value && last == value ? 1 : nil
  }
}
