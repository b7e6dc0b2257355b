local t = geoscript.test
t.script "hello.lua"

t.test("greets and measures", function(run)
  run:wait "1s"
  run:expectPrint "Hello from default"
  run:expectPrint "Location services are on."
  run:expectPrint "Ljubljana to Zagreb: 117.1 km"
end)
