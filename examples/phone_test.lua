-- A phone with OwnTracks, as its recorder kept it.
local t = geoscript.test
t.script("phone.lua", { waypoints = true })

t.test("alerts at the phone's own regions, and before its battery is empty", function(run)
  run:track "tracks/rec/jane/phone/2026-01.rec"
  run:expectAlert{ title = "jane/phone has left Home", event = "exit" }
  run:expectPrint "the phone says: leave Home"
  run:expectAlert{ title = "jane/phone: battery at 15 %" }
  run:expectAlert{ title = "jane/phone has come to Office" }
  run:expectPrint "the broker has lost jane/phone"
  run:expectNothingElse()
end)
