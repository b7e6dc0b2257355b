local date = geoscript.now()
print(date.timeIntervalSince1970 - 5)
