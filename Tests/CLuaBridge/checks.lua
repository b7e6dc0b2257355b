-- lb.* against Lua's own library in the same process. `checks.lua [seed]`
local seed = math.tointeger(... or 1) or 1
math.randomseed(seed, 42)
local random = math.random
local counts, failures = {}, 0

local function count(what) counts[what] = (counts[what] or 0) + 1 end

local function show(v)
  if type(v) == "string" then return #v > 300 and string.format("a string of %d bytes", #v) or string.format("%q", v) end
  return tostring(v)
end

local function show_all(t)
  local out = {}
  for i = 1, t.n do out[i] = show(t[i]) end
  return table.concat(out, ", ")
end

local function fail(message, ...)
  failures = failures + 1
  if failures <= 30 then print("FAILED: " .. string.format(message, ...)) end
end

-- Functions are named differently in messages.
local function plain(message)
  if type(message) ~= "string" then return message end
  return (message:gsub("to '[^']*'", "to '?'"):gsub("^.-: calling", "calling"))
end

local function same_values(a, b)
  if a.n ~= b.n then return false end
  for i = 1, a.n do
    local x, y = a[i], b[i]
    if x ~= y and (x == x or y == y) or math.type(x) ~= math.type(y) then return false end
  end
  return true
end

local function check(what, got, wanted, ...)
  count(what)
  if not got[1] then got[2] = plain(got[2]) end
  if not wanted[1] then wanted[2] = plain(wanted[2]) end
  if not same_values(got, wanted) then
    fail("%s(%s): got %s, wanted %s", what, show_all(table.pack(...)), show_all(got), show_all(wanted))
  end
end

local own = {
  find = string.find, match = string.match, gmatch = string.gmatch, gsub = string.gsub, rep = string.rep,
  format = string.format, move = table.move, concat = table.concat, unpack = table.unpack, tostring = tostring,
}

local function compare(name, ...)
  lb.budget()
  check(name, table.pack(pcall(lb[name], ...)), table.pack(pcall(own[name], ...)), ...)
end

-- All that a gmatch gives, in one list; no more than 200 rounds.
local function all_matches(gmatch, ...)
  local out = {n = 0}
  local next = gmatch(...)
  for _ = 1, 200 do
    local one = table.pack(next())
    if one.n == 0 then break end
    for i = 1, one.n do
      out.n = out.n + 1
      out[out.n] = one[i]
    end
    out.n = out.n + 1
    out[out.n] = "|"
  end
  return table.unpack(out, 1, out.n)
end

local function compare_gmatch(...)
  lb.budget()
  check("gmatch", table.pack(pcall(all_matches, lb.gmatch, ...)), table.pack(pcall(all_matches, own.gmatch, ...)), ...)
end

local function expect(what, got, wanted)
  count(what)
  if got ~= wanted then fail("%s: got %s, wanted %s", what, show(got), show(wanted)) end
end

local function expect_error(what, pattern, f, ...)
  count(what)
  local ok, message = pcall(f, ...)
  if ok or not tostring(message):find(pattern, 1, true) then
    fail("%s: got %s %s, wanted the error %s", what, show(ok), show(message), pattern)
  end
end

-- MARK: Matching

