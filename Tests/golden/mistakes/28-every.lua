geoscript.every(60)
