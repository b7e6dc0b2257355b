-- Three geofences on a mountain walk: an alert at each entry and exit, with the length of each visit.
local places = {
  { identifier = "trailhead", center = CLLocationCoordinate2DMake(45.4526, 14.0182), radius = 150 },
  { identifier = "west ridge", center = CLLocationCoordinate2DMake(45.4612, 14.0040), radius = 150 },
  { identifier = "summit", center = CLLocationCoordinate2DMake(45.4589, 14.0139), radius = 120 },
}

local app = { arrival = {} }
local manager = CLLocationManager.new{ delegate = app }

function app:didEnterRegion(_, region)
  self.arrival[region.identifier] = geoscript.now()
  geoscript.alert{ title = "At the " .. region.identifier }
end

function app:didExitRegion(_, region)
  local arrival = self.arrival[region.identifier]
  local body = "was here from the start"
  if arrival then
    body = string.format("stayed %.0f minutes", (geoscript.now() - arrival) / 60)
  end
  geoscript.alert{ title = "Left the " .. region.identifier, body = body }
end

function app:monitoringDidFailForRegion(_, region, err)
  print("cannot watch " .. region.identifier .. ": " .. err.localizedDescription)
end

for _, place in ipairs(places) do
  manager:startMonitoringForRegion(CLCircularRegion.new(place), kCLLocationAccuracyHundredMeters)
end
