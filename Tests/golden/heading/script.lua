-- Two managers with one compass: upright with a filter, and sideways without one.
local app = {}

local function show(who, heading)
  print(string.format("%s: magnetic %.1f true %.1f accuracy %.0f", who, heading.magneticHeading, heading.trueHeading,
    heading.headingAccuracy))
end
function app:didUpdateHeading(manager, heading)
  show("upright", heading)
  if manager.heading ~= heading then error("the manager has another heading") end
end
function app:didFailWithError(_, problem)
  print("error", problem.code == kCLErrorHeadingFailure and "heading" or problem.code, problem)
end
function app:locationManagerShouldDisplayHeadingCalibration()
  print("calibrate?")
  return true
end

local upright = CLLocationManager.new{ delegate = app, headingFilter = 3 }
upright:startUpdatingLocation()
upright:startUpdatingHeading()

local sideways = CLLocationManager.new{
  headingFilter = kCLHeadingFilterNone, headingOrientation = CLDeviceOrientationLandscapeRight,
  delegate = { didUpdateHeading = function(_, heading) show("sideways", heading) end },
}
sideways:startUpdatingHeading()

geoscript.after(40, function() upright:stopUpdatingHeading() end)
geoscript.after(50, function() upright:startUpdatingHeading() end)
