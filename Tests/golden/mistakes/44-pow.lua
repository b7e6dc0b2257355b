print(math.pow(2, 3), table.getn({ 1 }))
