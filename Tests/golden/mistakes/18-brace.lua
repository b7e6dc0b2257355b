geoscript.alert{ title = "left home"
print("x")
