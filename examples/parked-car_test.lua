-- A night of bad data: no car may ring that is only badly measured, and the one that is towed must.
local t = geoscript.test
t.script "parked-car.lua"
t.worlds(5, { jitter = "8m", outliers = "1%", dropout = "5%" })

t.test("a parked car does not ring", function(run)
  run:sim "still?at=45.4526,14.0182&duration=1h"
  run:expectNoAlert()
end)

t.test("a towed car rings within two minutes", function(run)
  run:sim "still?at=45.4526,14.0182&duration=5min"
  run:walk{ to = { 45.4710, 14.0002 }, speed = "30km/h" }
  run:expectAlert{ title = "default has left its parking space", at = "08:05", within = "2min" }
end)
