local app = {}
function app:didExitRegion(manager, region) geoscript.alert{ title = "left " .. region.identifier } end
local home = CLCircularRegion.new{ center = CLLocationCoordinate2DMake(45.45, 14.02), radius = 100, schedule = { day = { "mon" }, from = "08:00", to = "16:00" }, identifier = "home" }
