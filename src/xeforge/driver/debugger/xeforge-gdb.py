"""Printers for gdb: simd objects, masks and views as their elements. gdb loads this file with the runtime, beside which it
is installed under the library's name."""

import re
import struct

import gdb
import gdb.printing

READERS = {"half": lambda raw: struct.unpack("<e", raw)[0], "bfloat16": lambda raw: struct.unpack("<f", b"\0\0" + raw)[0]}


def element(raw, kind):
    """One element of a type of the program's."""
    for name, read in READERS.items():
        if (kind.strip_typedefs().name or "").endswith("::" + name):
            return gdb.Value(read(raw))
    return gdb.Value(raw, kind)


def bytes_of(value):
    return bytes(gdb.selected_inferior().read_memory(int(value.address), value.type.sizeof))


def argument(kind, position):
    return kind.strip_typedefs().template_argument(position)


def in_braces(elements):
    return "{" + ", ".join(element.format_string() for element in elements) + "}"


class Register:
    """simd<T, N>"""

    def __init__(self, value):
        self.value = value

    def elements(self):
        kind = argument(self.value.type, 0)
        raw = bytes_of(self.value["data_"])
        count = int(argument(self.value.type, 1))
        return [element(raw[at * kind.sizeof:(at + 1) * kind.sizeof], kind) for at in range(count)]

    def to_string(self):
        return f"simd<{argument(self.value.type, 0)}, {argument(self.value.type, 1)}> {in_braces(self.elements())}"


class Mask:
    """simd_mask<N>, which is simd_mask_impl<Lane, N>: a letter for each lane."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        count = int(argument(self.value.type, 1))
        raw = bytes_of(self.value["data_"])
        lanes = "".join("1" if any(raw[2 * lane:2 * lane + 2]) else "0" for lane in range(count))
        return f"simd_mask<{count}> {lanes} (lane 0 first)"


class Region:
    """A region's shape and offset, in elements of `kind`."""

    def __init__(self, value):
        kind = value.type.strip_typedefs()
        numbers = [int(kind.template_argument(at)) for at in range(1, self.count_of(kind))]
        self.kind = kind.template_argument(0)
        self.rows, self.row_stride, self.columns, self.stride = numbers if len(numbers) == 4 else [1, 1] + (numbers or [1, 1])
        self.y, self.x = int(value["M_offset_y"]), int(value["M_offset_x"])

    @staticmethod
    def count_of(kind):
        return 5 if "region2d_t<" in kind.name else 1 if "region1d_scalar_t<" in kind.name else 3

    def bytes_in_all(self):
        return self.rows * self.columns * self.kind.sizeof

    def taken_from(self, raw, pitch):
        """The elements' bytes, of the bytes below, whose rows have `pitch` elements."""
        size, first = self.kind.sizeof, self.y * pitch + self.x
        indices = [first + y * self.row_stride * pitch + x * self.stride for y in range(self.rows) for x in range(self.columns)]
        return b"".join(raw[at * size:(at + 1) * size] for at in indices)


def region_bytes(value, raw):
    """The bytes that a region, or a region on a region, stands for, and the type of its elements."""
    if "std::pair<" not in value.type.strip_typedefs().name:
        top = Region(value)
        return top.taken_from(raw, top.columns), top.kind
    top, below = Region(value["first"]), value["second"]
    parent = Region(below["first"] if "std::pair<" in below.type.strip_typedefs().name else below)
    pitch = top.columns if top.stride == top.row_stride == 1 and top.bytes_in_all() == parent.bytes_in_all() else parent.columns
    return top.taken_from(region_bytes(below, raw)[0], pitch), top.kind


class View:
    """simd_view<Base, Region>: what it stands for."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        base = self.value["base_"].referenced_value()
        raw, kind = region_bytes(self.value["region_"], bytes_of(base["data_"]))
        elements = [element(raw[at:at + kind.sizeof], kind) for at in range(0, len(raw), kind.sizeof)]
        return f"view of {len(elements)} {kind} {in_braces(elements)}"


def printers():
    all_of_them = gdb.printing.RegexpCollectionPrettyPrinter("xeforge")
    for name, printer in (("simd", Register), ("simd_mask_impl", Mask), ("simd_view", View)):
        all_of_them.add_printer(name, rf"^xeforge::esimd::(\w+::)?{name}<", printer)
    return all_of_them


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
