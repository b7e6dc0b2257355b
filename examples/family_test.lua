local t = geoscript.test
t.script("family.lua", { staleAfter = 1800 })

t.test("tells who is at home, who is silent, and that the kid is alone", function(run)
  run:track "tracks/family.ndjson"
  run:expectAlert{ title = "The kid has been alone for five minutes", at = "20:52:47" }
  run:expectAlert{ title = "dad is at home", at = "21:06:53" }
  run:expectAlert{ title = "The kid has been alone for five minutes", at = "21:17:53" }
  run:expectAlert{ title = "Nobody is at home", at = "21:51:40" }
  run:expectAlert{ title = "Nothing from dad since 21:32", at = "22:02:53" }
  run:expectAlert{ title = "mom is at home" }
  run:expectNothingElse()
end)

t.test("a phone that has sent nothing for long may be anywhere", function(run)
  local home = { latitude = 45.2764, longitude = 13.7198 }
  run:device("mom"):fix(home)
  run:device("dad"):fix(home)
  run:wait "29min"
  run:device("dad"):fix(home)
  run:wait "2min"
  run:expectAlert{ title = "Nothing from mom since 08:00" }
  run:device("dad"):walk{ to = "45.29,13.74", speed = 2 }
  run:wait "2min"
  run:expectNoAlert{ title = "Nobody is at home" }
end)
