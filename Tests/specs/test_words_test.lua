-- Every word of geoscript.test and of its runs (TE-1 … TE-8).
local t = geoscript.test
t.script("test_words.lua", { args = { "a" } })
t.timeZone "Europe/Berlin"

t.test("events and expectations", function(run)
  assert(run:isKindOfClass(TestRun))
  run:geocode{ address = "Nowhere 1", latitude = 52.5, longitude = 13.4, locality = "Erewhon" }
  run:fix{ latitude = 52.502, longitude = 13.4 }
  run:expectPrint "Erewhon"
  run:walk{ to = "52.5,13.4", speed = "5km/h" }
  run:expectAlert{ title = "entered yard", at = "08:02", within = "1min" }
  run:expectCall("didEnterRegion")
  run:expectSent("lights", { on = true })
  run:expectState("yard", "inside")
  run:sim "still?at=52.5,13.4&duration=1min"
  run:tap{ annotation = "Depot" }
  run:expectPrint "selected Depot"
  run:event{ type = "signalLost" }
  run:expectNoAlert()
  run:device("other"):fix{ latitude = 52.5, longitude = 13.4 }
  run:device("other"):expectState("yard", "inside")
  run:wait "10min"
  run:expectFailure "ten minutes"
  run:wait "10min"
  run:expectFailure "ten minutes"
  run:finish()
  run:expectPrint "finished"
  run:expectNothingElse()
end)

t.test("files", function(run)
  run:geocode{ address = "Nowhere 1", fails = true }
  run:track("walk.ndjson", { start = "1970-01-01" })
  run:wait "1s"
end)

t.test("logs", function(run)
  run:geocode{ address = "Nowhere 1", fails = true }
  run:events "walk.ndjson"
end)
