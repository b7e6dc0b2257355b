-- run: --from walk.ndjson --time-zone Europe/Berlin
-- Local times: the zone of the run, another one, and UTC.
local spec = require "spec"

spec("the zone of the run", function()
  spec.equal(geoscript.timeZone, "Europe/Berlin")
  -- 2026-03-29T01:00:00Z, when the clocks are put forward.
  spec.equal(os.date("%Y-%m-%d %H:%M:%S %z", 1774745999), "2026-03-29 01:59:59 +0100")
  spec.equal(os.date("%Y-%m-%d %H:%M:%S %z", 1774746000), "2026-03-29 03:00:00 +0200")
  spec.equal(os.date("!%H:%M %Z", 1774746000), "01:00 UTC")
  spec.equal(os.date("%H:%M", 1774746000, "Asia/Tokyo"), "10:00")
  spec.equal(os.date("%H:%M %Z", NSDate(1774746000), "+05:30"), "06:30 +05:30")
  spec.equal(os.date("*t", 1774746000).isdst, true)
  spec.equal(os.date("*t", 1774745999).isdst, false)
  spec.equal(os.date("*t", 1774746000).hour, 3)
  spec.raises("unknown time zone 'Mars/Base'", os.date, "%H", 0, "Mars/Base")
end)

spec("os.time reads local times", function()
  spec.equal(os.time{ year = 2026, month = 7, day = 1, hour = 12 }, 1782900000)
  spec.equal(os.time(os.date("*t", 1774746000)), 1774746000)
  -- The hour that comes twice: isdst says which is meant.
  local twice = { year = 2026, month = 10, day = 25, hour = 2, min = 30 }
  spec.equal(os.time(twice), 1792888200)
  twice.isdst = true
  spec.equal(os.time(twice), 1792888200)
  twice.isdst = false
  spec.equal(os.time(twice), 1792891800)
  spec.equal(os.time(os.date("*t", 1792891800)), 1792891800)
  -- As mktime: noon of winter's clock is one o'clock of summer's.
  spec.equal(os.time{ year = 2026, month = 7, day = 1, hour = 12, isdst = false }, 1782903600)
  spec.equal(os.time{ year = 2026, month = 1, day = 1, hour = 12, isdst = true }, 1767261600)
end)

spec("dates as text", function()
  local date = NSDate(1774746000)
  spec.equal(date:format("%H:%M"), "03:00")
  spec.equal(date:format("%d.%m. %H:%M", "America/New_York"), "28.03. 21:00")
  spec.equal(date:format(), "2026-03-29 03:00:00")
  spec.equal(date:format("%Z"), "CEST")
  spec.equal(NSDate(1774745999):format("%Z"), "CET")
  spec.equal(date:format("%Z", "America/New_York"), "EDT")
  spec.equal(NSDate(4102444800):format("%Z", "America/New_York"), "EST")
  spec.equal(date:format("%s %k %l %P"), "1774746000  3  3 am")
  spec.equal(date:format("%%s"), "%s")
  spec.equal(date:format("a\0b%H"), "a\0b03")
  spec.equal(os.date("\0%H", 1774746000), "\0" .. "03")
  spec.raises("unknown time zone 'x'", date.format, date, "%H", "x")
  spec.raises("'local' (leave it out for the time zone of the run)", date.format, date, "%H", "local")
  spec.raises("invalid conversion specifier '%Q'", date.format, date, "%Q")
end)

spec("whether a schedule is open", function()
  local region = CLCircularRegion(CLLocationCoordinate2D(46, 14), 50, "school")
  spec.equal(region:isOpen(), true)
  region.schedule = { days = { "mon", "sun" }, from = "07:00", to = "09:00", timeZone = "Europe/Berlin" }
  -- 2026-03-29 is a Sunday; from then on Berlin is two hours ahead.
  spec.equal(region:isOpen(NSDate(1774746000)), false)
  spec.equal(region:isOpen(NSDate(1774746000 + 4 * 3600)), true)
  spec.equal(region:isOpen(NSDate(1774746000 + 6 * 3600)), false)
  spec.equal(region:isOpen(), false)
end)

spec("a schedule has days and a beginning", function()
  local region = CLCircularRegion(CLLocationCoordinate2D(46, 14), 50, "school")
  spec.raises("a schedule needs a day", function() region.schedule = { days = {} } end)
  spec.raises("a schedule cannot begin at 24:00", function() region.schedule = { from = "24:00" } end)
  region.schedule = { from = "08:00", to = "24:00" }
  spec.equal(region.schedule.to, "24:00")
end)
