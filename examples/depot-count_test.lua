local t = geoscript.test
t.script("depot-count.lua", { groupBy = "depot", settings = "tracks/vans-settings.csv" })

t.test("counts the vans of each depot by itself", function(run)
  run:track "tracks/vans.csv"
  run:finish()
  run:device("v2"):expectAlert{ title = "First van of north", limit = 100, at = "20:34:41" }
  run:device("v4"):expectAlert{ title = "First van of south", at = "21:00:43" }
  run:expectAlert{ title = "First van of north" }
  run:expectAlert{ title = "First van of south" }
  run:expectPrint "north  1 of 2: v1"
  run:expectPrint "south  2 of 2: v3, v4"
  run:expectNothingElse()
end)

t.test("tells of an empty yard after ten minutes, and gives a van its own limit", function(run)
  local v1 = run:device("v1")
  v1:fix{ latitude = 45.29, longitude = 13.74, depot = "west" }
  run:wait "9min"
  run:expectNoAlert()
  run:wait "61s"
  run:expectAlert{ title = "No van of west in the yard for ten minutes", group = "west" }
  v1:fix{ latitude = 45.2764, longitude = 13.7198, depot = "west" }
  v1:expectAlert{ title = "First van of west", limit = 80 }
  v1:expectState("yard", "inside")
  run:expectNothingElse()
end)
