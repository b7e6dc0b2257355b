local app = {}
function app:didEnterRegion(manager, region) geoscript.alert{ title = "in" } end
CLLocationManager.new{ delegate = app }
