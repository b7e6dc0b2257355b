-- Times lb.* beside Lua's own: least of several rounds, in microseconds a call.
local function least(f, calls)
  local best = math.huge
  for _ = 1, 7 do
    collectgarbage()
    local from = lb.now()
    for _ = 1, calls do f() end
    best = math.min(best, lb.now() - from)
  end
  return best / calls * 1e6
end

local function row(name, calls, mine, own)
  lb.budget()
  local a, b = least(mine, calls), least(own, calls)
  print(("%-44s %12.3f %12.3f %8.2f×"):format(name, a, b, a / b))
end

print(("%-44s %12s %12s %9s"):format("µs", "ours", "Lua's", "ratio"))
math.randomseed(1, 2)

local words = {}
for i = 1, 150000 do words[i] = ("word%d"):format(i % 1000) end
local mb = table.concat(words, " "):sub(1, 1 << 20)
for _, p in ipairs{"zebra", "w[a-z]+x", "%d%d%d%d", "(%w+)=(%w+)", "^.*z", "^.-z", "%s+$", "[^ ]*$", "[%w_ ]*", "%a+%d+ZZ", "^.*%d", "%f[%w]zz"} do
  row("1 MB find " .. p, 1, function() lb.find(mb, p) end, function() string.find(mb, p) end)
end
row("1 MB find plain", 20, function() lb.find(mb, "zebra crossing", 1, true) end, function() string.find(mb, "zebra crossing", 1, true) end)
for _, p in ipairs{"%w+", "[^ ]+", "(%a+)(%d+)", "word"} do
  row("1 MB gmatch " .. p, 1, function() for _ in lb.gmatch(mb, p) do end end, function() for _ in string.gmatch(mb, p) do end end)
  row("1 MB gsub " .. p .. " → <%0>", 1, function() lb.gsub(mb, p, "<%0>") end, function() string.gsub(mb, p, "<%0>") end)
end
row("1 MB gsub d → table", 1, function() lb.gsub(mb, "%d", {["1"] = "x"}) end, function() string.gsub(mb, "%d", {["1"] = "x"}) end)
row("1 MB gsub %w+ → function", 1, function() lb.gsub(mb, "%w+", string.len) end, function() string.gsub(mb, "%w+", string.len) end)
row("1 MB gsub %s+ → ' '", 1, function() lb.gsub(mb, "%s+", " ") end, function() string.gsub(mb, "%s+", " ") end)

local f, g = lb.find, string.find
row("short find plain text", 100000, function() f("hello world", "wor") end, function() g("hello world", "wor") end)
row("short find (%w+) (%w+)", 100000, function() f("hello world", "(%w+) (%w+)") end, function() g("hello world", "(%w+) (%w+)") end)
f, g = lb.match, string.match
row("short match ^%s*(.-)%s*$", 100000, function() f("  hello world ", "^%s*(.-)%s*$") end, function() g("  hello world ", "^%s*(.-)%s*$") end)
row("short match ^-?%d+%.?%d*$", 100000, function() f("-123.456", "^-?%d+%.?%d*$") end, function() g("-123.456", "^-?%d+%.?%d*$") end)
f, g = lb.gsub, string.gsub
row("short gsub o → 0", 100000, function() f("hello world", "o", "0") end, function() g("hello world", "o", "0") end)
f, g = lb.format, string.format
row("format %d %s", 100000, function() f("%d: %s", 12, "text") end, function() g("%d: %s", 12, "text") end)
row("format %.3f", 100000, function() f("%.3f", 1.5) end, function() g("%.3f", 1.5) end)
f, g = lb.rep, string.rep
row("rep x 1000", 100000, function() f("x", 1000) end, function() g("x", 1000) end)
row("rep 'ab, ' 1000", 10000, function() f("ab", 1000, ", ") end, function() g("ab", 1000, ", ") end)
f, g = lb.tostring, tostring
row("tostring 12", 100000, function() f(12) end, function() g(12) end)
local some = {}
row("tostring table", 100000, function() f(some) end, function() g(some) end)

local function loop(pairs, t)
  return function() for k, v in pairs(t) do end end
end
local function keyed(n)
  local t = {}
  for i = 1, n do t[("%sKey%d"):format(string.char(97 + i * 7 % 26), i)] = i end
  return t
end
local function sequence(n)
  local t = {}
  for i = 1, n do t[i] = i end
  return t
end
row("pairs 0 keys", 100000, loop(lb.pairs, {}), loop(pairs, {}))
local fix = {latitude = 1, longitude = 2}
row("pairs 2 string keys", 100000, loop(lb.pairs, fix), loop(pairs, fix))
for _, n in ipairs{10, 100, 1000, 100000} do row(("pairs %d string keys"):format(n), 1000000 // n // 10, loop(lb.pairs, keyed(n)), loop(pairs, keyed(n))) end
for _, n in ipairs{10, 1000, 100000} do row(("pairs sequence of %d"):format(n), 1000000 // n // 10, loop(lb.pairs, sequence(n)), loop(pairs, sequence(n))) end
local mixed = sequence(10)
for k, v in pairs(keyed(10)) do mixed[k] = v end
row("pairs sequence of 10 and 10 string keys", 10000, loop(lb.pairs, mixed), loop(pairs, mixed))
local objects = {}
for i = 1, 10 do objects[{}] = i end
row("pairs 10 table keys", 10000, loop(lb.pairs, objects), loop(pairs, objects))
local t10 = keyed(10)
f, g = lb.next, next
row("next(t), 10 string keys", 100000, function() f(t10) end, function() g(t10) end)
row("next(t), sequence", 100000, function() f(mixed) end, function() g(mixed) end)

local function sorting(sort, source, comparator)
  return function()
    local t = table.move(source, 1, #source, 1, {})
    sort(t, comparator)
  end
end
local function filled(n, make)
  local t = {}
  for i = 1, n do t[i] = make(i) end
  return t
end
local function sort_rows(name, n, source, comparator)
  row(("sort %s %d"):format(name, n), math.max(1, 20000 // n), sorting(lb.sort, source, comparator), sorting(table.sort, source, comparator))
end
for _, n in ipairs{10, 100, 100000} do
  sort_rows("random floats", n, filled(n, function() return math.random() end))
  sort_rows("random integers", n, filled(n, function() return math.random(0) end))
  sort_rows("sorted integers", n, filled(n, function(i) return i end))
  sort_rows("mixed numbers", n, filled(n, function(i) return i % 2 == 0 and math.random() or math.random(0, 10) end))
  sort_rows("random strings", n, filled(n, function() return ("%x"):format(math.random(0)) end))
  sort_rows("common prefix", n, filled(n, function() return ("a common prefix %x"):format(math.random(0)) end))
  sort_rows("by function", n, filled(n, function() return math.random() end), function(a, b) return a > b end)
  sort_rows("records by function", n, filled(n, function() return {x = math.random()} end), function(a, b) return a.x < b.x end)
end
local hundred, many = sequence(100), sequence(100000)
row("concat 100000", 5, function() lb.concat(many, ",") end, function() table.concat(many, ",") end)
row("concat 100", 5000, function() lb.concat(hundred, ",") end, function() table.concat(hundred, ",") end)
row("move 100000", 5, function() lb.move(many, 1, 100000, 1, {}) end, function() table.move(many, 1, 100000, 1, {}) end)
row("unpack 100", 5000, function() lb.unpack(hundred) end, function() table.unpack(hundred) end)
