for word in ("a,b"):split(",") do print(word) end
