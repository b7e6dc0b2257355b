CLGeocoder():geocodeAddressString("Nadi", function(places) print(places[1].name) end)
