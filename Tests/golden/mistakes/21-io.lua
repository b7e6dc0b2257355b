local file = io.open("out.txt", "w")
