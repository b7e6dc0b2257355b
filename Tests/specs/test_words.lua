-- What test_words_test.lua tests: a script that alerts, calls, sends, prints, fails and looks places up.
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local center = CLLocationCoordinate2DMake(52.5, 13.4)
local map = MKMapView.new{ region = MKCoordinateRegionMakeWithDistance(center, 800, 800) }

function app.didEnterRegion(_, region)
  geoscript.alert{ title = "entered " .. region.identifier }
  geoscript.send("lights", { on = true })
end

function app.didExitRegion(_, region) geoscript.alert{ title = "left " .. region.identifier } end
function app.didSelectAnnotationView(_, view) print("selected " .. view.annotation.title) end

map.delegate = app
map:addAnnotation(MKPointAnnotation.new{ title = "Depot", coordinate = CLLocationCoordinate2DMake(52.5, 13.4) })
manager:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "yard", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50,
})
geoscript.after(600, function() error "ten minutes are over" end)
CLGeocoder.new{}:geocodeAddressString("Nowhere 1", function(places) print(places and places[1].locality) end)
geoscript.onFinish(function() print "finished" end)
