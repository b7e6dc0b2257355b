alert{ title = "left home" }
