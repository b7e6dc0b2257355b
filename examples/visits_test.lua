local t = geoscript.test
t.script "visits.lua"

t.test("writes a diary of the day", function(run)
  run:track "tracks/day.ndjson"
  run:finish()
  run:expectPrint "04:37  at 46.0791, 14.4980"
  run:expectPrint "left 46.0493, 14.5420 after 226 min"
  run:expectPrint "There still."
end)
