-- S27: map events worth having (note).
return function(_ENV)
  function mapDelegate:mapViewDidFailLoadingMap(mapView, err) print("tiles", err.code) end
  function mapDelegate:didFailToLocateUserWithError(mapView, err) print("user", err.code) end
  function mapDelegate:didChangeUserTrackingMode(mapView, mode, animated) print("mode", mode) end
  function mapDelegate:didUpdateUserLocation(mapView, userLocation)
    if mapView.userTrackingMode == MKUserTrackingModeNone then   -- follow, but keep the zoom
      mapView:setCenterCoordinate(userLocation.location.coordinate, true)
    end
  end
end
