geoscript.alert("left home")
