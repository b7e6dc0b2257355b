-- S14: listing 5-3 (6-3), image view with an offset.
return function(_ENV)
  aView = MKAnnotationView.new{ annotation = annotation, reuseIdentifier = "MyCustomAnnotation" }
  aView.image = UIImage:imageNamed("myimage.png")
  aView.centerOffset = CGPointMake(10, -20)      -- right and up
end
