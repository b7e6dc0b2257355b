local name = "Rex"
print(f"hello {name}")
