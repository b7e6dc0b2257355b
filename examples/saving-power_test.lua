local t = geoscript.test
t.script "saving-power.lua"

t.test("switches the GPS off at rest", function(run)
  run:track "tracks/day.ndjson"
  run:finish()
  run:expectPrint "at rest: the cells will do"
  run:expectPrint "on the way: GPS"
  run:expectPrint "GPS was on for 0.9 of 11.7 hours"
end)
