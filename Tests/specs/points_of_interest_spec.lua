-- run: --geocoder gazetteer
-- Categories and filters of points of interest: on maps, in configurations, snapshots and searches.
local spec = require "spec"

local categories = {
  MKPointOfInterestCategoryATM, MKPointOfInterestCategoryAirport, MKPointOfInterestCategoryAmusementPark,
  MKPointOfInterestCategoryAnimalService, MKPointOfInterestCategoryAquarium,
  MKPointOfInterestCategoryAutomotiveRepair, MKPointOfInterestCategoryBakery, MKPointOfInterestCategoryBank,
  MKPointOfInterestCategoryBaseball, MKPointOfInterestCategoryBasketball, MKPointOfInterestCategoryBeach,
  MKPointOfInterestCategoryBeauty, MKPointOfInterestCategoryBowling, MKPointOfInterestCategoryBrewery,
  MKPointOfInterestCategoryCafe, MKPointOfInterestCategoryCampground, MKPointOfInterestCategoryCarRental,
  MKPointOfInterestCategoryCastle, MKPointOfInterestCategoryConventionCenter,
  MKPointOfInterestCategoryDistillery, MKPointOfInterestCategoryEVCharger, MKPointOfInterestCategoryFairground,
  MKPointOfInterestCategoryFireStation, MKPointOfInterestCategoryFishing, MKPointOfInterestCategoryFitnessCenter,
  MKPointOfInterestCategoryFoodMarket, MKPointOfInterestCategoryFortress, MKPointOfInterestCategoryGasStation,
  MKPointOfInterestCategoryGoKart, MKPointOfInterestCategoryGolf, MKPointOfInterestCategoryHiking,
  MKPointOfInterestCategoryHospital, MKPointOfInterestCategoryHotel, MKPointOfInterestCategoryKayaking,
  MKPointOfInterestCategoryLandmark, MKPointOfInterestCategoryLaundry, MKPointOfInterestCategoryLibrary,
  MKPointOfInterestCategoryMailbox, MKPointOfInterestCategoryMarina, MKPointOfInterestCategoryMiniGolf,
  MKPointOfInterestCategoryMovieTheater, MKPointOfInterestCategoryMuseum, MKPointOfInterestCategoryMusicVenue,
  MKPointOfInterestCategoryNationalMonument, MKPointOfInterestCategoryNationalPark,
  MKPointOfInterestCategoryNightlife, MKPointOfInterestCategoryPark, MKPointOfInterestCategoryParking,
  MKPointOfInterestCategoryPharmacy, MKPointOfInterestCategoryPlanetarium, MKPointOfInterestCategoryPolice,
  MKPointOfInterestCategoryPostOffice, MKPointOfInterestCategoryPublicTransport, MKPointOfInterestCategoryRVPark,
  MKPointOfInterestCategoryRestaurant, MKPointOfInterestCategoryRestroom, MKPointOfInterestCategoryRockClimbing,
  MKPointOfInterestCategorySchool, MKPointOfInterestCategorySkatePark, MKPointOfInterestCategorySkating,
  MKPointOfInterestCategorySkiing, MKPointOfInterestCategorySoccer, MKPointOfInterestCategorySpa,
  MKPointOfInterestCategoryStadium, MKPointOfInterestCategoryStore, MKPointOfInterestCategorySurfing,
  MKPointOfInterestCategorySwimming, MKPointOfInterestCategoryTennis, MKPointOfInterestCategoryTheater,
  MKPointOfInterestCategoryUniversity, MKPointOfInterestCategoryVolleyball, MKPointOfInterestCategoryWinery,
  MKPointOfInterestCategoryZoo,
}
local cafe, hotel = MKPointOfInterestCategoryCafe, MKPointOfInterestCategoryHotel

spec("a category is a text of its own", function()
  local seen = {}
  for _, category in ipairs(categories) do
    assert(category:find("^MKPOICategory%u") and not seen[category], category)
    seen[category] = true
  end
  spec.equal({ cafe, #categories }, { "MKPOICategoryCafe", 73 })
end)

spec("a filter includes what it names, or all but that", function()
  local only = MKPointOfInterestFilter({ cafe })
  spec.equal({ only:includesCategory(cafe), only:excludesCategory(cafe) }, { true, false })
  spec.equal({ only:includes(hotel), only:excludes(hotel) }, { false, true })
  assert(only == MKPointOfInterestFilter.new{ includingCategories = { cafe } })
  local without = MKPointOfInterestFilter.new{ excludingCategories = { cafe } }
  spec.equal({ without:includesCategory(cafe), without:includesCategory(hotel) }, { false, true })
  local all, none = MKPointOfInterestFilter:includingAll(), MKPointOfInterestFilter:excludingAll()
  for _, category in ipairs(categories) do
    assert(all:includesCategory(category) and none:excludesCategory(category))
  end
  assert(all == MKPointOfInterestFilter:filterIncludingAllCategories() and all ~= none)
  assert(none == MKPointOfInterestFilter:filterExcludingAllCategories() and none ~= only)
  assert(only:isKindOfClass(MKPointOfInterestFilter))
end)

spec("mistakes", function()
  spec.raises("either includingCategories or excludingCategories expected", MKPointOfInterestFilter)
  spec.raises("either includingCategories or excludingCategories expected", function()
    MKPointOfInterestFilter.new{ includingCategories = {}, excludingCategories = {} }
  end)
  spec.raises("MKPointOfInterestCategory… expected, got \"cafe\"", MKPointOfInterestFilter, { "cafe" })
  spec.raises("MKPointOfInterestCategory… expected", function()
    MKPointOfInterestFilter({ cafe }):includesCategory("Cafe")
  end)
end)

spec("maps, configurations and snapshots keep a filter", function()
  local only = MKPointOfInterestFilter({ cafe })
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 100, 100) }
  spec.equal(map.pointOfInterestFilter, nil)
  local roads = MKStandardMapConfiguration()
  roads.pointOfInterestFilter = only
  map.preferredConfiguration = roads
  assert(map.pointOfInterestFilter == only and map.preferredConfiguration.pointOfInterestFilter == only)
  local hybrid = MKHybridMapConfiguration()
  hybrid.pointOfInterestFilter = MKPointOfInterestFilter:excludingAll()
  map.preferredConfiguration = hybrid
  assert(map.pointOfInterestFilter:excludesCategory(cafe))
  map.pointOfInterestFilter = nil
  spec.equal(map.preferredConfiguration.pointOfInterestFilter, nil)
  local options = MKMapSnapshotter.Options()
  options.pointOfInterestFilter = only
  assert(options.pointOfInterestFilter == only and options:isKindOfClass(MKMapSnapshotOptions))
end)

local answer
local request = MKLocalSearch.Request()
request.naturalLanguageQuery = "Zürich"
request.pointOfInterestFilter = MKPointOfInterestFilter({ hotel })
MKLocalSearch(request):start(function(response, err) answer = { response, err } end)

spec.atEnd("the gazetteer says that it knows no categories", function()
  assert(request.pointOfInterestFilter:includesCategory(hotel))
  spec.equal({ answer[1], answer[2].domain, answer[2].code }, { nil, MKErrorDomain, 1 })
  assert(answer[2].localizedDescription:find("does not know the categories of places", 1, true))
end)

spec("a map item has a category, if one is known", function()
  local item = MKMapItem(MKPlacemark(CLLocationCoordinate2DMake(1, 2)))
  spec.equal(item.pointOfInterestCategory, nil)
  item.pointOfInterestCategory = hotel
  spec.equal(item.pointOfInterestCategory, "MKPOICategoryHotel")
end)
