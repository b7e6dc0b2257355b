-- S33: built-in dragging (Guide 5 and Annotating, no listing).
return function(_ENV)
  function MyCustomAnnotation:setCoordinate(coord) self.coordinate = coord end
  aView.draggable = true
  function mapDelegate:didChangeDragState(mapView, view, newState, oldState)
    if newState == MKAnnotationViewDragStateEnding then print(view.annotation.coordinate.latitude) end
  end
end
