"""VTK's XML files of polygons, read without VTK: a second opinion on what talus export writes.

read(file) gives points, verts, lines, polys (lists of corners), point_data, cell_data, field_data (name -> array, or list of
texts) and units (name -> label)."""
import re
import struct
import xml.etree.ElementTree as xml
import zlib

import numpy

TYPES = {"Float64": "<f8", "Float32": "<f4", "Int64": "<i8", "Int32": "<i4", "UInt32": "<u4", "UInt8": "u1"}


def unpacked(data, at):
    count, full, partial = struct.unpack_from("<3Q", data, at)
    sizes = struct.unpack_from("<%dQ" % count, data, at + 24)
    at += 24 + 8 * count
    out = b""
    for i, size in enumerate(sizes):
        block = zlib.decompress(data[at:at + size])
        assert len(block) == (partial if partial and i == count - 1 else full)
        out += block
        at += size
    return out


def read(file):
    raw = open(file, "rb").read()
    begin = re.search(rb'<AppendedData encoding="raw">\s*_', raw).end()
    end = raw.rindex(b"\n</AppendedData>")
    root = xml.fromstring(raw[:begin] + raw[end:])
    assert root.get("header_type") == "UInt64" and root.get("byte_order") == "LittleEndian"
    units = {}

    def values(section):
        out = {}
        for a in section:
            data = unpacked(raw, begin + int(a.get("offset")))
            rows, width = int(a.get("NumberOfTuples")), int(a.get("NumberOfComponents"))
            if a.get("type") == "String":
                texts = data.decode().split("\0")[:-1]
                assert len(texts) == rows
                out[a.get("Name")] = texts
                continue
            numbers = numpy.frombuffer(data, TYPES[a.get("type")])
            assert len(numbers) == rows * width
            out[a.get("Name")] = numbers if width == 1 else numbers.reshape(rows, width)
            for key in a:
                units[a.get("Name")] = key.text
        return out

    poly = root.find("PolyData")
    piece = poly.find("Piece")

    def cells(name):
        arrays = values(piece.find(name))
        ends = arrays.get("offsets", [])
        assert len(ends) == int(piece.get("NumberOf" + name))
        return [arrays["connectivity"][a:b] for a, b in zip([0, *ends[:-1]], ends)] if len(ends) else []

    points = values(piece.find("Points"))["Points"]
    assert len(points) == int(piece.get("NumberOfPoints"))
    return {"points": points, "verts": cells("Verts"), "lines": cells("Lines"), "polys": cells("Polys"),
            "point_data": values(piece.find("PointData")), "cell_data": values(piece.find("CellData")),
            "field_data": values(poly.find("FieldData")), "units": units}
