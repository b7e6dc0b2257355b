-- What devices tell beside fixes, and what scripts send them.
-- run: --from messages.ndjson --alerts none
local spec = require "spec"

local heard, seen = {}, {}
local function look() seen[#seen + 1] = geoscript.device.attributes.batt or false end

geoscript.onMessage(function(message)
  heard[#heard + 1] = message
  look()
end)
geoscript.after(3.5, look)

spec("attributes are empty before the device has told any", function()
  spec.equal(next(geoscript.device.attributes), nil)
end)

spec("attributes cannot be changed", function()
  spec.raises("geoscript.device.attributes", function() geoscript.device.attributes.batt = 1 end)
end)

spec("onMessage takes a function", function()
  spec.raises("bad argument #1 to 'geoscript.onMessage' (function expected, got nil)", geoscript.onMessage, nil)
end)

spec("owntracks.publish takes a message and says what is wrong with it", function()
  geoscript.owntracks.publish{ _type = "cmd", action = "reportLocation" }
  local topic = "owntracks/jane/phone/cmd"
  geoscript.owntracks.publish({ _type = "cmd", action = "dump" }, { topic = topic, qos = 0, retain = true })
  geoscript.owntracks.publish("enter home", { topic = "special/topic" })
  local publish = geoscript.owntracks.publish
  spec.raises("geoscript.owntracks.publish takes a table of fields", publish, "hello")
  spec.raises("geoscript.owntracks.publish takes a table of fields", publish, { 1, 2 })
  spec.raises("a function cannot be encoded as JSON", publish, { _type = print })
  spec.raises("option 'qos': 0, 1 or 2 expected, got 3", publish, { _type = "cmd" }, { qos = 3 })
  spec.raises("option 'topic': name without +, # or a leading $", publish, { _type = "cmd" }, { topic = "a/#" })
  spec.raises("option 'topic'", publish, { _type = "cmd" }, { topic = "$SYS/broker" })
  spec.raises("option 'topic'", publish, { _type = "cmd" }, { topic = "a/+\204\129" })
  spec.raises("option 'retian'", publish, { _type = "cmd" }, { retian = true })
end)

spec.atEnd("a message has its form, its type and its own fields", function()
  spec.equal(#heard, 1)
  spec.equal(heard[1].form, "owntracks")
  spec.equal(heard[1].type, "transition")
  spec.equal(heard[1]._type, "transition")
  spec.equal(heard[1].event, "enter")
  spec.equal(heard[1].desc, "home")
end)

spec.atEnd("attributes are those of all forms, what came later first", function()
  spec.equal(seen, { 81, 12 })
  local attributes = geoscript.device.attributes
  spec.equal(attributes.batt, 80)
  spec.equal(attributes.satellites, 9)
  spec.equal(attributes.conn, nil)
  spec.equal(attributes.tags, nil)
end)

spec.atEnd("attributes go into alerts, JSON and the store", function()
  local json = geoscript.json
  spec.equal(json.decode(json.encode(geoscript.device.attributes)).batt, 80)
  spec.equal(json.decode(json.encode(geoscript.device)).attributes.satellites, 9)
  spec.equal(json.decode(json.encode{ device = geoscript.device }).device.attributes.batt, 80)
  geoscript.store.last = geoscript.device.attributes
  spec.equal(json.decode(json.encode(geoscript.store)).last.batt, 80)
end)
