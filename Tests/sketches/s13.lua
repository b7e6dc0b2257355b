-- S13: listings 5-1, 5-2 (6-1, 6-2), a custom annotation.
return function(_ENV)
  MyCustomAnnotation = NSObject:subclass("MyCustomAnnotation")
  function MyCustomAnnotation:init(coord)
    self.coordinate = coord                      -- observed property: the map follows changes
    return self
  end

  map:addAnnotation(MyCustomAnnotation(CLLocationCoordinate2DMake(37.33, -122.03)))
  map:addAnnotation{ coordinate = CLLocationCoordinate2DMake(37.4, -122.1), title = "plain table" }
end
