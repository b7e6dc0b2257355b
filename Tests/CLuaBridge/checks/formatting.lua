-- lb.rep, lb.format and lb.tostring.
local h = ...
local compare, expect, expect_error, pick, random_subject, random =
  h.compare, h.expect, h.expect_error, h.pick, h.random_subject, h.random

-- MARK: rep

for _ = 1, 2000 do
  compare("rep", random_subject(), random(-2, 30), random(3) == 1 and random_subject() or nil)
end
compare("rep", "")
compare("rep", "x", "3")
compare("rep", "x", 1.5)
compare("rep", "", 100)
compare("rep", "", 5, ",")
compare("rep", "ab", 1, ",")
lb.budget()
expect_error("rep", "string.rep: 20000000 repetitions are more than the 10000000 allowed", lb.rep, "x", 20000000)
expect_error("rep", "resulting string too large", lb.rep, ("x"):rep(200), 10000000)
expect_error("rep", "resulting string too large", lb.rep, "", 10000000, ("x"):rep(200))
expect("rep", #lb.rep("ab", 5000000, "c"), 14999999)

-- MARK: format

local flags = {"", "", "-", "+", " ", "#", "0", "-0", "+ ", "#0", "--"}
local widths = {"", "", "", "5", "12", "99", "100", "0", "05", "1"}
local precisions = {"", "", "", ".", ".0", ".3", ".10", ".99", ".100", "..1", ".-1"}
local conversions = {"c", "d", "i", "u", "o", "x", "X", "a", "A", "e", "E", "f", "g", "G", "q", "s", "F", "n", "y", "", "l", "$", "5", "*"}
local format_values = {
  0, 1, -1, 65, 97, 255, 300, math.maxinteger, math.mininteger, 0.0, -0.0, 1.0, 0.1, -1.5, 1e15, 1e16, 1e100, 1e308, -1e308, 5e-324, 2^53, 2^63,
  1 / 0, -1 / 0, "10", "0x10", "1e2", "x", "", "a\0b", "q\"\\\n\r\0001\1\127\200\t", ("long"):rep(40), true, false, "nil", 3.0, 1e10,
}
for _ = 1, 40000 do
  local out, values = {}, {n = 0}
  for i = 1, random(1, 2) do
    if random(3) == 1 then out[#out + 1] = pick{"x", "%%", "\0", "é"} end
    out[#out + 1] = "%" .. pick(flags) .. pick(widths) .. pick(precisions) .. pick(conversions)
    local v = pick(format_values)
    if v == "nil" then v = nil end
    values.n = values.n + 1
    values[values.n] = v
  end
  if random(40) == 1 then values.n = values.n - 1 end
  compare("format", table.concat(out), table.unpack(values, 1, values.n))
end
for _ = 1, 20000 do
  local bits = random(0)
  local d = string.unpack("d", string.pack("j", bits))
  if d == d then compare("format", "%" .. pick(flags) .. pick(precisions) .. pick{"a", "e", "f", "g", "q"}, d) end
  compare("format", "%" .. pick(flags) .. pick(widths) .. pick{"d", "i", "x", "X", "o", "u"}, bits >> random(0, 63))
end
for _, case in ipairs{
  {"%"}, {"%", 1}, {"%%"}, {"%%%d", 1}, {"%d"}, {"%d", 1, 2}, {"no"}, {""}, {"%q", {}}, {"%q", print}, {"%q", 0 / 0}, {"%q", 1 / 0}, {"%q", -1 / 0},
  {"%q", nil}, {"%q", true}, {"%q", math.mininteger}, {"%q", 0.1}, {"%5q", 1}, {"%q5", 1}, {"%0000000000000000000000005d", 1}, {"%00000000000000000005d", 1},
  {"%000000000000000000005d", 1}, {"%0000000000000000000005d", 1}, {"%s", setmetatable({}, {__tostring = function() return "me" end})},
  {"%5s|", setmetatable({}, {__tostring = function() return "me" end})}, {"%s", setmetatable({}, {__tostring = function() return 1 end})},
  {"%s", setmetatable({}, {__tostring = function() return {} end})}, {"%s", setmetatable({}, {__tostring = function() error("no", 0) end})},
  {"%99.99f", -1e308}, {"%.99f", 1e308}, {"%s %s", 1, 2.0}, {"%s", "a\0b"}, {"%3s", "a\0b"}, {"%-5s|", "ab"}, {"%.2s", "abc"}, {"%.2s", ("x"):rep(200)},
  {"%99s", ("x"):rep(99)}, {"%99s", ("x"):rep(100)}, {"%c%c%c", 65, 0, 66}, {"%5c|", 65}, {"%d", "1.0"}, {"%d", 1.5}, {"%d", "1.5"}, {"%x", -1}, {"%5.1f", "3.14"},
  {"%p", 1}, {"%p", nil}, {"%p", true}, {"%10p|", 1}, {"%-10p|", 1.5}, {"%.3p", 1}, {"%05p", 1}, {12}, {{}}, {nil}, {"%i", 3}, {"%+i", 3}, {"%q", "\r\0001\0"},
  {"%s\0%s", 1, 2}, {"%\0", 1}, {"%5\0d", 1},
} do compare("format", table.unpack(case, 1, math.max(#case, 2))) compare("format", table.unpack(case)) end

-- MARK: tostring, without addresses

for _, v in ipairs{1, 1.0, -0.0, 2^63, "x", true, false, 1e100, 0 / 0, math.mininteger, setmetatable({}, {__tostring = function() return "me" end})} do compare("tostring", v) end
compare("tostring", nil)
compare("tostring")
compare("tostring", setmetatable({}, {__tostring = function() return {} end}))
compare("tostring", setmetatable({}, {__tostring = function() return 12 end}))
do
  local t, f, u = {}, function() end, coroutine.create(print)
  local number = math.tointeger(lb.tostring(t):match("^table: (%d+)$"))
  expect("tostring", lb.tostring(t), "table: " .. number)
  expect("tostring", lb.tostring(f), "function: " .. number + 1)
  expect("tostring", lb.tostring(print), "function: " .. number + 2)
  expect("tostring", lb.tostring(u), "thread: " .. number + 3)
  local named = setmetatable({}, {__name = "Point"})
  expect("tostring", lb.tostring(named), "Point: " .. number + 4)
  expect("tostring", lb.tostring(setmetatable({}, {__name = 3})), "table: " .. number + 5)
  expect("tostring", lb.tostring(io.stdout):match("^file"), "file")
  expect("format", lb.format("%s %8s|%p|%-4p|", t, named, f, t), ("table: %d %8s|%d|%-4d|"):format(number, "Point: " .. number + 4, number + 1, number))
  expect("format", lb.format("%p", "text"), "(null)")
end
