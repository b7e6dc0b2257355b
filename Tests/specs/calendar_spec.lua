-- run: --from walk.ndjson --time-zone Europe/Berlin
-- NSCalendar, NSDateComponents, NSDateFormatter and NSTimeZone, on the clocks of Berlin.
local spec = require "spec"

-- 2026-03-29T01:00:00Z, when the clocks are put forward: a Sunday.
local spring = NSDate(1774746000)
local calendar = NSCalendar:currentCalendar()

local function at(year, month, day, hour, minute, second)
  return calendar:dateFromComponents(NSDateComponents(year, month, day, hour, minute, second))
end

spec("time zones", function()
  local berlin = NSTimeZone:timeZoneWithName("Europe/Berlin")
  spec.equal(berlin.name, "Europe/Berlin")
  spec.equal(NSTimeZone.new{ name = "Europe/Berlin" }, berlin)
  spec.equal(NSTimeZone:localTimeZone(), berlin)
  spec.equal(NSTimeZone:systemTimeZone() == NSTimeZone:defaultTimeZone(), true)
  spec.equal(berlin:secondsFromGMTForDate(spring), 7200.0)
  spec.equal(berlin:secondsFromGMTForDate(spring - 1), 3600.0)
  spec.equal(berlin:isDaylightSavingTimeForDate(spring), true)
  spec.equal(berlin:isDaylightSavingTimeForDate(spring - 1), false)
  spec.equal(NSTimeZone:timeZoneForSecondsFromGMT(19800).secondsFromGMT, 19800.0)
  spec.equal(tostring(NSTimeZone:timeZoneForSecondsFromGMT(-3600)), "-01:00")
  spec.raises("unknown time zone 'Mars/Base'", NSTimeZone.timeZoneWithName, NSTimeZone, "Mars/Base")
  spec.raises("between -50400 and 50400", NSTimeZone.timeZoneForSecondsFromGMT, NSTimeZone, 1e6)
  for _, seconds in ipairs{ math.mininteger, math.maxinteger } do
    spec.raises("between -50400 and 50400", NSTimeZone.timeZoneForSecondsFromGMT, NSTimeZone, seconds)
  end
end)

spec("the parts of a date", function()
  local all = NSCalendarUnitYear | NSCalendarUnitMonth | NSCalendarUnitDay | NSCalendarUnitHour | NSCalendarUnitMinute
    | NSCalendarUnitSecond | NSCalendarUnitWeekday | NSCalendarUnitWeekdayOrdinal | NSCalendarUnitQuarter
    | NSCalendarUnitWeekOfMonth | NSCalendarUnitWeekOfYear | NSCalendarUnitYearForWeekOfYear | NSCalendarUnitNanosecond
  local parts = calendar:components(all, spring + 0.5)
  spec.equal({ parts.year, parts.month, parts.day }, { 2026, 3, 29 })
  spec.equal({ parts.hour, parts.minute, parts.second, parts.nanosecond }, { 3, 0, 0, 500000000 })
  spec.equal({ parts.weekday, parts.weekdayOrdinal, parts.quarter }, { 1, 5, 1 })
  spec.equal({ parts.weekOfMonth, parts.weekOfYear, parts.yearForWeekOfYear }, { 5, 14, 2026 })
  spec.equal(calendar:component(NSCalendarUnitHour, spring), 3)
  spec.equal(calendar:component_fromDate(NSCalendarUnitDay, spring), 29)
  spec.equal(calendar:components_fromDate(NSCalendarUnitDay, spring).month, nil)
  spec.raises("units such as NSCalendarUnitDay", calendar.component, calendar, 1, spring)
  -- ISO 8601: Python says date(2026, 3, 29).isocalendar() is 2026, 13, 7.
  local iso = NSCalendar.new{ timeZone = "Europe/Berlin" }
  iso.firstWeekday = 2
  iso.minimumDaysInFirstWeek = 4
  spec.equal(iso:component(NSCalendarUnitWeekOfYear, spring), 13)
  spec.equal(tostring(calendar:components(NSCalendarUnitYear | NSCalendarUnitMonth, spring)),
    "<NSDateComponents: year 2026, month 3>")
end)

spec("dates of parts", function()
  spec.equal(at(2026, 3, 29, 3), spring)
  spec.equal(at(2026, 3, 29, 2, 30), spring + 1800)
  spec.equal(at(2025, 15, 29, 3), spring)
  spec.equal(at(2026, 10, 25, 2, 30):format("%H:%M %z"), "02:30 +0200")
  spec.equal(calendar:dateFromComponents(NSDateComponents.new{ year = 20000 }), nil)
end)

