print(NSDate.now())
