print(debug.traceback())
