local app = geoscript.app{ per = "group" }
error("stop")
