local t = geoscript.test
t.script "slack-fleet.lua"

t.test("tells who drives too fast, once in ten minutes", function(run)
  local bus = run:device("bus 7")
  bus:fix{ latitude = 45.45, longitude = 14.0 }
  bus:walk{ to = "45.50,14.0", speed = 30 }
  run:expectAlert{ title = "bus 7 drives at 108 km/h" }
  run:expectNothingElse()
  run:wait "10min"
  bus:walk{ to = "45.45,14.0", speed = 28 }
  run:expectAlert{ title = "bus 7 drives at 101 km/h" }
  run:expectNothingElse()
end)

t.test("says nothing at 80 km/h", function(run)
  run:fix{ latitude = 45.45, longitude = 14.0 }
  run:walk{ to = "45.50,14.0", speed = 22 }
  run:expectNothingElse()
end)
