-- lb.move, concat, insert, remove and unpack.
local h = ...
local compare, expect, expect_error, pick, random = h.compare, h.expect, h.expect_error, h.pick, h.random

local function copy_of(t)
  local out = {}
  for k, v in next, t do out[k] = v end
  return out
end

for _ = 1, 3000 do
  local t = {}
  for i = 1, random(0, 12) do t[i] = random(5) == 1 and pick{1.5, "x", "y\0", 2^53, -3} or i end
  local f, e, at = random(-2, 14), random(-2, 14), random(-4, 16)
  local one, two = copy_of(t), copy_of(t)
  if random(2) == 1 then
    lb.move(one, f, e, at)
    table.move(two, f, e, at)
    for i = -20, 40 do expect("move", one[i], two[i]) end
  else
    local a, b = {}, {}
    expect("move", lb.move(one, f, e, at, a), a)
    table.move(two, f, e, at, b)
    for i = -20, 40 do expect("move", a[i], b[i]) end
  end
  compare("concat", t, random(2) == 1 and pick{"", ",", "--", 5} or nil, random(3) == 1 and random(-1, 13) or nil, random(3) == 1 and random(-1, 13) or nil)
  local grown, shrunk = copy_of(t), copy_of(t)
  local at, value = random(-2, 10), random(2) == 1 and "v" or nil
  local went, wanted = pcall(lb.insert, grown, at, value), pcall(table.insert, shrunk, at, value)
  expect("insert", went, wanted)
  for i = -20, 40 do expect("insert", grown[i], shrunk[i]) end
  went, wanted = {pcall(lb.remove, grown, at)}, {pcall(table.remove, shrunk, at)}
  expect("remove", went[1], wanted[1])
  if went[1] then expect("remove", went[2], wanted[2]) end
  for i = -20, 40 do expect("remove", grown[i], shrunk[i]) end
  compare("unpack", t, random(3) == 1 and random(-3, 13) or nil, random(3) == 1 and random(-3, 13) or nil)
end
for _, case in ipairs{
  {}, {1}, {{}}, {{1, 2}}, {{1, {}, 3}}, {{1, true}}, {{1, 2}, ","}, {{1, 2}, {}}, {{1, 2}, ",", 1, 3}, {{1}, ",", "1"}, {{1}, ",", 1.5}, {"x"},
  {setmetatable({}, {__index = function(_, i) return "v" .. i end, __len = function() return 3 end}), "-"}, {setmetatable({}, {__len = function() return "x" end})},
  {{[math.maxinteger] = "m"}, "", math.maxinteger, math.maxinteger}, {{[math.mininteger] = "m"}, "", math.mininteger, math.mininteger},
} do compare("concat", table.unpack(case)) end
for _, case in ipairs{
  {}, {1}, {{}}, {{1, 2, nil, 4}, 1, 4}, {{1}, 1, 1e8}, {{}, math.mininteger, math.maxinteger}, {{}, 0, math.maxinteger}, {{}, "1", "2"}, {"abc"}, {"abc", 1, 2},
  {{}, 1.5}, {setmetatable({}, {__index = function(_, i) return i * 2 end}), 1, 5}, {{[math.maxinteger] = 3}, math.maxinteger, math.maxinteger}, {{}, 5, 4}, {{}, 1, {}},
} do compare("unpack", table.unpack(case)) end
for _, case in ipairs{
  {}, {{}}, {{}, 1}, {{}, 1, 2}, {1, 1, 1, 1}, {{}, 1, 1, 1, 1}, {{}, -1, math.maxinteger, 1}, {{}, 1, math.maxinteger, 2}, {{}, math.mininteger, 5, 1}, {{}, 1.5, 2, 3}, {"x", 1, 1, 1},
} do compare("move", table.unpack(case)) end
lb.budget()
expect_error("move", "table.move: 10000001 elements are more than the 10000000 allowed", lb.move, {}, 1, 10000001, 2)
expect_error("unpack", "too many results to unpack", lb.unpack, {}, 1, 1000001)
lb.budget(100000)
expect_error("budget", "over budget", lb.move, {}, 1, 10000000, 2)
expect_error("budget", "over budget", lb.concat, setmetatable({}, {__index = function() return "x" end, __len = function() return 1 << 40 end}))
expect_error("budget", "over budget", lb.unpack, {}, 1, 200000)
