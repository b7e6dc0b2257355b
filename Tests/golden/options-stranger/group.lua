local app = geoscript.app{ per = "group" }
function app:didEnterRegion() end
error("stop")
