-- Does not compile: a constant is assigned.
local limit <const> = 5 -- luacheck: ignore
limit = 6
