-- --strict ends at the first callback that fails, with exit code 1.
-- run: --from output/two.ndjson --strict
geoscript.after(1, function() error("first") end)
geoscript.after(15, function() print("never") end)
geoscript.onFinish(function() print("finished " .. geoscript.device.id) end)
