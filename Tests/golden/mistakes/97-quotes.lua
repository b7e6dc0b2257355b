geoscript.alert{ title = “left” }
