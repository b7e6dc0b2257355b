-- The host module: alerts, the clock, the device, modules and files.
-- run: --from walk.ndjson --alerts none -- one "two words"
local spec = require "spec"

spec("device says who this copy belongs to", function()
  spec.equal(geoscript.device.id, "phone")
  spec.equal(geoscript.device.name, "phone")
  spec.equal(geoscript.device.fileName, "phone")
  spec.equal(geoscript.device.settings, nil)
  spec.raises("geoscript.device has no field 'location'", function() return geoscript.device.location end)
  spec.raises("geoscript.device cannot be changed", function() geoscript.device.count = 1 end)
  local names = {}
  for name in pairs(geoscript.device) do names[#names + 1] = name end
  table.sort(names)
  spec.equal(names, { "attributes", "fileName", "id", "name" })
end)

spec("radioTime is seconds by radio, and none before a service runs", function()
  spec.equal(geoscript.radioTime(), { gps = 0.0, wifi = 0.0, cellular = 0.0, magnetometer = 0.0 })
end)

spec("args are the words after --", function() spec.equal(geoscript.args, { "one", "two words" }) end)

spec("launchOptions are empty for an ordinary start", function() spec.equal(next(geoscript.launchOptions), nil) end)
spec("an ordinary start is in the foreground", function() spec.equal(geoscript.appState, "foreground") end)

spec("now is the device's clock, which begins with the first event", function()
  spec.equal(geoscript.now(), NSDate(1000))
  spec.equal(geoscript.now():isKindOfClass(NSDate), true)
end)

spec("alert takes a title or a body, and returns true when it was raised", function()
  spec.equal(geoscript.alert{ title = "one" }, true)
  spec.equal(geoscript.alert{ body = "two", speed = 5.5, tags = { "a", "b" }, at = geoscript.now() }, true)
  spec.raises("geoscript.alert: the title is missing", geoscript.alert, {})
  spec.raises("geoscript.alert takes a table", geoscript.alert, "help")
  spec.raises("field 'device' is reserved for the host", geoscript.alert, { title = "x", device = "y" })
  spec.raises("field 'zone' is reserved for the host", geoscript.alert, { title = "x", zone = 3 })
  spec.raises("each field needs a name, 1 has none", geoscript.alert, { "lost", title = "t" })
  spec.raises("each field needs a name, 5 has none", geoscript.alert, { title = "t", [5] = "x" })
  spec.raises("field 'run': a function cannot be encoded as JSON", geoscript.alert, { title = "x", run = print })
end)

spec("send takes a channel and a text or a table, and returns true when it was sent", function()
  spec.equal(geoscript.send("lights", "ON"), true)
  spec.equal(geoscript.send("lights", { on = true, at = geoscript.now(), colors = { 1, 2 } }), true)
  spec.raises("geoscript.send takes the name of a channel and a message", geoscript.send, { on = true })
  spec.raises("'a=b' cannot be the name of a channel", geoscript.send, "a=b", "ON")
  spec.raises("the message to 'lights' must be a text or a table", geoscript.send, "lights", 5)
  spec.raises("the message to 'lights' must be a text or a table", geoscript.send, "lights")
  spec.raises("a function cannot be encoded as JSON", geoscript.send, "lights", { f = print })
  spec.raises("at most 262144 bytes", geoscript.send, "lights", ("x"):rep(262144))
end)

spec("log takes a level and values", function()
  spec.raises("level must be debug, info, warning or error, got 'loud'", geoscript.log, "loud", "x")
end)

spec("row takes the name of a table and fields with names", function()
  spec.equal(geoscript.row("trips", { km = 12.5, at = geoscript.now() }), nil)
  spec.raises("takes the name of a table and its fields", geoscript.row, { km = 1 })
  spec.raises("cannot be the name of a table", geoscript.row, "a=b", {})
  spec.raises("the fields of table 'trips' are missing", geoscript.row, "trips")
  spec.raises("each field needs a name, 1 has none", geoscript.row, "trips", { 12 })
  spec.raises("field 'f': a function cannot be encoded", geoscript.row, "trips", { f = print })
end)

spec("appendFile needs leave, and says which", function()
  spec.raises("x.txt: writing it needs --allow-write=/", geoscript.appendFile, "x.txt", "one")
end)

spec("onFinish takes a function", function()
  spec.raises("bad argument #1 to 'geoscript.onFinish' (function expected, got nil)", geoscript.onFinish, nil)
end)

spec.atEnd("onFinish is too late when the run is ending", function()
  spec.raises("geoscript.onFinish: the run is already ending", geoscript.onFinish, print)
end)

spec("after and every are timers; see timer_spec.lua", function()
  spec.equal(tostring(geoscript.after(1, function() end)):sub(1, 5), "Timer")
  local ticks = geoscript.every(1, function() end)
  ticks:cancel()
  spec.equal(ticks.isPending, false)
end)

spec("readGeoJSON reads circles beside the script, longitude first", function()
  local fences = geoscript.readGeoJSON("modules/fences.geojson")
  spec.equal(#fences, 2)
  spec.equal(fences[1].identifier, "depot")
  spec.equal(fences[1].center, CLLocationCoordinate2DMake(45, 14.01))
  spec.equal(fences[1].radius, 150.0)
  spec.equal(fences[2].identifier, "harbour")
  spec.equal(fences:count(), 2)
end)

spec("what lies elsewhere needs a flag, and the error names it", function()
  spec.raises("/etc/passwd: reading it needs --allow-read=/etc", geoscript.readGeoJSON, "/etc/passwd")
  spec.raises("no such file", geoscript.readGeoJSON, "nowhere.geojson")
  spec.raises("needs --allow-read=", geoscript.readGeoJSON, "../../Package.swift")
end)

spec("require runs a file under the script's folder once", function()
  local counter = require "modules.counter"
  spec.equal(counter.add(), 1)
  spec.equal(require("modules.counter").add(), 2)
  spec.equal(require "modules/counter" == counter, true)
  spec.equal(coroutine.wrap(function() return require "modules.counter" end)() == counter, true)
  spec.equal(counter.name, "modules.counter")
end)

spec("a module sees the globals of the copy that asked for it", function()
  spec.equal(moduleGlobal, "phone") -- luacheck: ignore
end)

spec("a coroutine can ask for a module first", function()
  local co = coroutine.wrap(function()
    coroutine.yield(require "modules.late")
    return require "modules.late"
  end)
  spec.equal(co().word, "late")
  spec.equal(co().word, "late")
end)

spec("a module that returns nothing gives true, and runs once", function()
  spec.equal(require "modules.deep.plain", true)
  spec.equal(require "modules.deep.plain", true)
  spec.equal(plainRuns, 1) -- luacheck: ignore
end)

spec("CoreLocation and MapKit are there already, with the same names", function()
  spec.equal(require("CoreLocation").CLLocation == CLLocation, true)
  spec.equal(require("MapKit").kCLErrorDenied, kCLErrorDenied)
  spec.equal(require "CoreLocation" == _G, true)
end)

spec("a module that needs itself says the way round", function()
  spec.raises("modules.chicken → modules.egg → modules.chicken", require, "modules.chicken")
end)

spec("a module that is not there, or no module name, says so", function()
  spec.raises("module 'nowhere' not found: no file nowhere.lua in the script's folder", require, "nowhere")
  spec.raises("write require \"spec\"", require, "spec.lua")
  spec.raises("'../spec' is not a module name", require, "../spec")
  spec.raises("'modules/../../x' is not a module name", require, "modules/../../x")
  spec.raises("'..x' is not a module name", require, "..x")
  spec.raises("'/etc/passwd' is not a module name", require, "/etc/passwd")
  spec.raises("'' is not a module name", require, "")
  spec.raises("bad argument #1 to 'require' (string expected, got nil)", require, nil)
end)

spec("a module with a mistake says its own file and line", function()
  spec.raises("modules/broken.lua:3: attempt to assign to const variable", require, "modules.broken")
  spec.raises("modules/failing.lua:2: no luck", require, "modules.failing")
  -- And again: a module that failed is not taken for loaded.
  spec.raises("modules/failing.lua:2: no luck", require, "modules.failing")
end)

spec("the module itself cannot be changed", function()
  spec.raises("module 'geoscript' cannot be changed", function() geoscript.alert = print end) -- luacheck: ignore
  spec.raises("module 'geoscript' has no field 'alrt' (did you mean 'alert'?)", function()
    return geoscript.alrt -- luacheck: ignore
  end)
end)
