"""Writes the seed corpus of the array fuzzers: small files, valid and broken, that reach every branch of the readers.

    python3 tests/fuzz/make_corpus.py tests/fuzz/corpus        (standard library only)
"""

import json
import pathlib
import struct
import sys


def npy(descr="'<f2'", order="False", shape="(2, 3)", data=bytes(12), version=(1, 0), header=None):
    text = header or "{'descr': %s, 'fortran_order': %s, 'shape': %s, }" % (descr, order, shape)
    text = text.encode("latin-1") + b"\n"
    length = struct.pack("<H" if version[0] == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes(version) + length + text + data


def safetensors(tensors, data=b"", text=None):
    text = (text or json.dumps(tensors, separators=(",", ":"))).encode()
    return struct.pack("<Q", len(text)) + text + data


def tensor(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


NPY = {
    "f2": npy(),
    "f4-scalar-v3": npy("'<f4'", shape="()", data=bytes(4), version=(3, 0)),
    "i8-v2": npy("'<i8'", shape="(2,)", data=bytes(16), version=(2, 0)),
    "i4-empty": npy("'<i4'", shape="(0, 3)", data=b""),
    "fortran": npy(order="True"),
    "big-endian": npy("'>f4'"),
    "structured": npy("[('a', '<f4')]"),
    "negative": npy(shape="(-1, 3)"),
    "overflow": npy(shape="(4611686018427387904, 8)"),
    "too-large-extent": npy(shape="(18446744073709551617,)"),
    "number-for-tuple": npy(shape="(3)"),
    "many-axes": npy(shape="(" + "1," * 65 + ")"),
    "short": npy()[:-1],
    "trailing": npy() + b"x",
    "version-9": npy(version=(9, 0)),
    "double-quotes": npy(header='{"shape":(1,), "descr":"<f2", "fortran_order":False}', data=bytes(2)),
    "twice": npy(header="{'shape': (), 'shape': ()}"),
    "lacks-key": npy(header="{'descr': '<f2', 'shape': ()}"),
    "not-ascii": npy(header="{'d\xff': 1}"),
    "escape": npy(header="{'de\\x73cr': '<f2'}"),
    "long-header": b"\x93NUMPY\x02\x00\xff\xff\xff\xff{",
    "magic-only": b"\x93NUMPY",
    "zip": b"PK\x03\x04",
    "none": b"",
}

SAFETENSORS = {
    "f16": safetensors({"scores": tensor("F16", [2, 3], 0, 12)}, bytes(12)),
    "bf16-and-u8": safetensors({"u": tensor("U8", [1], 0, 1), "scores": tensor("BF16", [2], 1, 5)}, bytes(5)),
    "f32-metadata": safetensors({"__metadata__": {"a": "b"}, "scores": tensor("F32", [], 0, 4)}, bytes(4)),
    "i64-empty": safetensors({"scores": tensor("I64", [0, 3], 0, 0)}),
    "i32-nameless": safetensors({"": tensor("I32", [1], 0, 4)}, bytes(4)),
    "missing": safetensors({"other": tensor("F32", [1], 0, 4)}, bytes(4)),
    "many": safetensors({"t%d" % at: tensor("F32", [0], 0, 0) for at in range(12)}),
    "no-tensors": safetensors({}),
    "overlap": safetensors({"a": tensor("F32", [1], 0, 4), "scores": tensor("F32", [1], 2, 6)}, bytes(6)),
    "gap": safetensors({"a": tensor("F32", [1], 0, 4), "scores": tensor("F32", [1], 5, 9)}, bytes(9)),
    "backwards": safetensors({"scores": tensor("F32", [1], 4, 0)}, bytes(4)),
    "out-of-range": safetensors({"scores": tensor("F32", [1], 0, 2**64 - 1)}, bytes(4)),
    "negative": safetensors({"scores": tensor("F32", [-1], 0, 4)}, bytes(4)),
    "fraction": safetensors({"scores": tensor("F32", [1.5], 0, 4)}, bytes(4)),
    "overflow": safetensors({"scores": tensor("F32", [2**62, 8], 0, 4)}, bytes(4)),
    "wrong-size": safetensors({"scores": tensor("F32", [2], 0, 4)}, bytes(4)),
    "unknown-type": safetensors({"scores": tensor("F64", [1], 0, 8)}, bytes(8)),
    "unknown-key": safetensors({"scores": {"type": "F32"}}),
    "lacks-key": safetensors({"scores": {"dtype": "F32"}}),
    "three-offsets": safetensors({"scores": {"data_offsets": [0, 1, 2]}}),
    "misplaced": safetensors({"scores": [None, True, {"a": "b"}]}),
    "twice": safetensors({}, text='{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"a":{}}'),
    "metadata-twice": safetensors({}, text='{"__metadata__":{"a":"b","a":"b"}}'),
    "not-utf8": struct.pack("<Q", 6) + b'{"\xff":1',
    "escapes": safetensors({"sc\u00f6res\n": tensor("F16", [1], 0, 2)}, bytes(2)),
    "trailing": safetensors({"scores": tensor("F32", [1], 0, 4)}, bytes(5)),
    "short": safetensors({"scores": tensor("F32", [1], 0, 4)}, bytes(3)),
    "long-header": b"\xff" * 8 + b"{}",
    "deep": safetensors({}, text='{"a":' + "[" * 50),
    "none": b"",
}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, files in {"npy": NPY, "safetensors": SAFETENSORS}.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            (folder / name / file).write_bytes(content)


if __name__ == "__main__":
    main()
