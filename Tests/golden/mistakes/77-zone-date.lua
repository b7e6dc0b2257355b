print(os.date("%H:%M", os.time(), "CEST"))
