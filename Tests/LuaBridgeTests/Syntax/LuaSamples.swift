/// Scripts that are valid Lua, and between them use all of its syntax.
enum LuaSamples {
  static let all = [everySign, control, literals, closures, objects, jumps, sketches]

  static let everySign = """
    local a, b, c = 1, 2, 3
    local x <const>, y <close> = 4, nil
    print(a + b - c * 2 / 3 // 4 % 5 ^ 2, -a, not b, #"abc", ~a)
    print(a & b | c ~ 7, a << 2 >> 1, a .. b .. "c", a == b, a ~= b, a < b, a <= b, a > b, a >= b)
    print(a and b or c, (a), (f or print)(a), -2 ^ -2, not nil == true, 2 ^ 3 ^ 2, "a" .. 1 .. 2)
    print(a.b, x["y"], x[1 + 2][3].z, f{1}, f"s", f[[long]], s:rep(2), s:rep"x":upper{}, ("x"):rep(3))
    local t = { 1, 2; 3, x = 1, ["y z"] = 2, [1 + 1] = 3, f(), ... }
    local u = { }
    local v = { 1, }
    t.x, t["y"], t[1], g = g, t[1], t["y"], t.x
    ;;; f(); (f or g)()
    return a, b, ...
    """

  static let control = """
    for i = 1, 10 do print(i) end
    for i = 10, 1, -1 do if i == 5 then break end end
    for k, v in pairs(t) do print(k, v) end
    for a, b, c in f, s, v, w do end
    while x do x = x.next end
    while true do if x then break else y = 1 end end
    repeat local done = f() until done
    if a then elseif b then elseif c then x = 1 else x = 2 end
    if not (a or b) then return end
    do local a = 1; do local a = 2 end end
    """

  static let literals = #"""
    local n = { 0, 3, 345, 0xff, 0xBEBADA, 3.0, 3.1416, 314.16e-2, 0.31416E1, 34e1, 0x0.1E, 0xA23p-4, 0X1.921FB54442D18P+1, .5, 5., 1e+5 }
    local s = { "a\n\t\\\"\'", 'it\'s', "\65\066\x41\u{41}\u{7FFFFFFF}\z
        continued", "line\
    two", "", '', [[
    long
    ]], [==[ ]] ]=] ]==], "\0\255" }
    -- comment
    --[[ long
    comment ]] local after = 1
    --[==[ ]] ]==]
    --[ short
    --[=x short too
    return n, s
    """#

  static let closures = """
    local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
    function g() return fib end
    local h = function(...) local a, b = ... return select("#", ...), a, b end
    function t.a.b.c(x) return x end
    function t.a.b:c(x) return self, x end
    local function outer() local n = 0 return function() n = n + 1 return n end end
    return function(a, ...) return function() return a end end
    """

  static let objects = """
    local Account = {}
    Account.__index = Account
    function Account.new(balance) return setmetatable({ balance = balance or 0 }, Account) end
    function Account:deposit(v) self.balance = self.balance + v return self end
    local Savings = setmetatable({}, { __index = Account, __call = function(c, ...) return c.new(...) end })
    print(Savings.new(3):deposit(4):deposit(5).balance)
    """

  static let jumps = """
    for i = 1, 3 do
      for j = 1, 3 do
        if j == 2 then goto continue end
        print(i, j)
        ::continue::
      end
    end
    ::top:: n = (n or 0) + 1
    if n < 3 then goto top end
    do goto skip; local hidden; ::skip:: ; end
    while true do goto done end
    ::done::
    repeat if x then goto top end local z until true or z == nil
    """

  /// The listings that need no map, as the documents give them.
  static let sketches = """
    local app = {}

    function app:startStandardUpdates()
      self.manager = self.manager or CLLocationManager.new{}
      self.manager.delegate = self
      self.manager.desiredAccuracy = kCLLocationAccuracyKilometer
      self.manager.distanceFilter = 500            -- metres
      self.manager:startUpdatingLocation()
    end

    function app:startSignificantChangeUpdates()
      self.manager = self.manager or CLLocationManager.new{}
      self.manager.delegate = self
      self.manager:startMonitoringSignificantLocationChanges()
    end

    function app:didUpdateToLocation(manager, new, old)
      local age = math.abs(new.timestamp:timeIntervalSinceNow())
      if age >= 15.0 then return end               -- cached fix: wait for the next
      print(string.format("latitude %+.6f, longitude %+.6f",
        new.coordinate.latitude, new.coordinate.longitude))
    end

    function app:didFailWithError(sender, err)
      print("no fix", err.domain, err.code)
    end

    function app:registerRegion(circle, identifier)
      if not (CLLocationManager:regionMonitoringAvailable()
          and CLLocationManager:regionMonitoringEnabled()) then
        return false
      end
      local radius = math.min(circle.radius, self.manager.maximumRegionMonitoringDistance)
      local region = CLRegion.new{ center = circle.coordinate, radius = radius, identifier = identifier }
      self.manager:startMonitoringForRegion(region, kCLLocationAccuracyHundredMeters)
      return true
    end

    function app:startHeadingEvents()
      local m = self.manager or CLLocationManager.new{ delegate = self }
      self.manager = m
      m.distanceFilter, m.desiredAccuracy = 1000, kCLLocationAccuracyKilometer
      m:startUpdatingLocation()                    -- needed for true north
      if CLLocationManager:headingAvailable() then
        m.headingFilter = 5                        -- degrees
        m:startUpdatingHeading()
      end
    end

    function app:didUpdateHeading(manager, h)
      if h.headingAccuracy < 0 then return end
      -- the listing tests > 0; >= 0 keeps due north
      self.currentHeading = h.trueHeading >= 0 and h.trueHeading or h.magneticHeading
      if self.updateHeadingDisplays then self:updateHeadingDisplays() end
    end

    if CLLocationManager:locationServicesEnabled() then
      app:startStandardUpdates()                   -- a refusal for this app arrives as kCLErrorDenied
    end

    function app:didEnterRegion(manager, region) print("near", region.identifier) end
    function app:didExitRegion(manager, region) print("left", region.identifier) end
    function app:monitoringDidFailForRegion(manager, region, err)
      if err.code == kCLErrorRegionMonitoringFailure then print("no room for", region.identifier) end
    end
    """
}
