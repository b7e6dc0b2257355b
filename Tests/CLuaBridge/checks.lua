-- lb.* against Lua's own library in the same process. `checks.lua [seed]`
local seed = math.tointeger(... or 1) or 1
math.randomseed(seed, 42)
local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or ""

local function part(name, ...) return assert(loadfile(folder .. "checks/" .. name .. ".lua"))(...) end

local comparing = part "comparing"
for _, name in ipairs{"matching", "formatting", "order", "sorting", "tables", "memory"} do part(name, comparing) end
comparing.finish(seed)
