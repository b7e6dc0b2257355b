-- Timers on the device's clock: after, every, cancel, and their order.
local spec = require "spec"
local log = {}
local start = geoscript.now()
local function note(word) log[#log + 1] = string.format("%s %g", word, geoscript.now() - start) end

geoscript.after(7.5, function() note("late") end)
geoscript.after(2, function() note("first of two") end)
geoscript.after(2, function() note("second of two") end)
geoscript.after(0, function() note("at once") end)
local cancelled = geoscript.after(3, function() note("cancelled") end)
local thrice, count = nil, 0
thrice = geoscript.every(4, function()
  count = count + 1
  note("tick")
  if count == 3 then thrice:cancel() end
end)
geoscript.after(1, function()
  note("outer")
  geoscript.after(0.5, function() note("inner") end)
end)
local beyond = geoscript.after(1e6, function() note("beyond") end)

spec("a handle says whether it is pending, and cancels", function()
  spec.equal(cancelled.isPending, true)
  cancelled:cancel()
  spec.equal(cancelled.isPending, false)
  cancelled:cancel()
  spec.equal(cancelled:isKindOfClass(CLRegion), false)
end)

spec("nothing fires before the script has returned", function() spec.equal(#log, 0) end)

spec("a wrong time is an error", function()
  spec.raises("seconds must be 0 or more", geoscript.after, -1, print)
  spec.raises("seconds must be 0 or more", geoscript.after, 0 / 0, print)
  spec.raises("seconds must be 0 or more", geoscript.every, math.huge, print)
  spec.raises("seconds must be 0.001 or more", geoscript.every, 0, print)
  spec.raises("bad argument #1 to 'geoscript.after' (number expected, got function)", geoscript.after, print)
  spec.raises("bad argument #2 to 'geoscript.after' (function expected, got no value)", geoscript.after, 1)
end)

spec.atEnd("timers fire in order of due time, then of creation, with the clock at their time", function()
  spec.equal(log, {
    "at once 0", "outer 1", "inner 1.5", "first of two 2", "second of two 2", "tick 4", "late 7.5", "tick 8",
    "tick 12",
  })
end)

spec.atEnd("the input's end drops what would come later", function() spec.equal(beyond.isPending, true) end)

spec.atEnd("the clock stands at the greatest time of the input", function()
  spec.equal(geoscript.now(), NSDate(1090.5))
end)
