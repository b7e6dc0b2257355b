-- Every function when memory ends.
local h = ...
local count, show, fail = h.count, h.show, h.fail

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