local function pick(list) return list[random(#list)] end

local subject_letters = {"a", "a", "a", "b", "b", "c", "1", " ", "(", ")", "[", "]", "%", "-", ".", "\0", "A", "\n", "\255", "^", "$"}
local few_letters = {"a", "b"}

local function random_subject()
  local letters = random(2) == 1 and subject_letters or few_letters
  local out = {}
  for i = 1, random(0, 14) do out[i] = pick(letters) end
  return table.concat(out)
end

local classes = {"%a", "%d", "%l", "%s", "%u", "%w", "%x", "%p", "%c", "%g", "%A", "%D", "%L", "%S", "%U", "%W", "%X", "%P", "%C", "%G", "%z", "%Z", "%y", "%.", "%%", "%]", "%-"}

local function random_set()
  local out = {random(3) == 1 and "[^" or "["}
  if random(8) == 1 then out[#out + 1] = "]" end
  for _ = 1, random(0, 4) do
    local r = random(7)
    out[#out + 1] = r == 1 and "a-c" or r == 2 and "-" or r == 3 and pick(classes) or r == 4 and (pick(subject_letters) .. "-" .. pick(subject_letters)) or pick(subject_letters)
  end
  if random(25) ~= 1 then out[#out + 1] = "]" end
  return table.concat(out)
end

local quantifiers = {"", "", "", "*", "+", "-", "?"}

local function random_item(depth)
  local r = random(20)
  if r <= 6 then return pick(few_letters) .. pick(quantifiers) end
  if r <= 8 then return "." .. pick(quantifiers) end
  if r <= 10 then return pick(classes) .. pick(quantifiers) end
  if r <= 12 then return random_set() .. pick(quantifiers) end
  if r == 13 then return "()" end
  if r <= 15 and depth < 3 then
    local out = {"("}
    for _ = 1, random(0, 3) do out[#out + 1] = random_item(depth + 1) end
    if random(20) ~= 1 then out[#out + 1] = ")" end
    return table.concat(out)
  end
  if r == 16 then return "%" .. random(0, 3) end
  if r == 17 then return "%b" .. pick{"()", "ab", "aa", "[]", "a\0"} end
  if r == 18 then return "%f" .. random_set() end
  if r == 19 then return pick{"^", "$", "%", "[", "]", "(", ")", "%b", "%f", "%ba", "\0", "-", "*", "+", "?"} end
  return pick(subject_letters)
end

local function random_pattern()
  if random(12) == 1 then  -- any characters
    local out = {}
    for i = 1, random(0, 6) do out[i] = pick{"%", "[", "]", "(", ")", "a", "b", "-", "*", "+", "?", "^", "$", ".", "f", "b", "1", "0", "\0", "w"} end
    return table.concat(out)
  end
  local out = {random(6) == 1 and "^" or ""}
  for _ = 1, random(0, 4) do out[#out + 1] = random_item(1) end
  if random(6) == 1 then out[#out + 1] = "$" end
  return table.concat(out)
end

local function random_init()
  local r = random(4)
  if r == 1 then return random(-16, 16) end
  return nil
end

local replacements = {
  "", "x", "%0", "<%0>", "%1", "%1%1", "%2", "%9", "%%", "%", "%x", "a%", "%1%2", "\0%0\0", "xyz", 7, 1.5,
  {a = "A", b = false, ab = 3, [1] = "one"}, setmetatable({}, {__index = function(_, k) return "<" .. k .. ">" end}),
  {a = {}, b = true}, function(...) return select("#", ...) end, function(a) if a == "a" then return false end end,
  function() return {} end, function(a, b) return b or a end, function(a) error("calling " .. tostring(a), 0) end,
  true, function() return "" end,
}

local rounds = 30000
for _ = 1, rounds do
  local s, p, init = random_subject(), random_pattern(), random_init()
  compare("find", s, p, init)
  compare("match", s, p, init)
  compare_gmatch(s, p, init)
  compare("gsub", s, p, pick(replacements), random(5) == 1 and random(-1, 4) or nil)
  if random(4) == 1 then compare("find", s, random_subject():sub(1, random(0, 3)), init, true) end
end

-- By hand: the manual's examples and corners.
for _, case in ipairs{
  {"hello world from Lua", "(%w+) = (%w+)"}, {"key = value", "^(%w+)%s*=%s*(%w+)$"}, {"  trim me  ", "^%s*(.-)%s*$"},
  {"THE (quick) fox", "%((%a+)%)"}, {"THE (quick) fox", "%f[%a]%a+%f[%A]"}, {"THE (quick) fox", "%b()"},
  {"[[x]]", "%b[]"}, {"flaaap", "()aa()"}, {"", ""}, {"", "^$"}, {"", ".*"}, {"", ".-"}, {"", "a?$"}, {"abc", "$"},
  {"a$b", "$b"}, {"a^b", "a^"}, {"a\0b", "\0"}, {"a\0b\0", "[\0]+"}, {"a\0b", "%z"}, {"a\0b", "a.b"}, {"\0\0", "^\0*$"},
  {[["it's" 'x"y']], [[(["'])(.-)%1]]}, {"aaa", "(a)(a)(a)%3%2%1"}, {"aaaaaa", "(a)(a)(a)%3%2%1"}, {"x", "()%1"},
  {"x", ("()"):rep(32)}, {"x", ("()"):rep(33)}, {"x", ("("):rep(32) .. "x" .. (")"):rep(32)}, {"a", "(a"}, {"a", "a)"},
  {"a", "(a))"}, {"a", "(()"}, {"a", "%1"}, {"a", "(%1)"}, {"abc", "[b-]"}, {"a-c", "[a-]+"}, {"a-c", "[-c]+"}, {"]", "[]]"},
  {"a]", "[^]]"}, {"^", "[%^]"}, {"x^", "[x^]+"}, {"a", "[^%a]"}, {"a", "["}, {"a", "[^"}, {"a", "[]"}, {"a", "[^]"},
  {"a", "[%"}, {"a", "[a%"}, {"a", "[a-"}, {"a", "[a-%"}, {"a", "%"}, {"a", "a%"}, {"b", "a%"}, {"a", "%f"}, {"a", "%fa"}, {"a", "%b"},
  {"a", "%bx"}, {"a", "%bxy"}, {"", "%bxy"}, {"x", "%f[%w]"}, {"x", "%f[%W]"}, {"", "%f[\0]"}, {"abc", "%f[\0]"},
  {"a.b", "a%.b"}, {"aXb", "%u"}, {"a\tb", "%c"}, {"\127", "%c"}, {"\128", "%g"}, {"\200\255", "[\200-\255]+"}, {"\200", "%a"},
  {("a"):rep(300), ("a?"):rep(150)}, {("a"):rep(300), ("a?"):rep(250)}, {("a"):rep(300), ("a-"):rep(250) .. "b"},
  {("a"):rep(300), ("(a)"):rep(32)}, {("a"):rep(199), ("(a"):rep(10)}, {123.5, "%.5"}, {12, 2}, {"a+b", "+", 1, true},
  {"abc", "b", 10}, {"abc", "", 4}, {"abc", "", 5}, {"abc", "", -10}, {"abc", "c", -1}, {"abc", "^b", 2}, {"abc", "b", 2.0},
  {"abc", "b", 1.5}, {"abc", "b", "2"}, {"abc", "b", {}}, {"abc", "b", math.maxinteger}, {"abc", "b", math.mininteger},
  {{}, "b"}, {"abc"}, {"abc", nil}, {nil, "b"}, {}, {"aaab", ".-b"}, {"aaa", "a-$"}, {"a\nb", "a.b"}, {"x=1, y=2", "(%w+)=(%w+)"},
  {"hello", "l+"}, {"hello", "xyz"}, {"a,b,,c", "([^,]*)"}, {"aaa", "a*"}, {"baaab", "a*"}, {"abc", "^"}, {"abc", "^a"}, {"^abc", "^a"},
  {"^abc", "%^a"}, {"abab", "ab", 2}, {"a%b", "%%"}, {"\0a", "a", 2}, {"a\0", "\0$"}, {"éa", "[é]a"},
} do
  local n = #case > 4 and #case or 4
  for _, name in ipairs{"find", "match"} do compare(name, table.unpack(case, 1, n)) end
  compare_gmatch(table.unpack(case, 1, n))
  for i = 1, #replacements do compare("gsub", case[1], case[2], replacements[i]) end
end
compare("gsub", "abc", "b", "x", 0)
compare("gsub", "abc", "b", "x", -1)
compare("gsub", "abc", "b", "x", 1.5)
compare("gsub", "hello world", "o", "0", 1)
compare("gsub", "abc def", "(%w+) (%w+)", "%2 %1")
compare("gsub", "abc", "%w", "%%%0")
compare("gsub", "abc", "", "-")
compare("gsub", "abc", "")
compare("gsub", "abc", "()", "%1")
compare("gsub", "abc", "b", nil)
compare("gsub", "$name-$version.tar.gz", "%$(%w+)", {name = "lua", version = "5.4"})
do
  local s = "abc"
  expect("gsub", rawequal(lb.gsub(s, "x", "y"), s), true)
  -- A gmatch goes on where it was, also in a coroutine.
  local co = coroutine.wrap(function() for w in lb.gmatch("a b c", "%w") do coroutine.yield(w) end end)
  expect("gmatch", co() .. co() .. co(), "abc")
  expect_error("gsub", "attempt to yield across a C-call boundary", coroutine.wrap(function() lb.gsub("a", "a", coroutine.yield) end))
end

-- Catastrophic patterns end by the budget.
local a40 = ("a"):rep(40)
for _, p in ipairs{".-.-.-.-.-.-.-b", ".*.*.*.*.*.*.*b", "a-a-a-a-a-a-a-b", ("[ab]*"):rep(8) .. "c", ("%w?"):rep(40) .. "b", ("(a*)"):rep(8) .. "%1b", ("a*"):rep(9) .. "%bxy"} do
  for _, f in ipairs{lb.find, lb.match, function(s, p) return lb.gmatch(s, p)() end, function(s, p) return lb.gsub(s, p, "") end} do
    lb.budget(1000000)
    local before = lb.now()
    expect_error("budget", "over budget", f, a40, p)
    local _, longest = lb.charge()
    if longest > 1100 then fail("%s: %d steps in one charge", p, longest) end
    if lb.now() - before > 1 then fail("%s: %.1f s", p, lb.now() - before) end
  end
end
lb.budget(100000)
expect_error("budget", "over budget", lb.find, ("x"):rep(4000000), "y", 1, true)
expect_error("budget", "over budget", lb.find, ("("):rep(1000000), "%b()")
expect_error("budget", "over budget", lb.match, ("x"):rep(20000), "[" .. ("y"):rep(10000) .. "]")
expect_error("budget", "over budget", lb.gsub, ("x"):rep(1000), "x", ("y"):rep(10000))
expect_error("budget", "over budget", lb.rep, "x", 10000000)
expect_error("budget", "over budget", lb.format, ("%s"):rep(100), table.unpack((function() local t = {} for i = 1, 100 do t[i] = ("x"):rep(100000) end return t end)()))

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

-- MARK: pairs and next

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

-- MARK: sort

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

-- MARK: move, concat, unpack

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

-- MARK: Memory

do
  local long, keyed, records, strings = ("word "):rep(2000), {}, {}, {}
  for i = 1, 300 do
    keyed["k" .. i] = i
    records[i] = {x = i * 7 % 300}
    strings[i] = "s" .. i
  end
  local few = {1, 2, 3, x = 1, y = 2, [{}] = 3, [print] = 4, [true] = 5, [0.5] = 6}
  local function less(a, b) return a.x < b.x end
  local calls = {
    {lb.find, long, "(w)(o)(r)(d)"}, {lb.match, long, ".*"}, {function(s) for w in lb.gmatch(s, "%w+ %w+ %w+ %w+") do end end, long},
    {lb.gsub, long, "%w+", "<%0>"}, {lb.gsub, long, "%w+", function(w) return w .. "!" end}, {lb.gsub, long, "()word", "%1"},
    {lb.rep, "abc", 10000, ","}, {lb.format, "%s %q %99.99f %s %p", long, long, 1e308, few, {}}, {lb.tostring, {}}, {lb.tostring, 1.5},
    {lb.concat, strings, ", "}, {lb.move, records, 1, 300, 1, {}}, {lb.unpack, records},
    {function(t) for k in lb.pairs(t) do end end, keyed}, {function(t) for k in lb.pairs(t) do end end, few},
    {function(t) for k in lb.next, t do end end, few},
    {function(t) local c = lb.move(t, 1, #t, 1, {}) lb.sort(c, less) end, records},
    {function(t) local c = lb.move(t, 1, #t, 1, {}) lb.sort(c) end, strings},
  }
  lb.budget()
  for i, call in ipairs(calls) do
    for n = 0, 2000 do
      count("memory")
      lb.allow(n)
      local ok, message = pcall(table.unpack(call))
      lb.allow()
      if ok then break end
      -- Lua too says of a stack that cannot grow that there are too many results.
      if message ~= "not enough memory" and message ~= "too many results to unpack" then fail("memory: call %d gave %s", i, show(message)) end
      if n == 2000 then fail("memory: call %d never ended well", i) end
    end
  end
end

local names, total = {}, 0
for name, n in next, counts do
  names[#names + 1] = name
  total = total + n
end
table.sort(names)
for i, name in ipairs(names) do names[i] = name .. " " .. counts[name] end
print(("%d checks with seed %d: %s"):format(total, seed, table.concat(names, ", ")))
if failures > 0 then error(failures .. " failures", 0) end