spec("adding keeps the time of day", function()
  local eve = at(2026, 3, 28, 12)
  spec.equal(calendar:dateByAddingUnit(NSCalendarUnitDay, 1, eve) - eve, 23 * 3600.0)
  spec.equal(calendar:dateByAddingUnit_value_toDate_options(NSCalendarUnitHour, 24, eve, 0) - eve, 86400.0)
  spec.equal(calendar:dateByAddingUnit(NSCalendarUnitMonth, 1, at(2026, 1, 31)), at(2026, 2, 28))
  spec.equal(calendar:dateByAddingUnit(NSCalendarUnitYear, -2, at(2026, 2, 28)), at(2024, 2, 28))
  local amount = NSDateComponents.new{ month = 1, day = 2, weekOfYear = 1 }
  spec.equal(calendar:dateByAddingComponents(amount, at(2026, 1, 1)), at(2026, 2, 10))
  spec.equal(calendar:dateByAddingComponents_toDate_options(amount, at(2026, 1, 1), 0), at(2026, 2, 10))
  spec.equal(calendar:dateBySettingHour(7, 30, 0, eve), at(2026, 3, 28, 7, 30))
  spec.equal(calendar:dateBySettingHour_minute_second_ofDate_options(7, 30, 0, eve, 0), at(2026, 3, 28, 7, 30))
  spec.equal(calendar:dateBySettingHour(25, 0, 0, eve), nil)
end)

spec("the time between two dates", function()
  local units = NSCalendarUnitYear | NSCalendarUnitMonth | NSCalendarUnitDay | NSCalendarUnitHour
  local parts = calendar:components(units, at(2024, 2, 29, 10), at(2026, 4, 1, 9))
  spec.equal({ parts.year, parts.month, parts.day, parts.hour }, { 2, 1, 3, 23 })
  local back = calendar:components_fromDate_toDate_options(NSCalendarUnitDay, at(2026, 4, 1), at(2026, 3, 28), 0)
  spec.equal(back.day, -4)
end)

spec("days", function()
  spec.equal(calendar:startOfDayForDate(spring), at(2026, 3, 29))
  spec.equal(calendar:isDateInSameDay(spring, spring + 20 * 3600), true)
  spec.equal(calendar:isDate_inSameDayAsDate(spring, spring + 22 * 3600), false)
  spec.equal(calendar:isDateInWeekend(spring), true)
  spec.equal(calendar:isDateInWeekend(spring + 86400), false)
  local now = geoscript.now()
  spec.equal(calendar:isDateInToday(now), true)
  spec.equal(calendar:isDateInYesterday(now - 86400), true)
  spec.equal(calendar:isDateInTomorrow(now), false)
end)

spec("a calendar of another zone", function()
  local tokyo = NSCalendar()
  tokyo.timeZone = NSTimeZone("Asia/Tokyo")
  spec.equal(tokyo:component(NSCalendarUnitHour, spring), 10)
  spec.equal(tokyo.timeZone.name, "Asia/Tokyo")
end)

spec("dates as text, by a pattern", function()
  local formatter = NSDateFormatter()
  formatter.dateFormat = "EEEE, d. MMMM yyyy 'um' HH:mm:ss.SSS XXX"
  spec.equal(formatter:stringFromDate(spring + 0.25), "Sunday, 29. March 2026 um 03:00:00.250 +02:00")
  spec.equal(formatter.dateFormat, "EEEE, d. MMMM yyyy 'um' HH:mm:ss.SSS XXX")
  formatter.dateFormat = "yy-M-d h a, EEE MMM, z, Z"
  spec.equal(formatter:stringFromDate(spring), "26-3-29 3 AM, Sun Mar, GMT+2, +0200")
  formatter.timeZone = "UTC"
  formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
  spec.equal(formatter:stringFromDate(spring), "2026-03-29T01:00:00Z")
  spec.raises("'b' is not a field of a date pattern", function() formatter.dateFormat = "b" end)
  spec.raises("has no end", function() formatter.dateFormat = "HH 'uhr" end)
end)

spec("dates as text, by a style", function()
  local formatter = NSDateFormatter()
  formatter.dateStyle = NSDateFormatterMediumStyle
  formatter.timeStyle = NSDateFormatterShortStyle
  spec.equal(formatter:stringFromDate(spring), "Mar 29, 2026, 3:00 AM")
  formatter.dateStyle = NSDateFormatterFullStyle
  formatter.timeStyle = NSDateFormatterNoStyle
  spec.equal(formatter:stringFromDate(spring), "Sunday, March 29, 2026")
  formatter.dateStyle = NSDateFormatterLongStyle
  formatter.timeStyle = NSDateFormatterLongStyle
  spec.equal(formatter:stringFromDate(spring), "March 29, 2026 at 3:00:00 AM GMT+2")
  spec.raises("a style from", function() formatter.dateStyle = 9 end)
end)

spec("dates from text", function()
  local formatter = NSDateFormatter.new{ dateFormat = "yyyy-MM-dd HH:mm", timeZone = "Europe/Berlin" }
  spec.equal(formatter:dateFromString("2026-03-29 03:00"), spring)
  spec.equal(formatter:dateFromString("2026-03-29 03:00 Uhr"), nil)
  spec.equal(formatter:dateFromString("2026-02-30 03:00"), nil)
  formatter.dateFormat = "MMM d, yyyy h:mm a Z"
  spec.equal(formatter:dateFromString("mar 29, 2026 1:00 am +0000"), spring)
  formatter.dateFormat = "yyyyMMddHHmm"
  spec.equal(formatter:dateFromString("202603290300"), spring)
end)

