print("speed " 3)
