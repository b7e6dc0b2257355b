-- A script that does not compile ends the run before any input is read.
-- run: --from output/two.ndjson
local function f(
