"""Pictures: groups of geobench."""
from measuring import Reference, Row

REFERENCES = {"cairo_picture": Reference(("cairo",), ("-lm",), ("5",))}

ROWS = (
    # A line of 10,000 points and 1,000 markers at 1024×1024 to PNG, and the peak of memory at 4096×4096.
    Row("picture-markers", "ms", 1.2, 0.6, "pictures", "", "cairo_picture", (), "picture-markers"),
    Row("picture-memory", "MB", 1.15, 1, "pictures-memory"),
    Row("picture-lua-tile", "µs", 1.1, 1, "drawing"),  # drawMapRect that fills one rect, without the canvas
    Row("world-warm", "ms", 1.1, 1, "pictures"),  # the base map at 1024×1024, PNG included
    Row("world-cold", "ms", 1.1, 1, "pictures-world"),  # the same in a new process
    # A million points as one line without the PNG: a journey; 1,500 tracks across the picture; trembling around a place.
    # A test of GeoRenderTests checks that they look like the full line.
    Row("picture-track-journey", "ms", 1.1, 1, "pictures"),
    Row("picture-track-city", "ms", 1.1, 1, "pictures"),
    Row("picture-track-tremble", "ms", 1.1, 1, "pictures"),
)
