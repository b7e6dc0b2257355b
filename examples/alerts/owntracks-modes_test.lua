local t = geoscript.test
t.script "owntracks-modes.lua"

-- What goes to phones is no channel's message: the region is what can be seen here.
t.test("knows who is at home", function(run)
  run:fix{ latitude = 45.4526, longitude = 14.0182 }
  run:expectState("home", "inside")
  run:walk{ to = "45.4566,14.0182", speed = 1.5 }
  run:expectCall("didExitRegion", { region = "home" })
  run:walk{ to = "45.4526,14.0182", speed = 1.5 }
  run:expectCall("didEnterRegion", { region = "home" })
end)
