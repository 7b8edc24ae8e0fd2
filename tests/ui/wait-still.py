#!/usr/bin/env python3
"""Wait until a part of the display shows something and stands still: wait-still.py X Y WIDTH HEIGHT

It shows something when it has at least 16 colors, and stands still when it was the same for half a
second. Status 1: not within 60 seconds.
"""
import ctypes
import ctypes.util
import sys
import time
import zlib

Z_PIXMAP = 2
ALL_PLANES = ctypes.c_ulong(-1)
COLORS = 16
STILL = .5
PATIENCE = 60


class XImage(ctypes.Structure):
    """The beginning of Xlib's XImage."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                ("format", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_char)),
                ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
                ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int),
                ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]


def main():
    x, y, width, height = map(int, sys.argv[1:])
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
    x11.XGetImage.restype = ctypes.POINTER(XImage)
    x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int,
                              ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
    x11.XDestroyImage.argtypes = [ctypes.POINTER(XImage)]
    display = x11.XOpenDisplay(None)
    if not display:
        sys.exit("wait-still: no display")
    root = x11.XDefaultRootWindow(display)

    def look():
        image = x11.XGetImage(display, root, x, y, width, height, ALL_PLANES, Z_PIXMAP)
        data = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * height)
        x11.XDestroyImage(image)
        return data

    end = time.monotonic() + PATIENCE
    before, since = None, 0
    while time.monotonic() < end:
        data = look()
        mark = zlib.crc32(data)
        if mark != before:
            before, since = mark, time.monotonic()
        elif time.monotonic() - since >= STILL:
            if len({data[i:i + 4] for i in range(0, len(data), 4)}) >= COLORS:
                return 0
        time.sleep(.1)
    return 1


if __name__ == "__main__":
    sys.exit(main())
