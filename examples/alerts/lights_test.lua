local t = geoscript.test
t.script "lights.lua"

t.test("the light is on while somebody is near", function(run)
  run:fix{ latitude = 45.46, longitude = 14.0182 }
  run:walk{ to = "45.4526,14.0182", speed = 2 }
  run:expectSent("lights", "ON")
  run:walk{ to = "45.46,14.0182", speed = 2 }
  run:expectSent("lights", { state = "OFF", transition = 30 })
  run:expectNothingElse()
end)
