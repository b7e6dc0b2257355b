for i in 0..<3 do print(i) end