-- The figures are those of Python's zoneinfo.
spec("summer time and short names of zones", function()
  local berlin = NSTimeZone("Europe/Berlin")
  spec.equal(berlin:nextDaylightSavingTimeTransitionAfterDate(spring - 1), spring)
  spec.equal(berlin:nextDaylightSavingTimeTransitionAfterDate(spring), NSDate(1792890000))
  -- Beyond the list of the file, by its rule.
  spec.equal(berlin:nextDaylightSavingTimeTransitionAfterDate(NSDate(2524608000)), NSDate(2531955600))
  spec.equal(NSTimeZone("America/New_York"):nextDaylightSavingTimeTransitionAfterDate(spring), NSDate(1793512800))
  spec.equal(NSTimeZone("Asia/Tokyo"):nextDaylightSavingTimeTransitionAfterDate(spring), nil)
  spec.equal(NSTimeZone("+05:30").nextDaylightSavingTimeTransition, nil)
  spec.equal(berlin.nextDaylightSavingTimeTransition,
    berlin:nextDaylightSavingTimeTransitionAfterDate(geoscript.now()))
  spec.equal({ berlin:abbreviationForDate(spring), berlin:abbreviationForDate(spring - 1) }, { "GMT+2", "GMT+1" })
  spec.equal({ NSTimeZone("UTC").abbreviation, NSTimeZone("Asia/Kolkata").abbreviation }, { "GMT", "GMT+5:30" })
  spec.equal({ berlin:daylightSavingTimeOffsetForDate(spring), berlin:daylightSavingTimeOffsetForDate(spring - 1) },
    { 3600.0, 0.0 })
  spec.equal(NSTimeZone("Australia/Lord_Howe"):daylightSavingTimeOffsetForDate(spring), 1800.0)
  spec.equal(berlin.isDaylightSavingTime, berlin:isDaylightSavingTimeForDate(geoscript.now()))
  spec.equal(berlin.daylightSavingTime, berlin.isDaylightSavingTime)
  spec.equal(berlin.daylightSavingTimeOffset, berlin:daylightSavingTimeOffsetForDate(geoscript.now()))
end)

spec("the next time of day", function()
  local function next(date, hour, minute, second)
    return calendar:nextDateAfterDate_matchingHour_minute_second_options(date, hour, minute, second, 0)
  end
  spec.equal(next(spring, 7, 30, 0), at(2026, 3, 29, 7, 30))
  spec.equal(next(at(2026, 3, 29, 7, 30), 7, 30, 0), at(2026, 3, 30, 7, 30))
  spec.equal(next(at(2026, 12, 31, 23), 0, 0, 0), at(2027, 1, 1))
  spec.equal(next(spring, 25, 0, 0), nil)
end)

spec("calendars by identifier", function()
  local iso = NSCalendar:calendarWithIdentifier(NSCalendarIdentifierISO8601)
  spec.equal({ iso.firstWeekday, iso.minimumDaysInFirstWeek, iso:component(NSCalendarUnitWeekOfYear, spring) },
    { 2, 4, 13 })
  spec.equal(NSCalendar:calendarWithIdentifier(NSCalendarIdentifierGregorian).firstWeekday, 1)
  spec.raises("got 'buddhist'", NSCalendar.calendarWithIdentifier, NSCalendar, "buddhist")
end)

spec("a date that is not a number is one before the calendar begins", function()
  local nothing = NSDate(math.huge) - math.huge
  spec.equal(calendar:components_fromDate(NSCalendarUnitYear, nothing).year,
    calendar:components_fromDate(NSCalendarUnitYear, NSDate(-1e11)).year)
  spec.equal(#NSDateFormatter.new{ dateFormat = "yyyy" }:stringFromDate(nothing), 4)
  spec.equal(calendar:startOfDayForDate(geoscript.now() + 0 / 0) < spring, true)
end)

spec("the days of two centuries, and of ten thousand years, are counted without steps", function()
  -- Julian day numbers: 2,415,021 on 1900-01-01 and 2,488,070 on 2100-01-01.
  local days = calendar:components_fromDate_toDate_options(NSCalendarUnitDay, at(1900, 1, 1), at(2100, 1, 1), 0)
  spec.equal(days.day, 73049)
  local weeks = calendar:components_fromDate_toDate_options(
    NSCalendarUnitWeekOfYear | NSCalendarUnitDay, at(2100, 1, 1), at(1900, 1, 1), 0)
  spec.equal({ weeks.weekOfYear, weeks.day }, { -10435, -4 })
  for _ = 1, 200 do calendar:components_fromDate_toDate_options(NSCalendarUnitDay, at(1, 1, 1), at(9999, 1, 1), 0) end
end)
