print(os.getenv("HOME"))
