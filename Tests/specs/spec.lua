-- Says what a script must find, and counts: `spec("name", function() … end)`.
--
-- A spec in the main chunk runs at once; one given to `spec.atEnd` runs when all events have been delivered.
local spec = { passed = 0, failed = 0, last = {} }

local function run(name, f)
  local ok, message = xpcall(f, function(err) return tostring(err) end)
  if ok then
    spec.passed = spec.passed + 1
  else
    spec.failed = spec.failed + 1
    print("FAILED  " .. name .. ": " .. message)
  end
end

function spec.atEnd(name, f) spec.last[#spec.last + 1] = { name, f } end

-- A value as a person would write it, for messages.
local function show(value)
  if type(value) == "string" then return string.format("%q", value) end
  if type(value) ~= "table" or getmetatable(value) == false and not value[1] then return tostring(value) end
  local parts = {}
  for key, item in pairs(value) do
    parts[#parts + 1] = (type(key) == "number" and "" or tostring(key) .. " = ") .. show(item)
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local function same(a, b)
  if a == b or type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if rawget(a, key) == nil then return false end
  end
  return true
end

-- Tables are equal when what is in them is.
function spec.equal(found, wanted)
  if not same(found, wanted) then error("got " .. show(found) .. ", wanted " .. show(wanted), 2) end
end

function spec.near(found, wanted, tolerance)
  if type(found) ~= "number" or not (math.abs(found - wanted) <= (tolerance or 1e-9)) then
    error("got " .. show(found) .. ", wanted " .. show(wanted) .. " within " .. (tolerance or 1e-9), 2)
  end
end

-- The message that `f` ends with must contain the plain text.
function spec.raises(text, f, ...)
  local ok, err = pcall(f, ...)
  if ok then error("no error, wanted: " .. text, 2) end
  local message = tostring(err)
  if not string.find(message, text, 1, true) then error("got the error: " .. message .. "\n  wanted: " .. text, 2) end
end

geoscript.onFinish(function()
  for _, one in ipairs(spec.last) do run(one[1], one[2]) end
  print(string.format("%d passed, %d failed", spec.passed, spec.failed))
end)

return setmetatable(spec, { __call = function(_, name, f) run(name, f) end })
