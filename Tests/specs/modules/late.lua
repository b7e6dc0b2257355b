-- Asked for by a coroutine.
return { word = "late" }
