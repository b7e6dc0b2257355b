-- Three geofences on a mountain walk: what the script says at each, and that it says nothing else.
local t = geoscript.test
t.script "geofence.lua"

t.test("alerts at each entry and exit", function(run)
  run:track "tracks/zbevnica-hike.gpx"
  run:expectAlert{ title = "Left the trailhead", body = "was here from the start", at = "09:55" }
  run:expectAlert{ title = "At the west ridge", event = "enter", at = "10:25:22" }
  run:expectAlert{ title = "Left the west ridge", body = "stayed 13 minutes", at = "10:38", within = "30s" }
  run:expectAlert{ title = "At the summit", region = "summit" }
  run:expectAlert{ title = "Left the summit", body = "stayed 44 minutes" }
  run:expectAlert{ title = "At the trailhead", at = "13:15" }
  run:expectState("trailhead", "inside")
  run:expectState("summit", "outside")
  run:expectNothingElse()
end)

t.test("a fix far away is no visit", function(run)
  run:fix{ latitude = 45.4526, longitude = 14.0182 }
  run:wait "10s"
  run:fix{ latitude = 46.0514, longitude = 14.5060 }
  run:expectAlert{ title = "Left the trailhead" }
  run:expectNoAlert{ event = "enter" }
end)
