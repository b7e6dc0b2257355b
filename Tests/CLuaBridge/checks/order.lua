-- lb.pairs and lb.next: their order, and changes on the way.
local h = ...
local count, show, show_all, fail, expect, expect_error, pick, random =
  h.count, h.show, h.show_all, h.fail, h.expect, h.expect_error, h.pick, h.random

local function keys_of(iterate, t)
  local out = {}
  if iterate == lb.pairs then
    for k, v in lb.pairs(t) do
      if rawget(t, k) ~= v then fail("pairs: wrong value for %s", show(k)) end
      out[#out + 1] = k
    end
  else
    local k, v = lb.next(t)
    while k ~= nil do
      if rawget(t, k) ~= v then fail("next: wrong value for %s", show(k)) end
      out[#out + 1] = k
      k, v = lb.next(t, k)
    end
  end
  return out
end

local function rank(k)
  local type = type(k)
  return type == "number" and 1 or type == "string" and 2 or type == "boolean" and 3 or 4
end

local function bytes_less(a, b)
  for i = 1, math.min(#a, #b) do
    if a:byte(i) ~= b:byte(i) then return a:byte(i) < b:byte(i) end
  end
  return #a < #b
end

local function identity(o) return math.tointeger(lb.format("%p", o)) end

local function reference_order(t)
  local border, keys = 0, {}
  while rawget(t, border + 1) ~= nil do border = border + 1 end
  for k in next, t do
    if not (math.type(k) == "integer" and k >= 1 and k <= border) then keys[#keys + 1] = k end
  end
  table.sort(keys, function(a, b)
    if rank(a) ~= rank(b) then return rank(a) < rank(b) end
    if rank(a) == 2 then return bytes_less(a, b) end
    if rank(a) == 3 then return not a and b end
    if rank(a) == 4 then return identity(a) < identity(b) end
    return a < b
  end)
  local out = {}
  for i = 1, border do out[i] = i end
  for i = 1, #keys do out[border + i] = keys[i] end
  return out
end

local function check_order(what, got, wanted)
  count(what)
  local ok = #got == #wanted
  for i = 1, #got do ok = ok and rawequal(got[i], wanted[i]) and math.type(got[i]) == math.type(wanted[i]) end
  if not ok then
    got.n, wanted.n = #got, #wanted
    fail("%s: got %s, wanted %s", what, show_all(got), show_all(wanted))
  end
end

local objects = {}
for i = 1, 40 do objects[i] = i % 3 == 0 and function() return i end or i % 7 == 0 and coroutine.create(print) or {} end

local function random_key()
  local r = random(9)
  if r <= 2 then return random(1, 12) end
  if r == 3 then return random(-5, 40) end
  if r == 4 then return random() * 20 - 5 end
  if r == 5 then return pick{2^53, -2^63, 2^63, 2^63 + 2048, math.maxinteger, math.mininteger, math.maxinteger - 1, 1 / 0, -1 / 0, 1e300, 2^53 + 1, -2^70, 0.5, -0.5, 9007199254740993} end
  if r <= 7 then return pick{"a", "b", "ab", "", "a\0", "a\0b", "aaaaaaaa", "aaaaaaaab", "aaaaaaaaa", "\255", "é", "B", "name", "latitude", "longitude", "longitudeDelta", "abcdefgh", "abcdefgh\0", ("k"):rep(random(1, 60))} end
  if r == 8 then return random(2) == 1 end
  return pick(objects)
end

for round = 1, 6000 do
  local t = {}
  if random(2) == 1 then for i = 1, random(0, 12) do t[i] = i end end
  for _ = 1, random(0, round % 50 == 0 and 600 or 20) do
    local k = random(40) == 1 and tostring(random(10000)) or round % 50 == 0 and random(-400, 400) or random_key()
    t[k] = random(5) == 1 and pick(objects) or random(100)
  end
  if random(3) == 1 then for _ = 1, 4 do t[random(1, 12)] = nil end end
  local wanted = reference_order(t)
  check_order("pairs", keys_of(lb.pairs, t), wanted)
  check_order("next", keys_of(lb.next, t), wanted)
  -- Removing while walking: every key is met once.
  local copy, seen, n = {}, {}, 0
  for k, v in next, t do copy[k] = v end
  for k in lb.pairs(copy) do
    copy[k] = nil
    n = n + 1
  end
  expect("pairs", n, #wanted)
  for k, v in next, t do copy[k] = v end
  n = 0
  for k in lb.next, copy do
    if copy[k] == nil then fail("next: %s met again", show(k)) end
    copy[k] = nil
    n = n + 1
  end
  expect("next", n, #wanted)
end
-- Removing some of a table without holes or odd numbers keeps the order.
for _ = 1, 1000 do
  local t, wanted = {}, {}
  for i = 1, random(0, 30) do t[random(2) == 1 and i or random(100)] = i end
  for _ = 1, random(0, 10) do t[pick{"a", "b", "c", "d", "e", "f", true, false}] = 1 end
  wanted = reference_order(t)
  local got = {}
  for k in lb.next, t do
    got[#got + 1] = k
    if random(2) == 1 then t[k] = nil end
  end
  check_order("next", got, wanted)
end

-- Unnumbered objects are met in the order of their birth, whatever they lead to.
for _ = 1, 200 do
  local t, list = {}, {}
  for i = 1, 20 do list[i] = {} end
  for i = 20, 1, -1 do t[list[i]] = random(100) end
  check_order("pairs", keys_of(random(2) == 1 and lb.pairs or lb.next, t), list)
end

do
  local t = {10, 20, 30, x = 1, y = 2}
  -- Skipping what is gone, and values as they are now.
  local got = {}
  for k, v in lb.pairs(t) do
    got[#got + 1] = k .. "=" .. v
    if k == 1 then t[2] = nil t.x = nil t.y = 5 end
  end
  expect("pairs", table.concat(got, " "), "1=10 3=30 y=5")
  t = {1, 2, 3, 4}
  got = {}
  for k, v in lb.pairs(t) do
    got[#got + 1] = k
    t[k + 1] = nil
    t[k + 4] = 9
  end
  expect("pairs", table.concat(got, " "), "1 3")
  -- The iterator as a function.
  local f, s, c = lb.pairs{"a", "b", z = 1}
  expect("pairs", f(s, c), 1)
  expect("pairs", f(s, 1), 2)
  expect("pairs", f(s, 2), "z")
  expect("pairs", f(s, 1), 2)
  expect("pairs", f(s, nil), 1)
  expect("pairs", f(s, "z"), nil)
  expect("pairs", f(s, "gone"), nil)
  expect("pairs", f(s, math.mininteger), nil)
  f, s = lb.pairs{"a", "b"}
  expect("pairs", f(s, math.mininteger), 1)
  -- __pairs, proxies.
  local p = setmetatable({}, {__pairs = function(t) return function(_, k) if not k then return "k", "v" end end, t, nil end})
  got = {}
  for k, v in lb.pairs(p) do got[#got + 1] = k .. v end
  expect("pairs", table.concat(got), "kv")
  local real = {b = 2, a = 1, 7}
  local proxy = setmetatable({}, lb.proxy({__index = function() error("no") end}, real))
  got = {}
  for k, v in lb.pairs(proxy) do got[#got + 1] = k .. "=" .. v end
  expect("pairs", table.concat(got, " "), "1=7 a=1 b=2")
  local _, state = lb.pairs(proxy)
  expect("pairs", rawequal(state, proxy), true)
  got = {}
  for k, v in lb.next, proxy do got[#got + 1] = k .. "=" .. v end
  expect("next", table.concat(got, " "), "1=7 a=1 b=2")
  expect("next", lb.next({}), nil)
  expect("next", select("#", lb.next({})), 1)
  expect("next", lb.next({5}), 1)
  expect("next", select(2, lb.next({5, 6}, 1.0)), 6)
  expect_error("pairs", "bad argument #1 to 'pairs' (table expected, got nil)", function() local pairs = lb.pairs pairs(nil) end)
  expect_error("pairs", "value expected", lb.pairs)
  expect_error("next", "table expected, got number", lb.next, 5)
  -- Yielding from __pairs and from the loop.
  local co = coroutine.wrap(function()
    local p = setmetatable({}, {__pairs = function(t) coroutine.yield("in __pairs") return next, {k = 1}, nil end})
    for k in lb.pairs(p) do coroutine.yield(k) end
    for k in lb.pairs{1, x = 2} do coroutine.yield(k) end
    return "end"
  end)
  expect("pairs", co(), "in __pairs")
  expect("pairs", co(), "k")
  expect("pairs", co(), 1)
  expect("pairs", co(), "x")
  expect("pairs", co(), "end")
  -- Very many keys.
  local big, n, last = {}, 0, ""
  for i = 1, 20000 do big["k" .. i] = i end
  for k in lb.pairs(big) do
    if not (last < k) then fail("pairs: %s before %s", last, k) end
    n, last = n + 1, k
  end
  expect("pairs", n, 20000)
  lb.budget(10000)
  expect_error("budget", "over budget", lb.pairs, big)
  expect_error("budget", "over budget", lb.next, big, "k1")
  lb.budget()
end
