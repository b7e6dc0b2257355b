-- A main chunk that fails stops its copy; when all are stopped the run ends with 65.
-- run: --from output/two.ndjson
local manager = CLLocationManager.new{}
manager.delegte = {}
