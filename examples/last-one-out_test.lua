local t = geoscript.test
t.script "last-one-out.lua"

t.test("tells who locks up and who opens", function(run)
  run:track "tracks/family.ndjson"
  run:expectAlert{ title = "kid is the last one out: lock up", at = "21:50:40" }
  run:expectAlert{ title = "mom opens the workshop" }
  run:expectNothingElse()
end)
