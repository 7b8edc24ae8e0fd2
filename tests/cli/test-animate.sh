#!/usr/bin/env bash
# animate: figures of a recording as moving pictures, in each format, and what is refused.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

"$program" record preset:torus-5x5x5 --cycles 2000 --edit 900:torus.broken-links=1,2,3:x+ \
  -o run.dateline
small=(--width 4 --height 3 --dpi 80)

# Readers of GIF and PNG that know nothing of Dateline.
cat >pictures.py <<'END'
import struct, zlib


def lzw(data, size):
    clear, end = 1 << size, (1 << size) + 1
    table, width, bits, n, out, last = None, size + 1, 0, 0, bytearray(), None
    for byte in data:
        bits |= byte << n
        n += 8
        while n >= width:
            code, bits, n = bits & ((1 << width) - 1), bits >> width, n - width
            if code == clear:
                table = [bytes([i]) for i in range(clear)] + [b"", b""]
                width, last = size + 1, None
                continue
            if code == end:
                return bytes(out)
            entry = table[code] if code < len(table) else last + last[:1]
            out += entry
            if last is not None and len(table) < 4096:
                table.append(last + entry[:1])
                if len(table) == 1 << width and width < 12:
                    width += 1
            last = entry
    raise ValueError("the data end too early")


def gif(name):
    """(width, height, loops, [(delay, pixels as (r, g, b)s)])"""
    data = open(name, "rb").read()
    assert data[:6] == b"GIF89a", data[:6]
    width, height, flags = struct.unpack("<HHB", data[6:11])
    n = 2 << (flags & 7)
    colors = [tuple(data[13 + 3 * i : 16 + 3 * i]) for i in range(n)]
    at, shown, frames, loops = 13 + 3 * n, [None] * (width * height), [], False
    delay, transparent = 0, None

    def blocks():
        nonlocal at
        found = b""
        while data[at]:
            found += data[at + 1 : at + 1 + data[at]]
            at += 1 + data[at]
        at += 1
        return found

    while data[at] != 0x3B:
        if data[at] == 0x21:
            kind, at = data[at + 1], at + 2
            block = blocks()
            if kind == 0xF9:
                delay = struct.unpack("<H", block[1:3])[0]
                transparent = block[3] if block[0] & 1 else None
            loops = loops or block.startswith(b"NETSCAPE2.0")
        else:
            assert data[at] == 0x2C, data[at]
            left, top, w, h, local = struct.unpack("<HHHHB", data[at + 1 : at + 10])
            assert local == 0
            size, at = data[at + 10], at + 11
            pixels = lzw(blocks(), size)
            assert len(pixels) == w * h
            for i, color in enumerate(pixels):
                if color != transparent:
                    shown[(top + i // w) * width + left + i % w] = colors[color]
            frames.append((delay, list(shown)))
    assert at == len(data) - 1
    return width, height, loops, frames


def png(name):
    data, at, packed = open(name, "rb").read(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert (depth, color) == (8, 2)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    raw, stride, rows, before = zlib.decompress(packed), 3 * width, [], bytes(3 * width)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for i in range(stride):
            a, b = row[i - 3] if i > 2 else 0, before[i]
            c = before[i - 3] if i > 2 else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[i] = row[i] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        before = bytes(row)
        rows.append(before)
    whole = b"".join(rows)
    return width, height, [tuple(whole[3 * i : 3 * i + 3]) for i in range(width * height)]
END

gives animate run.dateline ring-matrix --every 200 "${small[@]}" -o it.gif
gives animate run.dateline ring-matrix --every 200 "${small[@]}" -o it.png
ls it-*.png >names
is "$(tr '\n' ' ' <names)" "$(printf 'it-%04d.png ' {1..10})" "numbered pictures"
[ ! -e it.png ]
ok "and no other"
cat >same.py <<'END'
from pictures import gif, png
width, height, loops, frames = gif("it.gif")
assert (width, height, loops, len(frames)) == (320, 240, True, 10), (width, height, len(frames))
assert [delay for delay, pixels in frames] == [5] * 10
for number, (delay, pixels) in enumerate(frames):
    w, h, wanted = png("it-%04d.png" % (number + 1))
    assert (w, h) == (320, 240)
    far = [max(abs(a - b) for a, b in zip(x, y)) for x, y in zip(pixels, wanted)]
    assert sum(far) / len(far) < 1.5, (number, sum(far) / len(far))
    # Edges of marks on the colors of the map have no color of their own.
    assert sum(d > 40 for d in far) < len(far) / 100, (number, sum(d > 40 for d in far))
END
python3 same.py 2>why && rm why
ok "the GIF has the same pictures"

# A frame is the figure of its cycle: whatever the frames before it, and however many threads.
gives animate run.dateline ring-matrix --from 1000 --to 1200 --every 200 "${small[@]}" \
  --no-caption -o one.png
gives animate run.dateline ring-matrix --from 400 --every 200 "${small[@]}" --threads 3 \
  --no-caption --no-legend -o other.png
gives animate run.dateline ring-matrix --from 1000 --every 200 "${small[@]}" \
  --no-caption --no-legend -o one.png
cmp one-0001.png other-0004.png
ok "the same frame of another film"
is "$(printf '%s\n' other-*.png | wc -l)" 8 "frames from a cycle on"
"$program" record preset:torus-5x5x5 --cycles 900 -o plain.dateline
for name in run plain; do
  gives animate $name.dateline ring-matrix --to 900 --every 300 "${small[@]}" --no-caption -o $name.png
done
cmp run-0003.png plain-0003.png
ok "an edit changes nothing before its cycle"

# Other figures, sizes and speeds.
for figure in planes isometric throughput latency stalls age-histogram packets; do
  gives animate run.dateline "$figure" --every 1000 "${small[@]}" --dark -o "$figure.gif"
done
gives animate preset:ring-8 ring-matrix --set traffic.load=0.3 --to 500 --every 50 --fps 7 \
  --metric sim-stalls "${small[@]}" -o ring.gif
python3 - 2>why <<'END' && rm why
from pictures import gif
frames = gif("ring.gif")[3]
assert len(frames) == 10 and sum(d for d, p in frames) == 143, [d for d, p in frames]
END
ok "seven frames per second"

# One scale for all frames: the legend is the same, though what is shown is not.
gives animate run.dateline ring-matrix --metric sim-stalls --every 400 "${small[@]}" --no-caption \
  -o scale.png
gives animate run.dateline stalls --every 400 "${small[@]}" --no-caption -o bars.png
python3 - 2>why <<'END' && rm why
from pictures import png
frames = [png("scale-%04d.png" % n)[2] for n in range(1, 6)]
legends = {tuple(frame[320 * 205 :]) for frame in frames}
maps = {tuple(frame[320 * 40 : 320 * 160]) for frame in frames}
assert len(legends) == 1 and len(set(frames[0][320 * 205 :])) > 50 and len(maps) == 5, len(legends)
# Bars that are as high as the chart are only in the frame with the largest.
ground = [png("bars-%04d.png" % n)[2] for n in range(1, 6)]
tops = [min(i // 320 for i, (r, g, b) in enumerate(f) if i > 320 * 40 and max(r, g, b) - min(r, g, b) > 80)
        for f in ground]
assert max(tops) - min(tops) > 20, tops
END
ok "one scale for all frames"
gives animate preset:generic-33 groups --to 400 --every 200 "${small[@]}" -o groups.gif
gives animate preset:hyperx-8x8x8 switches --to 40 --every 20 "${small[@]}" -o switches.gif
gives animate run.dateline ring-matrix --every 500 "${small[@]}" -o it.webp
python3 - 2>why <<'END' && rm why
data = open("it.webp", "rb").read()
assert data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X", data[:16]
assert [1 + int.from_bytes(data[i : i + 3], "little") for i in (24, 27)] == [320, 240]
assert data.count(b"ANMF") == 4, data.count(b"ANMF")
END
ok "an animated WebP"
# Each frame over those before it is the numbered picture.
gives animate run.dateline ring-matrix --every 200 "${small[@]}" -o it.apng
python3 - 2>why <<'END' && rm why
import struct, zlib
from pictures import png
data, at, shown, n = open("it.apng", "rb").read(), 8, [None] * (320 * 240), 0
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at : at + 8])
    body = data[at + 8 : at + 8 + length]
    assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body), kind
    at += 12 + length
    if kind == b"acTL":
        assert struct.unpack(">II", body) == (10, 0), body
    elif kind == b"fcTL":
        sequence, w, h, left, top, num, den = struct.unpack(">5I2H", body[:24])
        assert num / den == 1 / 20, (num, den)
    elif kind in (b"IDAT", b"fdAT"):
        raw = zlib.decompress(body[4 if kind == b"fdAT" else 0 :])
        for y in range(h):
            row = raw[y * (3 * w + 1) : (y + 1) * (3 * w + 1)]
            assert row[0] == 0
            for x in range(w):
                shown[(top + y) * 320 + left + x] = tuple(row[1 + 3 * x : 4 + 3 * x])
        n += 1
        assert shown == png("it-%04d.png" % n)[2], n
assert n == 10, n
END
ok "an animated PNG"
gives animate run.dateline ring-matrix --every 500 -o slide.png
python3 -c 'from pictures import *; assert png("slide-0001.png")[:2] == (1280, 720)' 2>why && rm why
ok "a slide of 1280 x 720"

# Several figures on a page, and a router from inside.
gives animate run.dateline panels --panel ring-matrix --panel throughput --panel packets \
  --panel 'router --node 1,2,3' --columns 2 --every 1000 "${small[@]}" -o page.png
gives animate run.dateline router --node 1,2,3 --port x- --every 1000 "${small[@]}" -o router.png
gives animate run.dateline router --node 4,4,4 --every 1000 "${small[@]}" -o elsewhere.png
for number in 1 2; do
  ! cmp -s router-000$number.png elsewhere-000$number.png
done
! cmp -s router-0001.png router-0002.png
ok "panels, and routers from inside"

# A second recording: the first 900 cycles are the same, so that nothing is different until then.
gives animate run.dateline ring-matrix --against plain.dateline --to 1200 --every 300 \
  --show difference "${small[@]}" --no-caption -o difference.png
gives animate run.dateline ring-matrix --against plain.dateline --to 1200 --every 300 --show b \
  "${small[@]}" --no-caption -o b.png
gives animate plain.dateline ring-matrix --to 900 --every 300 "${small[@]}" --no-caption -o plain.png
gives animate run.dateline throughput --against plain.dateline --every 1000 "${small[@]}" -o both.gif
cmp b-0003.png plain-0003.png
python3 - 2>why <<'END' && rm why
from pictures import png
maps = [png("difference-%04d.png" % n)[2][320 * 60 : 320 * 190] for n in range(1, 5)]
less = [sum(g > max(r, b) + 8 for r, g, b in map) for map in maps]
assert less[:3] == [0, 0, 0] and less[3] > 1000, less
END
ok "a second recording, beside the first one or taken from it"

mkdir empty
if command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null; then
  for format in mp4 webm; do
    gives animate run.dateline ring-matrix --every 200 "${small[@]}" -o "it.$format"
    is "$(ffprobe -loglevel error -count_frames -show_entries stream=width,height,nb_read_frames \
      -of csv=p=0 "it.$format")" 320,240,10 "$format"
  done
else
  skip "videos" "there is no ffmpeg"
fi
program_alone ()
{
  PATH=$work/empty "$1" "${@:2}" >out 2>err </dev/null
}
program_alone "$program" animate run.dateline ring-matrix -o none.mp4
[ $? -eq 2 ] && grep -q 'mp4 needs the program ffmpeg, which is not installed (install the package ffmpeg, ' err
ok "without ffmpeg it is said"

fails 2 'animate: an argument is missing \(.*\)' animate run.dateline
fails 2 'animate: the file is missing \(add -o FILE\.gif.*\)' animate run.dateline ring-matrix
fails 2 '-o x\.avi: unknown file name extension \(expected \.gif, .*\.png\)' \
  animate run.dateline ring-matrix -o x.avi
fails 2 'animate: cycle 2001 is outside of the recording \(expected 0 to 2000\)' \
  animate run.dateline ring-matrix --to 2001 -o x.gif
fails 2 'animate: there are no cycles from 700 to 700 \(.*\)' \
  animate run.dateline ring-matrix --from 700 --to 700 -o x.gif
fails 2 'animate: a frame of 300 cycles is longer than the 200 from 1800 to 2000 \(.*\)' \
  animate run.dateline ring-matrix --from 1800 --every 300 -o x.gif
fails 2 '--from: .*' animate run.dateline ring-matrix --from 1,2,3 -o x.gif
fails 2 '--every: .*' animate run.dateline ring-matrix --every 0 -o x.gif
fails 2 '--fps: .*' animate run.dateline ring-matrix --fps 51 -o x.gif
fails 2 '--dpi: frames of 40 x 40 pixels cannot be made \(.*\)' \
  animate run.dateline ring-matrix --width 1 --height 1 --dpi 40 -o x.gif
fails 2 'animate: ring-balance does not show a simulation \(expected one of: ring-matrix, .*\)' \
  animate run.dateline ring-balance -o x.gif
fails 2 'figure panels: a panel is missing \(.*\)' animate run.dateline panels -o x.gif
fails 2 '.*is for “figure panels” .*' animate run.dateline planes --panel planes -o x.gif
fails 2 '--panel: “planes run.dateline”: all panels are of the same recording \(.*\)' \
  animate run.dateline panels --panel 'planes run.dateline' -o x.gif
fails 2 '--show needs a second recording \(add --against FILE\)' \
  animate run.dateline planes --show b -o x.gif
fails 2 '--show: throughput does not show a difference \(use a or b\)' \
  animate run.dateline throughput --against plain.dateline --show difference -o x.gif
fails 2 '--against: .* is a network of another kind \(.*\)' \
  animate run.dateline planes --against preset:generic-33 -o x.gif
fails 2 '.*only one router can be watched at a time \(.*\)' animate run.dateline panels \
  --panel 'router --node 1,1,1' --panel 'router --node 2,2,2' -o x.gif
fails 2 '--metric: load is not simulated \(expected sim-load, .*\)' \
  animate run.dateline ring-matrix --metric load -o x.gif
fails 2 '.*“matrx” is not a figure .*' animate run.dateline matrx -o x.gif
fails 2 '.*groups.*' animate run.dateline groups -o x.gif
fails 2 '--set: a recording with edits is what it is \(.*\)' \
  animate run.dateline ring-matrix --set traffic.load=0.1 -o x.gif
fails 2 'animate has no option --at \(.*\)' animate run.dateline ring-matrix --at 3 -o x.gif
fails 2 'none\.dateline: .*' animate none.dateline ring-matrix -o x.gif

# Memory is that of a frame, however many there are.
cat >memory.py <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
few=$(python3 memory.py "$program" animate run.dateline ring-matrix --every 100 "${small[@]}" -o few.png)
many=$(python3 memory.py "$program" animate run.dateline ring-matrix --every 5 "${small[@]}" -o many.png)
[ "$(printf '%s\n' many-*.png | wc -l)" -eq 400 ] && [ $((many - few)) -lt 3000 ] \
  || { echo "20 frames: $few kB, 400: $many kB" >why; false; }
ok "memory does not grow with the frames"

# Ctrl+C leaves nothing.
for format in gif webp png mp4; do
  [ $format != mp4 ] || command -v ffmpeg >/dev/null || continue
  interrupted SIGINT 3 animate preset:torus-5x5x5 ring-matrix --set simulation.cycles=400000 \
    --every 500 -o "stopped.$format" 2>/dev/null
  is "$status $(cat err)" "3 dateline-cli: stopped" "stopped: $format"
  ! compgen -G "stopped*" >why
  ok "and nothing is left"
done

finish
