-- A module with a state of its own in each copy of the script.
local counter = { count = 0, name = ... }
function counter.add()
  counter.count = counter.count + 1
  return counter.count
end
moduleGlobal = geoscript.device.id -- luacheck: ignore
return counter
