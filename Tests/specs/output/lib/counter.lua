-- A module that counts for the copy that asked for it.
local counter = { count = 0 }
function counter.add() counter.count = counter.count + 1 end
return counter
