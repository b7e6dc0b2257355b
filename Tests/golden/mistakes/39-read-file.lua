local text = geoscript.readFile("limits.json")
print(text)
