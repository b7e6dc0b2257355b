-- lb.find, match, gmatch and gsub on random and chosen patterns; patterns that never end.
local h = ...
local fail, compare, compare_gmatch, expect, expect_error, pick, random_subject, subject_letters, few_letters, random =
  h.fail, h.compare, h.compare_gmatch, h.expect, h.expect_error, h.pick,
  h.random_subject, h.subject_letters, h.few_letters, h.random

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
