-- Lua's own library as scripts have it: ordered, bounded, closed.
local spec = require "spec"

local function keys(t)
  local found = {}
  for key in pairs(t) do found[#found + 1] = key end
  return found
end

spec("pairs yields 1…n, then other numbers, then strings in byte order", function()
  local t = { b = 1, a = 2, Z = 3, [10] = 4, [-1] = 5, [2.5] = 6, "x", "y" }
  spec.equal(keys(t), { 1, 2, -1, 2.5, 10, "Z", "a", "b" })
end)

spec("next walks in the same order", function()
  local found, key = {}, nil
  repeat
    key = next({ c = 1, a = 1, b = 1, 5 }, key)
    found[#found + 1] = key
  until key == nil
  spec.equal(found, { 1, "a", "b", "c" })
end)

spec("entries may be cleared and changed inside a loop", function()
  local t = { a = 1, b = 2, c = 3, d = 4 }
  local seen = {}
  for key in pairs(t) do
    seen[#seen + 1] = key
    t[key] = nil
  end
  spec.equal(seen, { "a", "b", "c", "d" })
  spec.equal(next(t), nil)
end)

spec("pairs honours __pairs", function()
  local proxy = setmetatable({}, { __pairs = function() return next, { only = 1 }, nil end })
  spec.equal(keys(proxy), { "only" })
end)

spec("tostring numbers tables and functions in the order they were asked, not by address", function()
  spec.equal(tostring({}):match("^table: %d+$") ~= nil, true)
  local one = {}
  spec.equal(tostring(one), tostring(one))
  spec.equal(tostring(one) == tostring({}), false)
end)

spec("string functions do what Lua's do", function()
  spec.equal({ ("hello world"):find("o w") }, { 5, 7 })
  spec.equal({ ("hello"):find("l+") }, { 3, 4 })
  spec.equal({ ("a.b"):find(".", 1, true) }, { 2, 2 })
  spec.equal(("key = value"):match("(%w+) = (%w+)"), "key")
  spec.equal(("hello"):gsub("l", "L"), "heLLo")
  spec.equal(("x"):rep(3, ","), "x,x,x")
  spec.equal(string.format("%5.2f|%-5s|%05d|%q", 3.14159, "ab", 42, "a\nb"), " 3.14|ab   |00042|\"a\\\nb\"")
  local words = {}
  for word in ("one two three"):gmatch("%a+") do words[#words + 1] = word end
  spec.equal(words, { "one", "two", "three" })
  spec.equal(("%d"):format(3.0), "3")
  spec.equal(#string.pack("i4", 7), 4)
  spec.equal(("abc"):upper():reverse():byte(1), 67)
end)

spec("table functions do what Lua's do", function()
  local t = { 5, 2, 8 }
  table.sort(t)
  spec.equal(t, { 2, 5, 8 })
  table.sort(t, function(a, b) return a > b end)
  spec.equal(t, { 8, 5, 2 })
  table.insert(t, 1, 9)
  spec.equal(table.remove(t), 2)
  spec.equal(table.concat(t, "-"), "9-8-5")
  spec.equal({ table.unpack(t, 2) }, { 8, 5 })
  spec.equal(table.pack(1, nil, 3).n, 3)
  spec.equal(table.move({ 1, 2, 3 }, 2, 3, 1), { 2, 3, 3 })
end)

spec("math, utf8 and coroutine are complete", function()
  spec.equal(math.type(1), "integer")
  spec.equal(math.tointeger(3.0), 3)
  spec.equal(utf8.len("dépôt"), 5)
  spec.equal(utf8.char(0x1F600), "😀")
  local co = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end)
  spec.equal(co(1), 2)
  spec.equal(co(10), 20)
  local closing = coroutine.create(function() coroutine.yield() end)
  coroutine.resume(closing)
  spec.equal(coroutine.close(closing), true)
end)

spec("random numbers are the same in every run, and can be seeded", function()
  math.randomseed(42)
  local first = { math.random(100), math.random(100), math.random(5, 6), math.random() }
  math.randomseed(42)
  spec.equal({ math.random(100), math.random(100), math.random(5, 6), math.random() }, first)
  spec.equal(first[3] == 5 or first[3] == 6, true)
  spec.equal(first[4] >= 0 and first[4] < 1, true)
  spec.raises("interval is empty", math.random, 2, 1)
end)

spec("load compiles text with the script's globals", function()
  loadedValue = nil -- luacheck: ignore
  load("loadedValue = 5")()
  spec.equal(loadedValue, 5) -- luacheck: ignore
  spec.equal(load("return ...", "chunk")(7), 7)
  spec.equal(load("return x", "chunk", "t", { x = 3 })(), 3)
  local parts, i = { "return ", "1 + ", "1" }, 0
  spec.equal(load(function()
    i = i + 1
    return parts[i]
  end)(), 2)
  local f, message = load("return 1 +")
  spec.equal(f, nil)
  spec.equal(message:find('near <eof>', 1, true) ~= nil, true)
end)

spec("load refuses bytecode", function()
  local f, message = load("\27Lua")
  spec.equal(f, nil)
  spec.equal(message:find("binary", 1, true) ~= nil, true)
end)

spec("libraries and classes cannot be changed", function()
  spec.raises("module 'string' cannot be changed", function() string.format = nil end) -- luacheck: ignore
  spec.raises("cannot be changed", rawset, math, "pi", 3)
  spec.raises("cannot be changed", rawset, CLLocation, "x", 3)
  spec.raises("CLLocation is a class of the host", function() CLLocation.x = 1 end) -- luacheck: ignore
  spec.raises("protected metatable", setmetatable, string, {})
  spec.raises("protected metatable", setmetatable, CLLocation, {})
  spec.equal(getmetatable(""), false)
  spec.equal(getmetatable(CLLocation), false)
  spec.equal(getmetatable(CLLocation(1, 2)), false)
end)

spec("what reaches outside is not there", function()
  for _, name in ipairs{ "io", "debug", "dofile", "loadfile", "package" } do
    spec.raises("'" .. name .. "' is not available in scripts", function() return _G[name] end)
  end
  spec.raises("'string.dump' is not available in scripts", function() return string.dump end)
end)

spec("scripts cannot set a finalizer", function()
  spec.raises("__gc", setmetatable, {}, { __gc = function() end })
end)

spec("collectgarbage counts, and collects nothing at a script's wish", function()
  spec.equal(collectgarbage("count") > 0, true)
  spec.equal(collectgarbage(), 0)
  spec.raises("invalid option", collectgarbage, "everything")
end)

spec("what would run for ever is refused", function()
  spec.raises("10000000", string.rep, "x", 1e9)
  spec.raises("10000000", table.move, {}, 1, 1e8, 2)
end)

spec("error values travel as they are", function()
  local thrown = { code = 5 }
  local ok, caught = pcall(error, thrown)
  spec.equal(ok, false)
  spec.equal(caught == thrown, true)
  spec.equal(select(2, pcall(error, "x", 0)), "x")
end)

spec("to-be-closed variables and integer division work as in Lua 5.4", function()
  local closed
  do
    local guard <close> = setmetatable({}, { __close = function() closed = true end }) -- luacheck: ignore
  end
  spec.equal(closed, true)
  spec.equal(7 // 2, 3)
  spec.equal(7 & 3, 3)
end)

spec("coroutines that close one another have an end", function()
  local last
  for _ = 1, 20000 do
    local previous = last
    last = coroutine.create(function()
      local _ <close> = setmetatable({}, { __close = function() if previous then coroutine.close(previous) end end })
      coroutine.yield()
    end)
    coroutine.resume(last)
  end
  spec.equal(type(coroutine.close(last)), "boolean")
end)
