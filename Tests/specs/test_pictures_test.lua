-- A picture that a script draws, in noisy worlds that do not move it (TE-6, TE-10).
local t = geoscript.test
t.script "test_picture.lua"
t.worlds(2, { jitter = "1m" })

t.test("the map looks like its picture", function(run)
  run:wait "1s"
  run:expectPicture("images/test-picture.png", { within = 0.5 })
end)
