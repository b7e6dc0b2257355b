-- A module that returns nothing.
plainRuns = (rawget(_G, "plainRuns") or 0) + 1 -- luacheck: ignore
