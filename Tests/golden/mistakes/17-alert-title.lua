geoscript.alert{ text = "left home" }
