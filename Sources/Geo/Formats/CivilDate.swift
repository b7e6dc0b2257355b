/// Days since 1970-01-01 of a day in the proleptic Gregorian calendar.
///
/// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
func daysFromCivil(year: Int, month: Int, day: Int) -> Int {
  let year = month <= 2 ? year - 1 : year
  let (era, yearOfEra) = year.flooredQuotientAndRemainder(dividingBy: 400)
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/// The day in the proleptic Gregorian calendar that lies `days` after 1970-01-01.
///
/// - Source: as ``daysFromCivil(year:month:day:)``, `civil_from_days`.
func civilFromDays(_ days: Int) -> (year: Int, month: Int, day: Int) {
  let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(dividingBy: 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return (
    yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  )
}

/// The number of days in a month, 28…31.
func daysInMonth(_ month: Int, year: Int) -> Int {
  switch month {
  case 4, 6, 9, 11: 30
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  default: 31
  }
}

extension Int {
  /// Division that rounds down, so that the remainder is never negative.
  package func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
