-- Two circles with the same edge: one with delays, one without, and a third through the apple policy.
local app = {}
local function note(word) return function(_, region) print(word, region.identifier, geoscript.now()) end end
app.didEnterRegion, app.didExitRegion = note "in", note "out"
local manager = CLLocationManager.new{ delegate = app }
local function circle(identifier)
  return CLCircularRegion.new{
    identifier = identifier, center = CLLocationCoordinate2DMake(0, 10), radius = 500,
  }
end
local slow = circle "slow"
slow.enterDelay, slow.exitDelay = 30, 60
manager:startMonitoringForRegion(slow, 0)
manager:startMonitoringForRegion(circle "quick", 0)
manager.regionPolicy = "apple"
manager:startMonitoringForRegion(circle "apple", 0)
