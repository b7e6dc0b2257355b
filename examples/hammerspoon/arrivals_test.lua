-- What the script says when its names are Hammerspoon's.
local t = geoscript.test
t.script "arrivals.lua"

t.test("one way in and one way out", function(run)
  run:track "../tracks/zbevnica-hike.gpx"
  run:expectAlert{ title = "Arrived: summit", region = "summit", event = "enter", at = "11:30:28" }
  run:expectAlert{ title = "Left: summit", event = "exit" }
  run:expectState("summit", "outside")
  run:expectNothingElse()
end)

t.test("a walk past the summit says nothing", function(run)
  run:fix{ latitude = 45.4526, longitude = 14.0182 }
  run:wait "10s"
  run:fix{ latitude = 45.4530, longitude = 14.0190 }
  run:expectNoAlert{}
end)
