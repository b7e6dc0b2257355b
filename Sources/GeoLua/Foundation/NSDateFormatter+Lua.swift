public import Geo
public import LuaBridge

extension NSDateFormatter: LuaObject {
  static func bind(_ c: LuaBinder<NSDateFormatter>) {
    c.summary("Writes dates in a pattern or a style, in English, and reads them.")
    c.initializer(["dateFormat", "timeZone"]) {
      [unowned machine = c.machine] (pattern: String?, zone: ZoneArgument?) in
      let formatter = NSDateFormatter(
        timeZone: try zone?.rules ?? RunningScript.current(machine).options.timeZone)
      if let pattern { try formatter.setPattern(pattern) }
      return formatter
    }
    c.property(
      "dateFormat", .none, "The pattern, such as `yyyy-MM-dd HH:mm`; text stands in single quotes.",
      get: { $0.dateFormat }, set: { try $0.setPattern($1) })
    c.property(
      "dateStyle", .one, "How long the date is: `NSDateFormatterNoStyle` … `NSDateFormatterFullStyle`.",
      get: { $0.dateStyle.rawValue }, set: { $0.dateStyle = try style($1) })
    c.property(
      "timeStyle", .one,
      "How long the time of day is: `NSDateFormatterNoStyle` … `NSDateFormatterFullStyle`.",
      get: { $0.timeStyle.rawValue }, set: { $0.timeStyle = try style($1) })
    c.property(
      "timeZone", .none,
      "The zone of the clocks; that of the run at first. Set it to an `NSTimeZone` or a name.",
      get: { ZoneArgument(rules: $0.timeZone) }, set: { $0.timeZone = $1.rules })
    c.method("stringFromDate", ["date"], .none, "Returns the date as text.") {
      (me: NSDateFormatter, date: NSDate) in me.string(from: date)
    }
    c.method(
      "dateFromString", ["text"], .none,
      "Returns the date that a text in the pattern shows; nil for another text."
    ) { (me: NSDateFormatter, text: String) in me.date(from: text) }
  }

  private static func style(_ number: Int) throws -> Style {
    guard let style = Style(rawValue: number) else {
      throw LuaMismatch(
        "a style from NSDateFormatterNoStyle to NSDateFormatterFullStyle expected, got \(number)")
    }
    return style
  }

  private func setPattern(_ pattern: String) throws {
    do { try setDateFormat(pattern) } catch { throw LuaMismatch(error.message) }
  }
}
