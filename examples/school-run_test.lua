local t = geoscript.test
t.script "school-run.lua"

t.test("tells who is late, and when the child arrives", function(run)
  run:track "tracks/visnjan-drive.gpx"
  run:expectAlert{ title = "Late for school", body = "on the way for two minutes", at = "06:19:05" }
  run:expectAlert{ title = "At school", seconds = 133 }
  run:expectAlert{ title = "Home again" }
  run:expectNothingElse()
end)

t.test("is late without another fix: the timer alone tells", function(run)
  run:fix{ latitude = 45.2734, longitude = 13.7141 }
  run:wait "10s"
  run:fix{ latitude = 45.2750, longitude = 13.7160 }
  run:expectNoAlert()
  run:wait "119s"
  run:expectNoAlert()
  run:wait "2s"
  run:expectAlert{ title = "Late for school" }
end)

t.test("is not late after a short way", function(run)
  run:fix{ latitude = 45.2734, longitude = 13.7141 }
  run:wait "10s"
  run:walk{ to = { 45.2764, 13.7198 }, speed = "30km/h" }
  run:expectAlert{ title = "At school" }
  run:wait "10min"
  run:expectNothingElse()
end)
