-- Teslameter: TeslameterViewController shows the magnetic field of each heading.
-- https://developer.apple.com/library/archive/samplecode/Teslameter
-- run: --from compass.ndjson
local controller = {}
local locationManager = CLLocationManager()

function controller:viewDidLoad()
  if not CLLocationManager:headingAvailable() then return print("No Compass!") end
  locationManager.headingFilter = kCLHeadingFilterNone
  locationManager.delegate = self
  locationManager:startUpdatingHeading()
end

function controller:didUpdateHeading(_, heading)
  local magnitude = math.sqrt(heading.x * heading.x + heading.y * heading.y + heading.z * heading.z)
  -- 20² + 10² + 40² = 2100.
  assert(math.abs(magnitude - math.sqrt(2100)) < 1e-9)
  print(string.format("%.1f %.1f %.1f = %.1f", heading.x, heading.y, heading.z, magnitude))
end

function controller:didFailWithError(_, error)
  if error.code == kCLErrorDenied then
    locationManager:stopUpdatingHeading()
  elseif error.code == kCLErrorHeadingFailure then
    print("heading failure")
  end
end

controller:viewDidLoad()
