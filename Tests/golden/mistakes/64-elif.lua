local speed = 3
if speed > 5 then
  print("fast")
elif speed then
  print("slow")
end
