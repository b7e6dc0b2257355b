local t = geoscript.test
t.script "distance-log.lua"

t.test("writes a line for every 500 metres", function(run)
  run:track "tracks/zbevnica-hike.gpx"
  run:expectPrint "latitude +45.452596, longitude +14.018194   0.0 km"
  run:expectPrint "0.5 km"
  run:expectPrint "no fix\tkCLErrorDomain\t0"
  run:expectPrint "3.5 km"
end)
