local t = geoscript.test
t.script "home-assistant.lua"

t.test("tells after a quarter of an hour at the trailhead", function(run)
  run:fix{ latitude = 45.45, longitude = 14.018 }
  run:walk{ to = "45.4530,14.0180", speed = 2 }
  run:expectState("trailhead", "inside")
  run:sim "still?at=45.4530,14.0180&duration=10min"
  run:expectNoAlert()
  run:sim "still?at=45.4530,14.0180&duration=10min"
  run:expectAlert{ title = "default stays at the trailhead" }
  run:expectNothingElse()
end)

t.test("says nothing of somebody who passes", function(run)
  run:fix{ latitude = 45.45, longitude = 14.018 }
  run:walk{ to = "45.4560,14.0180", speed = 2 }
  run:wait "20min"
  run:expectState("trailhead", "outside")
  run:expectNothingElse()
end)
