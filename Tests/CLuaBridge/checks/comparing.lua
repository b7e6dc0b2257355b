-- Compares the functions of `lb` with Lua's own in the same process, and counts.
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

-- Random texts, of letters that patterns know.
local function pick(list) return list[random(#list)] end

local subject_letters = {"a", "a", "a", "b", "b", "c", "1", " ", "(", ")", "[", "]", "%", "-", ".", "\0", "A", "\n", "\255", "^", "$"}
local few_letters = {"a", "b"}

local function random_subject()
  local letters = random(2) == 1 and subject_letters or few_letters
  local out = {}
  for i = 1, random(0, 14) do out[i] = pick(letters) end
  return table.concat(out)
end

-- Prints what was counted; an error when anything failed.
local function finish(seed)
  local names, total = {}, 0
  for name, n in next, counts do
    names[#names + 1] = name
    total = total + n
  end
  table.sort(names)
  for i, name in ipairs(names) do names[i] = name .. " " .. counts[name] end
  print(("%d checks with seed %d: %s"):format(total, seed, table.concat(names, ", ")))
  if failures > 0 then error(failures .. " failures", 0) end
end

return {
  random = random, pick = pick, random_subject = random_subject, subject_letters = subject_letters,
  few_letters = few_letters, count = count, show = show, show_all = show_all, fail = fail, compare = compare,
  compare_gmatch = compare_gmatch, expect = expect, expect_error = expect_error, finish = finish,
}
