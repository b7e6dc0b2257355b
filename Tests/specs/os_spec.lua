-- os: time on the device's clock, in UTC.
local spec = require "spec"

spec("time is the device's, in whole seconds", function()
  spec.equal(os.time(), 1000)
  spec.equal(math.type(os.time()), "integer")
end)

spec("time of a table counts in UTC, noon by default", function()
  spec.equal(os.time{ year = 1970, month = 1, day = 1, hour = 0 }, 0)
  spec.equal(os.time{ year = 1970, month = 1, day = 1 }, 43200)
  spec.equal(os.time{ year = 2026, month = 2, day = 29, hour = 0, min = 0, sec = 1 }, 1772323201)
  spec.raises("os.time: year, month or day is missing", os.time, { year = 2026 })
end)

spec("date formats like strftime", function()
  spec.equal(os.date("%Y-%m-%d %H:%M:%S", 0), "1970-01-01 00:00:00")
  spec.equal(os.date("!%A %d %B", 86400), "Friday 02 January")
  spec.equal(os.date("%H:%M"), "00:16")
  spec.equal(os.date("", 0), "")
  spec.equal(os.date("%%", 0), "%")
  spec.equal(os.date(nil, 0), "Thu Jan  1 00:00:00 1970")
end)

spec("date *t gives a table that time takes back", function()
  local parts = os.date("*t", 1772323201)
  spec.equal(parts, {
    year = 2026, month = 3, day = 1, hour = 0, min = 0, sec = 1, wday = 1, yday = 60, isdst = false,
  })
  spec.equal(os.time(parts), 1772323201)
end)

spec("an unknown conversion is an error, as in Lua", function()
  spec.raises("%Ez", os.date, "%Ez", 0)
  spec.raises("%Q", os.date, "%Q", 0)
  spec.raises("invalid conversion specifier '%'", os.date, "100%", 0)
end)

spec("difftime is the difference", function()
  spec.equal(os.difftime(10, 4), 6.0)
end)

spec("clock counts from the start of the script on the device's clock", function() spec.equal(os.clock(), 0.0) end)

spec.atEnd("clock and time follow the log", function()
  spec.equal(os.clock(), 90.5)
  spec.equal(os.time(), 1090)
end)

spec("what reaches outside is not there", function()
  for _, name in ipairs{ "execute", "exit", "getenv", "remove", "rename", "tmpname", "setlocale" } do
    spec.raises("'os." .. name .. "' is not available in scripts", function() return os[name] end)
  end
end)
