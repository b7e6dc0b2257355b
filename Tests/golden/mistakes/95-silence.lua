local family = geoscript.app{ per = "group" }
function family:didFallSilent(device, since) geoscript.alert{ title = device.name .. " is silent" } end
