-- S24, S25: a callout of the script's own, a view with two labels, shown by setSelected.
local _ENV = setmetatable({}, { __index = _ENV })
local function sketch(number) require(string.format("s%02d", number))(_ENV) end

local map = MKMapView.new{}
local place = { coordinate = CLLocationCoordinate2DMake(52.52, 13.4), title = "Berlin" }
map.region = MKCoordinateRegionMakeWithDistance(place.coordinate, 50000, 50000)
sketch(24)
sketch(25)

local Card = UIView:subclass("Card")
function Card:drawRect()
  local context = UIGraphicsGetCurrentContext()
  local path = UIBezierPath:bezierPathWithRoundedRect_cornerRadius(self.bounds, 8)
  UIColor.colorWithWhite_alpha(0.15, 0.9):setFill()
  path:fill()
  CGContextSetStrokeColorWithColor(context, UIColor:orangeColor())
  path.lineWidth = 2
  path:stroke()
end

local function label(text, frame, size)
  return UILabel.new{ text = text, frame = frame, font = UIFont:systemFontOfSize(size),
    textColor = UIColor:whiteColor() }
end

map.delegate = {
  viewForAnnotation = function(_, annotation)
    local pin = CalloutPin(annotation, "own")
    pin.image = UIImage:imageNamed("bullseye32.png")
    local card = Card(CGRectMake(0, 0, 160, 52))
    card.opaque = false
    card:addSubview(label("Berlin", CGRectMake(10, 6, 140, 22), 17))
    card:addSubview(label("3.7 million people", CGRectMake(10, 28, 140, 18), 12))
    pin.calloutView = card
    return pin
  end,
}
map:addAnnotation(place)
map:selectAnnotation(place, false)
