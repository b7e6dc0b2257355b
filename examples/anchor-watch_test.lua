local t = geoscript.test
t.script "anchor-watch.lua"

t.test("alarms when the anchor drags", function(run)
  run:track "tracks/yacht.nmea"
  run:expectPrint "the anchor is down, and the boat may swing 60 m"
  run:expectAlert{ title = "The anchor drags", body = "60 m away, 12 satellites", at = "09:47:57" }
  run:finish()
  run:expectPrint "at the end 428 m away, the bow at 236°"
  run:expectNothingElse()
end)
