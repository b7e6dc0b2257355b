local t = geoscript.test
t.script "phones.lua"

t.test("hears phones of three kinds", function(run)
  run:track "tracks/phones.ndjson"
  run:device("jane/phone"):expectAlert{ title = "jane/phone is at home" }
  run:device("jane/phone"):expectAlert{ title = "jane/phone has left home" }
  run:device("van"):expectPrint "battery at 15 %"
  run:device("bob"):expectPrint "locative enter"
end)
