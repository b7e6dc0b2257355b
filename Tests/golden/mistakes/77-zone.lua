local now = geoscript.now()
print(now:format("%H:%M", "Europe/Zagrebb"))
