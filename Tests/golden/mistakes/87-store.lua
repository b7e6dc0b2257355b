geoscript.store.runs = geoscript.store.runs + 1
