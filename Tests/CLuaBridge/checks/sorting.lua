-- lb.sort: stable, and with any comparator.
local h = ...
local count, show_all, fail, expect, expect_error, pick, random_subject, random =
  h.count, h.show_all, h.fail, h.expect, h.expect_error, h.pick, h.random_subject, h.random

local function stable_reference(t, less)
  local out = {}
  for i = 1, #t do
    local j = i
    while j > 1 and less(t[i], out[j - 1]) do
      out[j] = out[j - 1]
      j = j - 1
    end
    out[j] = t[i]
  end
  return out
end

local function same_list(what, got, wanted)
  count(what)
  local ok = #got == #wanted
  for i = 1, #got do
    ok = ok and (rawequal(got[i], wanted[i]) or got[i] ~= got[i] and wanted[i] ~= wanted[i]) and math.type(got[i]) == math.type(wanted[i])
      and (got[i] ~= 0 or 1 / got[i] == 1 / wanted[i])
  end
  if not ok then
    got.n, wanted.n = #got, #wanted
    fail("%s: got %s, wanted %s", what, show_all(got), show_all(wanted))
  end
end

local function default_less(a, b) return a < b end
local makers = {
  function() return random(0, 20) end, function() return random(0) end, function() return random() end,
  function() return pick{0, 0.0, -0.0, 1, 1.0, 2, 2.0, 0.5, 2^53, 2^53 | 0, (1 << 53) + 1, math.maxinteger, 2^63, math.mininteger, -2^63, 1 / 0, -1 / 0} end,
  function() return pick{0.0, -0.0, 1.5, -1.5, 1 / 0, -1 / 0} end, function() return random_subject() end,
  function() return "common prefix " .. random(0, 30) end, function() return pick{"", "a", "a\0", "a\0b", "aaaaaaaa", "aaaaaaaa\0", "b"} end,
}
local mt = {__lt = function(a, b) return a.key < b.key end}
for round = 1, 3000 do
  local make = pick(makers)
  local n = round % 100 == 0 and random(300, 900) or random(0, 60)
  local t = {}
  for i = 1, n do t[i] = make() end
  local wanted = stable_reference(t, default_less)
  lb.sort(t)
  same_list("sort", t, wanted)
  -- With a comparator, on records; and through __lt.
  local records = {}
  for i = 1, n do records[i] = setmetatable({key = random(0, 10), i = i}, mt) end
  local less = pick{mt.__lt, function(a, b) return a.key > b.key end}
  wanted = stable_reference(records, less)
  local again = {table.unpack(records)}
  lb.sort(records, less)
  same_list("sort", records, wanted)
  wanted = stable_reference(again, mt.__lt)
  lb.sort(again)
  same_list("sort", again, wanted)
end
do
  -- Any comparator ends.
  for _ = 1, 300 do
    local t = {}
    for i = 1, random(2, 400) do t[i] = i end
    lb.sort(t, function() return random(2) == 1 end)
    local sum = 0
    for _, v in ipairs(t) do sum = sum + v end
    expect("sort", sum, #t * (#t + 1) // 2)
  end
  local nans = {}
  for i = 1, 100 do nans[i] = i % 3 == 0 and 0 / 0 or random() end
  lb.sort(nans)
  expect("sort", #nans, 100)
  -- Errors leave the table as it was.
  local t = {3, 1, 2}
  expect_error("sort", "stop", lb.sort, t, function() error("stop") end)
  same_list("sort", t, {3, 1, 2})
  expect_error("sort", "attempt to compare", lb.sort, {1, "x"})
  expect_error("sort", "attempt to compare two table values", lb.sort, {{}, {}})
  expect_error("sort", "attempt to compare two boolean values", lb.sort, {true, false})
  expect_error("sort", "function expected, got number", lb.sort, {1, 2}, 1)
  expect("sort", pcall(lb.sort, {1}, 1), pcall(table.sort, {1}, 1))
  expect_error("sort", "table expected, got number", lb.sort, 1)
  expect_error("sort", "array too big", lb.sort, setmetatable({}, {__len = function() return math.maxinteger end}))
  expect_error("sort", "object length is not an integer", lb.sort, setmetatable({}, {__len = function() return "x" end}))
  expect_error("sort", "attempt to yield across a C-call boundary", coroutine.wrap(function() lb.sort({1, 2}, coroutine.yield) end))
  -- Metamethods of the table.
  local real, log = {"c", "a", "b"}, {}
  local proxy = setmetatable({}, {__index = function(_, i) return real[i] end, __newindex = function(_, i, v) log[#log + 1] = i real[i] = v end, __len = function() return 3 end})
  lb.sort(proxy)
  same_list("sort", real, {"a", "b", "c"})
  same_list("sort", log, {1, 2, 3})
  real = {}
  for i = 1, 1000 do real[i] = 1000 - i end
  lb.sort(setmetatable({}, {__index = real, __newindex = function(_, i, v) real[i] = v end, __len = function() return 1000 end}))
  expect("sort", real[1] + real[1000], 999)
  local numbers = {}
  for i = 1, 100000 do numbers[i] = random() end
  lb.budget(100000)
  expect_error("budget", "over budget", lb.sort, numbers)
  expect_error("budget", "over budget", lb.sort, numbers, default_less)
  local long = {}
  for i = 1, 2000 do long[i] = ("x"):rep(10000) .. random(1000) end
  expect_error("budget", "over budget", lb.sort, long)
  lb.budget()
end
