-- One circle, three schedules: the hours of a shop, a night watch that passes midnight, and half-hour time.
local app = {}
function app.didEnterRegion() end
function app.didExitRegion() end
local manager = CLLocationManager.new{ delegate = app }
local function watch(identifier, schedule)
  local region = CLCircularRegion.new{
    identifier = identifier, center = CLLocationCoordinate2DMake(0, 10), radius = 500,
  }
  region.schedule = schedule
  manager:startMonitoringForRegion(region, 0)
end
watch("always", nil)
local weekdays = { "mon", "tue", "wed", "thu", "fri" }
watch("shop", { days = weekdays, from = "08:00", to = "18:00", timeZone = "Europe/Berlin" })
watch("night", { days = { "sat" }, from = "22:00", to = "06:00", timeZone = "Europe/Berlin" })
watch("kolkata", { from = "05:30", to = "05:31", timeZone = "Asia/Kolkata" })
