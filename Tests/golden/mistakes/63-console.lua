console.log("hello")
print(len({ 1, 2 }))
