import GeoFeeds
import GeoLua
