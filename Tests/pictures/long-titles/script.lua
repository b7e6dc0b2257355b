-- Long titles in Japanese and Arabic, in a callout and in labels: letters of all scripts, and right to left.
local map = MKMapView.new{}
local function at(latitude, longitude) return CLLocationCoordinate2DMake(latitude, longitude) end
map.region = MKCoordinateRegionMake(at(35.7, 139.7), MKCoordinateSpanMake(1.2, 1.2))

local Sign = MKAnnotationView:subclass("Sign")
function Sign:init(annotation)
  self = Sign.super.init(self, annotation, "sign")
  local label = UILabel.new{ text = annotation.title, font = UIFont:systemFontOfSize(13),
    textColor = UIColor:blackColor(), frame = CGRectMake(0, 0, 170, 40) }
  label.numberOfLines, label.textAlignment = 2, annotation.alignment
  self.frame = CGRectMake(0, 0, 170, 40)
  self:addSubview(label)
  return self
end

map.delegate = {
  viewForAnnotation = function(_, annotation) return annotation.alignment and Sign(annotation) or nil end,
}
local station = { coordinate = at(35.55, 139.7),
  title = "東京国際空港（羽田空港）第三旅客ターミナル駅前広場東口", subtitle = "مطار طوكيو الدولي، محطة القطار" }
map:addAnnotation(station)
map:addAnnotation{ coordinate = at(36.05, 139.3), alignment = NSTextAlignmentLeft,
  title = "مرحبا بكم في طوكيو، عاصمة اليابان وأكبر مدنها" }
map:addAnnotation{ coordinate = at(35.35, 139.85), alignment = NSTextAlignmentCenter,
  title = "Токио — Žluťoučký kůň — Τόκιο — 日本橋" }
map:selectAnnotation(station, false)
