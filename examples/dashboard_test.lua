local t = geoscript.test
t.script "dashboard.lua"

t.test("follows the car and names what comes into sight", function(run)
  run:track "tracks/visnjan-drive.gpx"
  run:finish()
  run:expectPrint "following"
  run:expectPrint "chapel comes into sight, 210 m away"
  run:expectPrint "in sight at the end: 3 of 5"
end)
