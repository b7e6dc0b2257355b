extension RecorderHooks {
  /// What a script has under `--otr`, in Lua: `otr`, `io.open` for writing, and the steps of one message.
  static let prelude = #"""
    local app = geoscript.app{ per = "run" }
    local isActive = true
    -- The message that is being handled.
    local current
    -- By device: the topic and the last message with a place, for otr_transition.
    local last = {}
    -- Only these reach hooks; the Recorder keeps some others without asking otr_putrec.
    local located = { location = true, transition = true, waypoint = true }
    local unasked = { card = true, waypoints = true, dump = true, configuration = true, request = true }

    local function own(name)
      local value = rawget(_G, name)
      return type(value) == "function" and value or nil
    end

    -- Without tables, as the Recorder passes messages.
    local function flat(message)
      local copy = {}
      for key, value in pairs(message) do
        if type(value) ~= "table" then copy[key] = value end
      end
      return copy
    end

    local function add(message, more)
      for key, value in pairs(more) do
        if message[key] == nil then message[key] = value end
      end
    end

    local function isSet(result) return result == true or (tonumber(result) or 0) ~= 0 end

    -- Source: Niemeyer's geohash; seven digits are the Recorder's.
    local function geohash(latitude, longitude, length)
      local digits, text = "0123456789bcdefghjkmnpqrstuvwxyz", {}
      local ranges = { { -180, 180, longitude }, { -90, 90, latitude } }
      local number, bits = 0, 0
      while #text < length do
        local range = ranges[bits % 2 + 1]
        local middle = (range[1] + range[2]) / 2
        local isUpper = range[3] >= middle
        range[isUpper and 1 or 2] = middle
        number, bits = number * 2 + (isUpper and 1 or 0), bits + 1
        if bits % 5 == 0 then
          text[#text + 1] = digits:sub(number + 1, number + 1)
          number = 0
        end
      end
      return table.concat(text)
    end

    otr = { version = "0.9.9" }

    function otr.log(text) geoscript.log("info", text) end

    function otr.strftime(format, seconds)
      seconds = math.floor(tonumber(seconds) or 0)
      return os.date("!" .. format, seconds < 1 and os.time() or seconds)
    end

    local function database()
      local store = geoscript.store
      if store.luadb == nil then store.luadb = {} end
      return store.luadb
    end

    function otr.putdb(key, value)
      if value == nil then error("otr.putdb takes a key and a value, both strings", 2) end
      database()[tostring(key)] = tostring(value)
    end

    function otr.getdb(key) return database()[tostring(key)] end

    function otr.publish(topic, payload, qos, retain)
      geoscript.owntracks.publish(tostring(payload), { topic = topic, qos = qos or 0, retain = isSet(retain) })
    end

    -- The name that doc/HOOKS.md has.
    otr_publish = otr.publish

    -- Files: only for writing, and only where --allow-write lets the script write.
    local File = {}
    File.__index = File

    function File:write(...)
      local texts = { ... }
      for index, text in ipairs(texts) do texts[index] = tostring(text) end
      geoscript.appendFile(self.path, table.concat(texts))
      return self
    end

    function File:flush() return self end
    function File:setvbuf() return true end
    function File:close() return true end
    function File:read() error("scripts cannot read files: " .. self.path .. " is open for writing", 2) end
    File.lines, File.seek = File.read, File.read

    local instead = {
      popen = "geoscript.alert{…} with geoscript run --alerts 'exec:COMMAND' starts a command",
      write = "print writes a line",
    }
    io = setmetatable({}, { __index = function(_, name)
      error("'io." .. tostring(name) .. "' is not available in scripts: " .. (instead[name]
        or "io.open(path, \"a\") writes files with --allow-write, otr.putdb keeps values with --state"), 2)
    end })

    function io.open(path, mode)
      local first = tostring(mode or "r"):sub(1, 1)
      if first == "a" then
        geoscript.appendFile(path, "")
      elseif first == "w" then
        geoscript.writeFile(path, "")
      else
        error("io.open: scripts cannot read files (\"a\" and \"w\" write them): use otr.getdb, geoscript.args or require", 2)
      end
      return setmetatable({ path = path }, File)
    end

    function io.close(file) return file:close() end

    -- Modules come from the script's folder, whatever a script adds here.
    package = { path = "", cpath = "", loaded = {} }

    local function leave()
      if not isActive then return end
      isActive = false
      local exit = own "otr_exit"
      if exit then exit() end
    end

    local function cross(member, region, event)
      local hook, known = isActive and own "otr_transition", last[member.name]
      if not (hook and known) then return end
      local data = flat(known.data)
      data._type, data.event, data.desc = "transition", event, region.identifier
      local isRound, center = pcall(function() return region.center end)
      if isRound and center then
        local here = CLLocation(data.lat, data.lon)
        data.wplat, data.wplon = center.latitude, center.longitude
        data.dist = math.floor(here:distanceFromLocation(CLLocation(center.latitude, center.longitude)))
      end
      hook(known.topic, "transition", data)
    end

    function app:didEnterRegion(member, region) cross(member, region, "enter") end
    function app:didExitRegion(member, region) cross(member, region, "leave") end

    local steps = {}

    function steps.start()
      local isThere = false
      for name in pairs(_G) do
        isThere = isThere or tostring(name):find "^hooklet_" ~= nil
      end
      for _, name in ipairs{ "otr_hook", "otr_transition", "otr_putrec", "otr_revgeo", "otr_httpobject" } do
        isThere = isThere or own(name) ~= nil
      end
      if not isThere then
        geoscript.log("warning", "the script has no function that OwnTracks Recorder calls, such as otr_hook")
      end
      local init = own "otr_init"
      local result = init and init()
      if isSet(result) then
        geoscript.log("warning", "otr_init returned " .. tostring(result) .. ": no hook is called")
        return leave()
      end
      geoscript.onFinish(leave)
    end

    -- Returns whether an address is wanted.
    function steps.begin(topic, user, device, message, isHTTP, isDecrypted)
      current = nil
      if not isActive then return false end
      local kind = type(message._type) == "string" and message._type or "unknown"
      local publish = { topic = topic, user = user, device = device, kind = kind, message = message }
      publish.payload = isHTTP and flat(message)
      current = publish
      if not located[kind] then return false end
      for _, key in ipairs{ "tst", "lat", "lon", "acc" } do
        if type(message[key]) == "string" then message[key] = tonumber(message[key]) end
      end
      if type(message.lat) ~= "number" or type(message.lon) ~= "number" then return false end
      publish.isHooked = true
      if isHTTP then message._http = true end
      if isDecrypted then message._decrypted = true end
      local revgeo = own(type(message._lua) == "string" and message._lua or "otr_revgeo")
      local place = revgeo and revgeo(topic, user, device, message.lat, message.lon)
      if type(place) ~= "table" then return true end
      publish.place, publish.isExtended = flat(place), place._rec == true
      publish.place._rec = nil
      if publish.isExtended then add(message, publish.place) end
      return false
    end

    function steps.place() return CLLocationCoordinate2DMake(current.message.lat, current.message.lon) end

    -- Returns true for what is not stored, and the message if it has grown.
    function steps.store(cc, addr, locality)
      local publish = current
      if not publish then return false end
      if cc or addr then publish.place = { cc = cc, addr = addr, locality = locality } end
      local putrec = own "otr_putrec"
      if putrec and not unasked[publish.kind]
        and isSet(putrec(publish.user, publish.device, geoscript.json.encode(publish.message))) then
        return true
      end
      return publish.isExtended and publish.message
    end

    function steps.hook()
      local publish = current
      current = nil
      if not publish then return end
      local topic, kind, message = publish.topic, publish.kind, publish.message
      if publish.isHooked then
        local data = flat(message)
        data.topic, data.username, data.device = topic, publish.user, publish.device
        local length = math.abs(math.floor(tonumber(message._geoprec) or 7))
        data.ghash = geohash(message.lat, message.lon, math.max(1, math.min(length, 12)))
        if publish.place then add(data, publish.place) end
        local name = publish.device == "" and publish.user or publish.user .. "/" .. publish.device
        if own "otr_transition" then last[name] = { topic = topic, data = data } end
        local hook = own "otr_hook"
        if hook then hook(topic, kind, flat(data)) end
        for key in pairs(data) do
          local hooklet = own("hooklet_" .. key)
          if hooklet then hooklet(topic, kind, flat(data)) end
        end
      end
      local make = publish.payload and own "otr_httpobject"
      local object = make and make(publish.user, publish.device, kind, publish.payload)
      if type(object) == "table" and next(object) ~= nil then geoscript.owntracks.publish(flat(object)) end
    end

    return function(step, ...) return steps[step](...) end
    """#
}
