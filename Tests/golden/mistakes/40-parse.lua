local limits = geoscript.json.parse("{\"fast\":20}")
print(limits.fast)
