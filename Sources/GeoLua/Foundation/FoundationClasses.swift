import Geo
import LuaBridge

/// The classes of Foundation that tell and write times.
enum FoundationClasses {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(TimeZoneRules.self, name: "NSTimeZone", swiftBytes: 96, TimeZoneRules.bind)
    machine.add(NSDateComponents.self, name: "NSDateComponents", swiftBytes: 240, NSDateComponents.bind)
    machine.add(NSCalendar.self, name: "NSCalendar", swiftBytes: 48, NSCalendar.bind)
    machine.add(NSDateFormatter.self, name: "NSDateFormatter", swiftBytes: 200, NSDateFormatter.bind)
  }

  static func declareConstants(_ g: LuaScope) {
    g.constants(DateObject.Order.self, "The order of two dates, from `compare`.")
    g.constant(
      "NSCalendarIdentifierGregorian", "gregorian", "The calendar of `NSCalendar:currentCalendar()`.")
    g.constant("NSCalendarIdentifierISO8601", "iso8601", "The same calendar with the weeks of ISO 8601.")
    g.constants(NSCalendarUnit.self, "A unit of a calendar; several are joined by `|`.")
    g.constants(NSDateFormatter.Style.self, "How long a formatter writes a date or a time.")
  }
}
