-- Calls members of the catalog with odd arguments, drawn with --seed. `names` is made by scripts.py.
local names = require "names"
local random = math.random
local pool, depth, value = {}, 0, nil

local function keep(v)
  if v == nil then return end
  pool[#pool < 150 and #pool + 1 or random(150)] = v
end

local numbers = {
  0, -0.0, 1, -1, 2, 3, 7, 0.5, 45.1, 14.2, 90, -90, 100, 180, -180, 255, 360, 1e-300, 1e9, 1e15, 1e300, -1e300, 1e308,
  1 / 0, -1 / 0, 0 / 0, 2 ^ 31, -2 ^ 31, 2 ^ 53, 2 ^ 63, math.maxinteger, math.mininteger,
}
local texts = {
  "", "a", "\0", "\255\254", ("x"):rep(300), "identifier", "Germany", "../x", "%s%n", "1", "0x10", "coordinate", "tap", "{}",
  "[1,2]", "\27[2J", "é", "Berlin", ("a/"):rep(3000),
}
-- Answers to every name, with another value each time.
local shifting = setmetatable({}, { __index = function() return value() end })
local delegate = setmetatable({}, {
  __index = function()
    return function(...)
      for i = 1, select("#", ...) do keep((select(i, ...))) end
      if random(20) == 1 then error("delegate") end
      return pool[random(#pool)]
    end
  end,
})

local function fields()
  local t = {}
  for _ = 1, random(0, 3) do t[names.fields[random(#names.fields)]] = value() end
  for i = random(0, 1), random(0, 4) do t[i] = value() end
  if random(8) == 1 then setmetatable(t, { __index = function() return value() end }) end
  return t
end

local makers = {
  function() return texts[random(#texts)] end,
  function() return fields() end,
  function() return fields() end,
  function()
    return function(...)
      for i = 1, select("#", ...) do keep((select(i, ...))) end
      return pool[random(math.max(1, #pool))]
    end
  end,
  function() return CLLocationCoordinate2DMake(random() * 170 - 85, random() * 350 - 175) end,
  function() return CGRectMake(random(200) - 100, random(200) - 100, random(300), random(300)) end,
  function() return MKMapRectMake(numbers[random(#numbers)], 0, numbers[random(#numbers)], 1e6) end,
  function() return CGPointMake(random(300), random(300)) end,
  function() return random(2) == 1 end,
  function() return random(2) == 1 and delegate or shifting end,
  function() return rawget(_G, names.classes[random(#names.classes)]) or CLLocation end,
  function() return coroutine.create(print) end,
  function() return nil end,
}

function value()
  depth = depth + 1
  local r, v = random(100), nil
  if depth > 4 or r <= 25 then
    v = numbers[random(#numbers)]
  elseif r <= 55 and #pool > 0 then
    v = pool[random(#pool)]
  else
    v = makers[random(#makers)]()
  end
  depth = depth - 1
  return v
end

local function arguments()
  local t, n = {}, random(0, 5)
  for i = 1, n do t[i] = value() end
  return table.unpack(t, 1, n)
end

local function get(owner, name)
  local ok, v = pcall(function() return owner[name] end)
  return ok and v or nil
end

local function try(f, ...)
  local ok, v = pcall(f, ...)
  if ok then keep(v) end
end

local classes, subclasses = {}, {}
for _, name in ipairs(names.classes) do
  local class = get(_G, name)
  if class then
    classes[#classes + 1] = class
    local ok, sub = pcall(function() return class:subclass("My" .. name) end)
    if ok and sub then subclasses[#subclasses + 1] = sub end
  end
end
for _, sub in ipairs(subclasses) do
  for _ = 1, 4 do
    local name = names.methods[random(#names.methods)]
    pcall(function()
      sub[name] = function(self, ...)
        keep(self)
        if random(10) == 1 then error("override") end
        if random(3) == 1 then pcall(function(...) return sub.super[name](self, ...) end, ...) end
        return value()
      end
    end)
  end
end

local function any(list) return list[random(#list)] end

local steps = {
  function() try(any(classes), arguments()) end,
  function() try(function() return any(classes).new(fields()) end) end,
  function() if #subclasses > 0 then try(any(subclasses), arguments()) end end,
  function()
    local object = any(pool)
    local method = get(object, any(names.methods))
    if method then try(method, object, arguments()) end
  end,
  function()
    local f = get(_G, any(names.functions))
    if f then try(f, arguments()) end
  end,
  function()
    local static = any(names.statics)
    local class = get(_G, static[1])
    local f = class and get(class, static[2])
    -- Timers would only make more of the same.
    if f and static[2] ~= "after" and static[2] ~= "every" then
      try(f, random(2) == 1 and class or value(), arguments())
    end
  end,
  function()
    local object, name = any(pool), any(names.fields)
    pcall(function() object[name] = value() end)
  end,
  function()
    local object, name = any(pool), any(names.fields)
    try(function() return object[name] end)
  end,
  function()
    pcall(tostring, value())
    pcall(function() return #value() end)
    pcall(function() return value() == value() end)
  end,
  function() if random(10) == 1 then pool = { CLLocation(1, 2) } end end,
}

local function many(n)
  for _ = 1, n do pcall(steps[random(#steps)]) end
end

keep(MKMapView(CGRectMake(0, 0, 200, 200)))
keep(CLLocationManager.new { delegate = delegate })

local manager = CLLocationManager.new { delegate = {
  didUpdateLocations = function(m, locations)
    keep(m)
    keep(locations[1])
    many(60)
  end,
  didEnterRegion = function(_, region)
    keep(region)
    many(40)
  end,
} }

local View = MKAnnotationView:subclass("DrawnView")
function View:drawRect(_, context)
  for _ = 1, 60 do
    local method = get(context, any(names.methods))
    if method then try(method, context, arguments()) end
  end
end
local map = MKMapView(CGRectMake(0, 0, 200, 200))
map.delegate = {
  viewForAnnotation = function(_, annotation)
    local view = View(annotation, "r")
    view.frame = CGRectMake(0, 0, 40, 40)
    return view
  end,
}
map:addAnnotation(MKPointAnnotation.new { coordinate = map.centerCoordinate })
keep(map)

manager:startUpdatingLocation()
manager:startMonitoringForRegion(
  CLCircularRegion.new { identifier = "z", center = CLLocationCoordinate2DMake(45, 14), radius = 120 }, 0)
geoscript.onMessage(function(message)
  keep(message)
  many(50)
end)
geoscript.onFinish(function() many(100) end)
geoscript.every(7, function() many(30) end)
many(400)
