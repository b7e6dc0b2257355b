-- geoscript.inspect: values as Lua reads them back.
local spec = require "spec"
local inspect = geoscript.inspect

local function back(text) return load("return " .. text)() end

spec("plain values are literals", function()
  spec.equal(inspect(nil), "nil")
  spec.equal(inspect(true), "true")
  spec.equal(inspect(7), "7")
  spec.equal(inspect(7.0), "7.0")
  spec.equal(inspect(0.1), "0.1")
  spec.equal(inspect("é"), '"é"')
  spec.equal(inspect(math.huge), "math.huge")
  spec.equal(inspect(-math.huge), "-math.huge")
  spec.equal(inspect(math.mininteger), "math.mininteger")
end)

spec("numbers and strings read back are the same", function()
  for _, value in ipairs{ 0.1 + 0.2, 1e300, 5e-324, 1e22, 123456789012345678, math.maxinteger, -0.5,
    'a"b\\c\n\r\t\0\1\127é', "\255\254", "" } do
    spec.equal(back(inspect(value)), value)
    spec.equal(math.type(back(inspect(value))), math.type(value))
  end
end)

spec("lists and tables, with sorted keys", function()
  spec.equal(inspect{}, "{}")
  spec.equal(inspect{ 1, 2 }, "{1, 2}")
  spec.equal(inspect{ b = 1, a = { "x" }, ["c d"] = 2, ["end"] = 3, [10] = 4, [-1.5] = 5, [false] = 6 },
    '{[-1.5] = 5, [10] = 4, a = {"x"}, b = 1, ["c d"] = 2, ["end"] = 3, [false] = 6}')
end)

spec("a table read back is the same", function()
  local value = { list = { 1, 2, { deep = { "er" } } }, name = "x", flag = false, [3.5] = "y" }
  spec.equal(back(inspect(value)), value)
end)

spec("long tables take several lines", function()
  local text = inspect{ first = ("x"):rep(50), second = ("y"):rep(50), third = { 1, 2 } }
  spec.equal(text, '{\n  first = "' .. ("x"):rep(50) .. '",\n  second = "' .. ("y"):rep(50)
    .. '",\n  third = {1, 2},\n}')
end)

spec("a table inside itself is named by its path", function()
  local loop = { child = { list = {} } }
  loop.child.list[1] = loop.child
  loop.self = loop
  spec.equal(inspect(loop), "{child = {list = {<cycle: value.child>}}, self = <cycle: value>}")
end)

spec("a table twice is no cycle", function()
  local one = { 1 }
  spec.equal(inspect{ one, one }, "{{1}, {1}}")
end)

spec("structs are tables; objects have their description", function()
  spec.equal(inspect(CLLocationCoordinate2DMake(52.5, 13.25)), "{latitude = 52.5, longitude = 13.25}")
  spec.equal(inspect(NSDate(0)), tostring(NSDate(0)))
  spec.equal(inspect(CLLocationManager()), "<CLLocationManager>")
end)

spec("functions have their place", function()
  local function here() end
  spec.equal(inspect(here):match("^<function geoscript_inspect_spec.lua:%d+>$") ~= nil, true)
  spec.equal(inspect(print), "<function>")
end)

spec("no code of the script runs", function()
  local quiet = setmetatable({ x = 1 }, {
    __index = function() error("read") end, __pairs = function() error("pairs") end,
    __tostring = function() error("text") end, __len = function() error("length") end })
  spec.equal(inspect(quiet), "{x = 1}")
end)

spec("what would never end is cut", function()
  local tower = {}
  for _ = 1, 30 do tower = { tower, tower } end
  spec.equal(#inspect(tower) < 3000000, true)
  local deep = {}
  for _ = 1, 500 do deep = { deep } end
  spec.equal(inspect(deep):find("<deeper>", 1, true) ~= nil, true)
end)
