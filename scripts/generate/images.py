#!/usr/bin/env python3
"""Makes the small images of Tests/specs/images, one for each form that a picture's size is read from, and sizes.txt:
each file with the width and height in pixels that Pillow finds in it, turned as its Exif data say.

usage: scripts/generate/images.py   (needs Pillow; the files are committed, made with Pillow 13)
"""
import pathlib

from PIL import Image, ImageDraw, ImageOps

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "specs" / "images"


def picture(width, height, mode="RGB"):
    image = Image.new("RGBA", (width, height), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, width - 1, height - 1), fill=(220, 30, 30, 255))
    draw.ellipse((width // 4, height // 4, width * 3 // 4, height * 3 // 4), fill=(255, 255, 255, 255))
    return image.convert(mode)


def turned(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = "a description that comes before the orientation"
    return exif


FILES = {
    "bullseye32.png": (picture(32, 32, "RGBA"), {}),
    "wide.png": (picture(40, 10), {}),
    "large@2x.png": (picture(50, 30, "RGBA"), {}),
    "huge@3x.png": (picture(30, 60), {}),
    "baseline.jpg": (picture(33, 21), {"quality": 50}),
    "progressive.jpg": (picture(35, 23), {"quality": 50, "progressive": True}),
    "upright.jpg": (picture(37, 19), {"quality": 50, "exif": turned(3)}),
    "sideways.jpg": (picture(37, 19), {"quality": 50, "exif": turned(6), "icc_profile": bytes(5000)}),
    "still.gif": (picture(300, 7, "P"), {}),
    "lossy.webp": (picture(41, 29), {"quality": 20}),
    "lossless.webp": (picture(43, 27), {"lossless": True}),
    "extended.webp": (picture(45, 25, "RGBA"), {"quality": 20, "exif": turned(1)}),
    "plain.bmp": (picture(17, 11), {}),
}


def main():
    FOLDER.mkdir(exist_ok=True)
    lines = []
    for name, (image, options) in FILES.items():
        image.save(FOLDER / name, **options)
        with Image.open(FOLDER / name) as found:
            width, height = ImageOps.exif_transpose(found).size
        lines.append("%s %d %d\n" % (name, width, height))
    (FOLDER / "sizes.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
