geoscript.writeFile("out.txt", "x")
