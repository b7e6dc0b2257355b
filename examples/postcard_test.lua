local t = geoscript.test
t.script "postcard.lua"

t.test("measures the hike", function(run)
  run:track "tracks/zbevnica-hike.gpx"
  run:finish()
  run:expectPrint "6.3 km, 753 to 1017 m"
end)
