local t = geoscript.test
t.script "course-or-heading.lua"

t.test("takes the compass on foot and the course in the car", function(run)
  run:track "tracks/walk-and-drive.ndjson"
  run:expectPrint "15:00:00  heading   0.0 m/s   74°  → east"
  run:expectPrint "course"
end)
