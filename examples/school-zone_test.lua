local t = geoscript.test
t.script "school-zone.lua"

t.test("tells how fast the car was, and how long it stood in the yard", function(run)
  run:track "tracks/visnjan-drive.gpx"
  run:expectPrint "the stop is 8 m inside the yard"
  run:expectAlert{ title = "Too fast", body = "40 km/h in School Street", event = "exit" }
  run:expectAlert{ title = "Left the yard", body = "after 133 seconds" }
  run:expectNothingElse()
end)
