local t = geoscript.test
t.script "clusters.lua"

t.test("joins pins that would cover each other", function(run)
  run:wait "1s"
  run:expectPrint "5.3° wide: Vienna, Bratislava, Graz, Salzburg"
  run:expectPrint "11 in one pin: Vienna"
end)
