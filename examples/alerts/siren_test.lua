local t = geoscript.test
t.script "siren.lua"

t.test("sounds every minute until the boat is back", function(run)
  local boat = run:device("boat")
  boat:fix{ latitude = 45.4526, longitude = 14.0182 }
  boat:walk{ to = "45.4566,14.0182", speed = 3 }
  run:expectSent("siren", "ON")
  run:expectAlert{ title = "boat has left its place", priority = "max" }
  run:wait "150s"
  for _ = 1, 4 do run:expectAlert{ title = "boat has left its place" } end
  run:expectNothingElse()
  boat:walk{ to = "45.4526,14.0182", speed = 3 }
  run:expectSent("siren", "OFF")
  run:expectAlert{ title = "boat is back at its place" }
end)
