local speed = 3
if speed > 2:
  print("fast")
end
