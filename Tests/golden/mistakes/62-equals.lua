local count = 1
if count === 1 then print(count) end
