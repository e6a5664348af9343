# SPDX-License-Identifier: BSL-1.0
"""Draws docs/threads.svg, how much faster two threads are than one, from the output of `./dev bench threads` in build/bench."""
import re
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
ROW, NAMES, UNIT = 20, 330, 130  # pixels of a row, of the names, and of a gain of 1
# The name, the times of two threads and of one, and their ratio.
MEASURED = re.compile(r"^  (\S.*?)\s{2,}[\d.]+\s+[\d.]+\s+([\d.]+)\s+[\d.]+ ", re.MULTILINE)


def line(at, height, style):
    return f'<line x1="{at}" y1="{ROW}" x2="{at}" y2="{height}" stroke="{style}"/>'


def words(x, y, text, anchor="start"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def bar(place, name, gain):
    y = ROW * (place + 2)
    end = NAMES + UNIT * gain
    return (words(NAMES - 8, y + 14, name, "end")
            + f'<rect x="{NAMES}" y="{y + 3}" width="{UNIT * gain:.0f}" height="{ROW - 6}" fill="#3b6ea5"/>'
            + words(f"{end + 6:.0f}", y + 14, f"{gain:.1f}"))


def drawing(rows):
    height = ROW * (len(rows) + 2) + 6
    width = NAMES + int(UNIT * (rows[0][1] + 0.4))
    scale = "".join(line(NAMES + UNIT * gain, height, "#bbb") + words(NAMES + UNIT * gain, 14, f"{gain} ×", "middle") for gain in (1, 2))
    bars = "".join(bar(place, name, gain) for place, (name, gain) in enumerate(rows))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
            f'<rect width="{width}" height="{height}" fill="white"/>{scale}{bars}</svg>\n')


table = (ROOT / "build" / "bench" / "threads.v3.txt").read_text()
rows = [(name, 1 / float(ratio)) for name, ratio in MEASURED.findall(table) if not name.startswith("copy(2 * x + 1")]
(ROOT / "docs" / "threads.svg").write_text(drawing(sorted(rows, key=lambda row: -row[1])))
