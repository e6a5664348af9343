#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""make_sensors.py [check] FOLDER: writes the data of the tutorial, or compares it with what stands there. Invented hourly readings of five stations
in two weeks, as sensors.npz and sensors.csv, and stations.csv, which knows names. The same bytes on every machine."""
import math
import struct
import sys
import zipfile
from io import BytesIO
from pathlib import Path

HOURS, STATIONS = 14 * 24, (1, 2, 3, 4, 5)
START = 1_709_251_200  # 2024-03-01, in seconds since 1970
ALTITUDE = {1: 80, 2: 480, 3: 540, 4: 1600, 5: 2060}


def noise(state=[20240301]):
    """Between -1 and 1: a linear congruential generator, so that no other library decides."""
    state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state[0] >> 40) / 2**23 - 1


def rows():
    """Of each hour a row of each station: time, station, temperature (missing now and then), wind."""
    for hour in range(HOURS):
        weather = 3 * math.sin(hour / 53) + 1.5 * math.sin(hour / 17)
        for station in STATIONS:
            day = math.sin((hour % 24 - 9) / 24 * 2 * math.pi)
            temperature = round(11 - 0.0065 * ALTITUDE[station] + weather + 4 * day + 0.6 * noise(), 1)
            wind = round(abs(3 + 0.001 * ALTITUDE[station] + weather / 2 + 2 * noise()), 1)
            if noise() > 0.97:
                temperature = math.nan
            yield START + 3600 * hour, station, temperature + 0.0, wind


def npy(letter, code, values):
    header = f"{{'descr': '{letter}', 'fortran_order': False, 'shape': ({len(values)},), }}".encode()
    header = header.ljust(127 - 10) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack(f"<{len(values)}{code}", *values)


def files():
    time, station, temperature, wind = zip(*rows())
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as target:
        for name, array in (("time", npy("<i8", "q", time)), ("station", npy("<i4", "i", station)), ("temperature", npy("<f8", "d", temperature)),
                            ("wind", npy("<f8", "d", wind))):
            target.writestr(zipfile.ZipInfo(f"{name}.npy"), array)
    text = "".join(f"{t},{s},{'' if math.isnan(x) else x},{w}\n" for t, s, x, w in zip(time, station, temperature, wind))
    yield "sensors.npz", archive.getvalue()
    yield "sensors.csv", b"time,station,temperature,wind\n" + text.encode()
    yield "stations.csv", b"station,name,altitude\n3,Bern,540\n1,Bonn,80\n2,Ulm,480\n4,Davos,1600\n9,Oslo,20\n"


def main():
    folder = Path(sys.argv[-1])
    for name, data in files():
        if sys.argv[1] != "check":
            (folder / name).write_bytes(data)
        elif (folder / name).read_bytes() != data:
            sys.exit(f"{folder / name} is not what make_sensors.py makes")


main()
