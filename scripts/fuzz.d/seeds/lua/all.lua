-- a script
local a <const>, b = 0x1p4, [==[
text]==]
function a.b:c(...) goto done for i = 1, #b, -1 do if not a then break end end ::done:: return "\u{20AC}\z  x", ... end
while a < b do a = { [1] = 2; x = function() end, ~a // b } repeat local x <close> = nil until true end
