-- Each device of the log has its own copy of the script.
local t = geoscript.test
t.script "fleet.lua"

t.test("counts the visits of each device", function(run)
  run:track "tracks/fleet.ndjson"
  run:device("lake-walker"):expectAlert{ title = "Reached the lake bed", visits = 1 }
  run:device("hiker"):expectAlert{ title = "Reached the summit", at = "07:54" }
  run:device("car"):expectNoAlert{ title = "Reached the summit" }
  run:device("yacht"):expectState("race mark", "outside")
  run:finish()
  run:expectPrint "lake-walker   13.5 km, visits: 4"
end)
