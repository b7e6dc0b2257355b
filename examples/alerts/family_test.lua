local t = geoscript.test
t.script "family.lua"

t.test("tells who leaves and who comes home", function(run)
  local ann = run:device("ann")
  ann:fix{ latitude = 45.4526, longitude = 14.0182 }
  ann:walk{ to = "45.4566,14.0182", speed = 1.5 }
  run:expectAlert{ title = "ann has left home", priority = "high" }
  ann:walk{ to = "45.4526,14.0182", speed = 1.5 }
  run:expectAlert{ title = "ann is home" }
  run:expectNothingElse()
end)

t.test("a phone on the fence does not ring", function(run)
  run:fix{ latitude = 45.4526, longitude = 14.0182 }
  -- 150 m are 0.00135 degrees of latitude: to 10 m outside and back.
  for _ = 1, 5 do
    run:walk{ to = "45.45404,14.0182", speed = 1 }
    run:walk{ to = "45.45380,14.0182", speed = 1 }
  end
  run:expectNothingElse()
end)
