local t = geoscript.test
t.script "convoy.lua"

t.test("tells who has lost the leader, and who is back", function(run)
  run:track "tracks/convoy.ndjson"
  run:finish()
  run:device("car-1"):expectAlert{ title = "car-1 is back", at = "20:27:14" }
  run:expectAlert{ title = "car-2 is back", at = "20:27:19" }
  run:expectAlert{ title = "car-2 has lost the leader", at = "20:44:10" }
  run:expectAlert{ title = "car-2 is back", at = "21:00:19" }
  run:expectPrint "cars: 3"
  run:expectNothingElse()
end)

t.test("a car that nobody leads loses nobody", function(run)
  run:device("car-1"):fix{ latitude = 45.2764, longitude = 13.7 }
  run:device("car-1"):walk{ to = "45.30,13.75", speed = "50km/h" }
  run:expectNoAlert()
end)
