-- Alerts with a key: cooldown, repeats, ends and acknowledgements.
-- run: --from acknowledge.ndjson --alerts none
local spec = require "spec"

local told = {}
geoscript.onAcknowledge(function(acknowledgement) told[#told + 1] = acknowledgement end)
geoscript.alert{ title = "Siren", key = "siren", repeatEvery = 2, repeatMax = 9, priority = "max" }

spec("alert returns false within the cooldown of its key", function()
  spec.equal(geoscript.alert{ title = "one", key = "one", cooldown = 60 }, true)
  spec.equal(geoscript.alert{ title = "one", key = "one", cooldown = 60 }, false)
  spec.equal(geoscript.alert{ title = "one", key = "other" }, true)
end)

spec("resolve ends what fires, and nothing else", function()
  geoscript.alert{ title = "out", key = "rex", speed = 5 }
  spec.equal(geoscript.resolve("rex", { title = "back", body = "after an hour", minutes = 60 }), true)
  spec.equal(geoscript.resolve("rex"), false)
  geoscript.alert{ title = "out", key = "rex" }
  spec.equal(geoscript.resolve("rex"), true)
end)

spec("fields about repeats need a key, and say what they take", function()
  local alert = geoscript.alert
  spec.raises("field 'cooldown' needs a key", alert, { title = "x", cooldown = 60 })
  spec.raises("field 'repeatEvery' needs a key", alert, { title = "x", repeatEvery = 60 })
  spec.raises("field 'repeatMax' needs a key", alert, { title = "x", repeatMax = 3 })
  spec.raises("field 'repeatMax' needs repeatEvery", alert, { title = "x", key = "k", repeatMax = 3 })
  spec.raises("field 'key': a text of 1 to 200 bytes expected", alert, { title = "x", key = "" })
  spec.raises("field 'key': a text of 1 to 200 bytes expected", alert, { title = "x", key = 5 })
  spec.raises("field 'cooldown': seconds, 0 or more, expected, got -1", alert, { title = "", key = "k", cooldown = -1 })
  spec.raises("field 'repeatEvery': seconds, 1 or more,", alert, { title = "x", key = "k", repeatEvery = 0.5 })
  spec.raises("field 'repeatMax': a whole number", alert, { title = "x", key = "k", repeatEvery = 5, repeatMax = 0 })
  spec.raises("field 'priority': one of \"min\", \"low\"", alert, { title = "x", priority = "loud" })
  spec.raises("field 'status' is reserved", alert, { title = "x", status = "firing" })
end)

spec("resolve takes a key, and fields without terms", function()
  spec.raises("geoscript.resolve takes the key of an alert", geoscript.resolve)
  spec.raises("geoscript.resolve takes the key of an alert", geoscript.resolve, { key = "rex" })
  spec.raises("the fields must be a table", geoscript.resolve, "rex", "back")
  spec.raises("field 'cooldown' belongs to geoscript.alert", geoscript.resolve, "rex", { cooldown = 5 })
end)

spec("a device has at most 1,000 keys", function()
  for n = 1, 1000 do
    local key = "key " .. n
    geoscript.alert{ title = "x", key = key }
    geoscript.resolve(key)
  end
  for n = 1, 2000 do
    if not pcall(geoscript.alert, { title = "x", key = "many " .. n }) then break end
  end
  spec.raises("keys fire or cool down on this device", geoscript.alert, { title = "x", key = "one more" })
  for n = 1, 1000 do geoscript.resolve("many " .. n) end
end)

spec("onAcknowledge takes a function", function()
  spec.raises("bad argument #1 to 'geoscript.onAcknowledge' (function expected, got nil)", geoscript.onAcknowledge, nil)
end)

spec.atEnd("an acknowledgement is told once, with who gave it", function()
  spec.equal(#told, 1)
  spec.equal(told[1].key, "siren")
  spec.equal(told[1].by, "Ann")
end)
