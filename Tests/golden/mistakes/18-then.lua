if geoscript.now() 
  print("x")
end
