local t = geoscript.test
t.script "place-names.lua"

t.test("names the places by the gazetteer", function(run)
  run:track "tracks/fleet.ndjson"
  run:expectPrint "near Rijeka, Croatia"
  run:expectPrint "IJsselmeer, Netherlands"
end)

t.test("takes the names that a geocoder gives", function(run)
  run:geocode{ latitude = 45.4526, longitude = 14.0182, locality = "Lanišće", country = "Croatia" }
  run:fix{ latitude = 45.4526, longitude = 14.0182 }
  run:wait "1s"
  run:expectPrint "Lanišće, Croatia"
end)
