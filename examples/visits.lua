-- A diary of the places where somebody stayed, from visit monitoring.
local diary = {}

-- "25 min", if the beginning was seen.
local function length(visit)
  if visit.arrivalDate == NSDate.distantPast() then return "some time" end
  return string.format("%.0f min", (visit.departureDate - visit.arrivalDate) / 60)
end

-- Called twice for a visit: at the arrival, and at the departure with both dates.
function diary:didVisit(_, visit)
  local place = string.format("%.4f, %.4f", visit.coordinate.latitude, visit.coordinate.longitude)
  if visit.departureDate == NSDate.distantFuture() then
    print(string.format("%s  at %s", geoscript.now():format("%H:%M"), place))
  else
    print(string.format("%s  left %s after %s", visit.departureDate:format("%H:%M"), place, length(visit)))
  end
end

local manager = CLLocationManager.new{ delegate = diary }
manager:startMonitoringVisits()
geoscript.onFinish(function() print(manager.isStationary and "There still." or "On the way.") end)
