-- CLHeading, and the manager's compass: readings, true north, filter, orientation, calibration, failure.
-- run: --from headings.ndjson
local spec = require "spec"

local app = { headings = {}, calls = {} }
local function note(...) app.calls[#app.calls + 1] = table.concat({ ... }, " ") end
function app:didUpdateHeading(manager, heading)
  spec.equal(manager.heading == heading, true)
  self.headings[#self.headings + 1] = heading
  note("heading", heading.magneticHeading)
end
function app:didFailWithError(_, err)
  note("fail", err.code)
end
function app:locationManagerShouldDisplayHeadingCalibration()
  note("calibrate?")
  return true
end

local manager = CLLocationManager.new{ delegate = app }
local sideways = CLLocationManager()

spec("headingAvailable is asked of the class, in the old form of a manager", function()
  spec.equal(CLLocationManager:headingAvailable(), true)
  spec.equal(CLLocationManager.headingAvailable(), true)
  spec.equal(manager.headingAvailable, true)
end)

spec("a manager begins without a heading, with a filter of 1 degree, held upright", function()
  spec.equal(manager.heading, nil)
  spec.equal(manager.headingFilter, 1.0)
  spec.equal(manager.headingOrientation, CLDeviceOrientationPortrait)
end)

spec("orientations without a top are ignored, what is none is a mistake", function()
  sideways.headingOrientation = CLDeviceOrientationLandscapeLeft
  for _, flat in ipairs{ CLDeviceOrientationUnknown, CLDeviceOrientationFaceUp, CLDeviceOrientationFaceDown } do
    sideways.headingOrientation = flat
    spec.equal(sideways.headingOrientation, CLDeviceOrientationLandscapeLeft)
  end
  spec.raises("CLDeviceOrientation… expected, got 9", function() sideways.headingOrientation = 9 end)
end)

spec("a filter is a number", function()
  spec.raises("number expected, got NaN", function() manager.headingFilter = 0 / 0 end)
  sideways.headingFilter = kCLHeadingFilterNone
  spec.equal(sideways.headingFilter, -1.0)
end)

spec("a heading cannot be made or changed by a script", function()
  spec.raises("CLHeading", function() return CLHeading() end)
end)

manager:startUpdatingLocation()
manager:startUpdatingHeading()
sideways:startUpdatingHeading()

local stopped = CLLocationManager.new{ delegate = { didUpdateHeading = function() error("stopped") end } }
stopped:startUpdatingHeading()
stopped:stopUpdatingHeading()

spec.atEnd("headings come as the filter lets them, a bad one asks for calibration first", function()
  spec.equal(app.calls, {
    "heading 10.0", "heading 20.0", "calibrate?", "heading 359.5", "heading 0.5", "fail " .. kCLErrorHeadingFailure,
    "fail " .. kCLErrorDenied,
  })
end)

spec.atEnd("a reading says what the log said", function()
  local heading = app.headings[2]
  spec.equal(CLHeading.is(heading), true)
  spec.equal(heading.magneticHeading, 20.0)
  spec.equal(heading.headingAccuracy, 5.0)
  spec.equal({ heading.x, heading.y, heading.z }, { -5.68, 18.537, -28.31 })
  spec.equal(heading.timestamp, NSDate(1814529601.5))
  spec.equal(tostring(heading):sub(1, 81),
    "magneticHeading 20.00 trueHeading 2.51 accuracy 5.00 x -5.680 y +18.537 z -28.310")
  spec.raises("'x' of CLHeading is read-only", function() heading.x = 1 end)
end)

spec.atEnd("true north is known after the first fix: 17.49° by NOAA's table for noon of 2 July 2027 there", function()
  spec.equal(app.headings[1].trueHeading, -1.0)
  spec.near(app.headings[2].trueHeading, 20 - 17.49, 0.005)
  spec.equal(app.headings[3].trueHeading, -1.0) -- not of an invalid reading
  spec.equal(app.headings[4].trueHeading, 343.0) -- as the log has it
end)

spec.atEnd("what the log leaves out: accuracy 25 degrees, no field", function()
  spec.equal(app.headings[1].headingAccuracy, 25.0)
  spec.equal(app.headings[1].x, 0.0)
  spec.equal(app.headings[3].headingAccuracy, -1.0)
end)

spec.atEnd("in landscape left the device's right edge is the top", function()
  spec.equal(sideways.heading.magneticHeading, 90.5)
  spec.equal(sideways.heading.trueHeading, 73.0)
end)

spec.atEnd("the panel can be dismissed, the last heading stays", function()
  manager:dismissHeadingCalibrationDisplay()
  manager:stopUpdatingHeading()
  spec.equal(manager.heading.magneticHeading, 0.5)
end)
