-- A fence that a finger moves: the drags and the tap are those of the log.
local t = geoscript.test
t.script "moving-fence.lua"

t.test("watches the fence where the user drops it", function(run)
  run:events "tracks/moving-fence.ndjson"
  run:expectCall("calloutAccessoryControlTapped")
  run:expectPrint "fence\t100 m"
  run:expectPrint "fence dropped at 45.4550, 14.0200"
  run:expectAlert{ title = "Outside the fence", at = "09:01" }
  run:expectAlert{ title = "Inside the fence", at = "09:04" }
  run:expectAlert{ title = "Outside the fence", at = "09:06" }
  run:expectNothingElse()
end)
