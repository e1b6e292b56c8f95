"""Writes the seed corpus of the fuzzers: small files, valid and broken, that reach every branch of the readers.

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


TIMING = b"Kernel, Calls, Time (ns), Time (%), Average (ns), Min (ns), Max (ns)\n"
METRICS = b"Kernel,Device,GpuTime[ns],GPU_MEMORY_BYTE_READ[bytes],XVE_ACTIVE[%],ReportId,\n"
TASKS = b"Computing Task\tComputing Task:Total Time\tComputing Task:Instance Count\tXVE Array:Active(%)\n"

PROFILE = {
    "vtune": b"war:Column filter is ON.\n" + TASKS + b"a<1, 2>\t0.5\t10\t71.5\n[Outside any task]\t1\t\t\n",
    "vtune-comma": b'"Source Computing Task","Computing Task:Total Time"\r\n"a<1, 2>",0.5s\r\n',
    "vtune-no-rows": TASKS,
    "vtune-short-row": TASKS + b"a\t0.5\n",
    "vtune-long-row": TASKS + b"a\t0.5\t1\t2\t3\n",
    "vtune-no-number": TASKS + b"a\tsoon\t1\t2\n",
    "vtune-negative": TASKS + b"a\t-1\t1\t2\n",
    "vtune-infinite": TASKS + b"a\t1e308\t0\t2\n",
    "vtune-open-quote": TASKS + b'"a\t1\t1\t2\n',
    "functions": b"Function\tCPU Time\nmain\t1.0\n",
    "timing": TIMING + b'"a<1, 2>[SIMD16 {1; 1; 1}]", 2, 300, 60.0, 150, 100, 200\n b, 1, 200, 40.0, 200, 200, 200\n',
    "timing-commas": TIMING + b"a<1, 2>, 2, 300, 60.0, 150, 100, 200\n",
    "timing-huge": TIMING + b"a, 1e308, 1e308, 1, 1, 1, 1\na, 1e308, 1e308, 1, 1, 1, 1\n",
    "timing-short-row": TIMING + b"a, 1, 2\n",
    "timing-no-number": TIMING + b"a, x, 2, 3, 4, 5, 6\n",
    "properties": b"Kernel, Compiled, Spill Memory Per Thread\na, AOT, 64\n",
    "properties-blanks": b"Kernel, Number of Arguments, Spill Memory Per Thread\na,  3    64\n",
    "metrics": b"== Kernel Metrics ==\n\n" + METRICS + b"a,0,100,200,50,1,\n\n" + METRICS + b"a,0,300,400,90,2,\n, 0,1,1,1,1,\n",
    "metrics-huge": METRICS + b"a,0,1e308,1e308,1e308,1,\na,0,1e308,-1e308,-1e308,2,\n",
    "metrics-zero-time": METRICS + b"a,0,0,200,50,1,\na,0,0,200,70,1,\n",
    "metrics-no-number": METRICS + b"a,0,100,x,50,1,\n",
    "metrics-no-time": METRICS + b"a,0,x,1,50,1,\n",
    "stalls": b"Kernel, IP[Address], Active[Events]\na, c0, 2\na, 1b8, 3\n",
    "not-utf8": TASKS + b"a\xff\x00\t0.5\t1\t2\n",
    "byte-order-mark": b"\xef\xbb\xbf" + TASKS + b"a\t0.5\t1\t2\n",
    "binary": b"\x7fELF\x02\x01\x01",
    "none": b"",
}


# ---- disassembly -----------------------------------------------------------------------------------------------------
def operand(number, type="f", kind="RD", **more):
    return {"kind": kind, "reg": {"rn": "r", "r": number}, "rgn": {"v": 1, "w": 1, "h": 0}, "type": type, **more}


def instruction(op, dst=None, srcs=(), **more):
    return {"kind": "I", "op": op, "es": 16, **({"dst": dst} if dst else {}), "srcs": list(srcs), **more}


def label(offset):
    return {"kind": "L", "symbol": "L%04d" % offset}


def send(descriptor, dst=4, data=0, unit="ugm", stype="flat", **more):
    payload = lambda length: {"kind": "DA", "reg": {"rn": "r" if length else "null", "r": 8}, "len": length}
    return {"kind": "I", "op": "send", "subop": unit, "es": 1, "dst": payload(dst),
            "srcs": [{"kind": "AD", "areg": {"rn": "r", "r": 2}, "alen": 1, "stype": stype}, payload(data),
                     {"kind": "IM", "value": "0x0"}, {"kind": "IM", "value": descriptor}], **more}


def jump(offset, **more):
    return {"kind": "I", "op": "jmpi", "es": 1, "srcs": [{"kind": "LB", "target": "L%04d" % offset}], **more}


def listing(*elements):
    return json.dumps({"version": "2.0", "platform": "xe2", "elems": list(elements)}).encode()


CONDITION = {"pred": {"inv": True, "func": ""}, "freg": {"rn": "f", "r": 1, "sr": 1}}
COUNT = [instruction("add", operand(100, "q"), [operand(100, "q"), {"kind": "IM", "value": "1", "type": "w"}]),
         instruction("cmp", {"kind": "RD", "reg": {"rn": "null"}, "type": "d"},
                     [operand(100, "d"), operand(101, "d")], fm={"cond": "eq"}, freg={"rn": "f", "r": 1, "sr": 1})]
DPAS = instruction("dpas", operand(40), [operand(40), operand(60, "hf"), operand(80, "hf")], subop="8x8",
                   opts=["Atomic", "Compacted"], sbid={"id": 3, "func": ""})
PAIR = instruction("mov", {"kind": "RD", "reg": {"rn": "r", "r": 17, "sr": 1}, "rgn": {"h": 2}, "type": "uw"},
                   [operand(4, "uw")], sbid={"id": 3, "func": ".dst"})

DISASSEMBLY = {
    "loop": listing(label(0), label(16), DPAS, DPAS, PAIR, send("0x2800203", sbid={"id": 5, "func": ""}), *COUNT,
                    jump(16, **CONDITION), label(96), send("0x02000010", 0, unit="gtwy", opts=["EOT"])),
    "nested": listing(label(0), label(16), label(32), *COUNT, jump(32, **CONDITION), *COUNT, jump(16, **CONDITION)),
    "messages": listing(*[send(descriptor, 4) for descriptor in
                          ("0x03F00283", "0x02808403", "0x0240F580", "0x04100580", "0x0210001F", "0x0400058C",
                           "0xFFFFFFFF", "0x0", "a0.0", "")], send("0x4240F500", stype="ss"),
                        send("0x4200F504", 0, 4, stype="ss"), send("0x0280F700", unit="slm"), send("0x3", 0)),
    "endless": listing(label(0), jump(0)),
    "irregular": listing(label(0), jump(48, **CONDITION), label(16), jump(48, **CONDITION), label(48),
                         jump(16, **CONDITION)),
    "wide": listing(instruction("mov", operand(255, "q"), [operand(255, "q")]), {**DPAS, "subop": "1x1"}),
    "no-shape": listing({**DPAS, "subop": "x"}),
    "no-such-type": listing(instruction("mov", operand(4, "f48"), [operand(5)])),
    "no-such-operation": listing(instruction("wonder", operand(4), [operand(5)], subop="wide")),
    "indirect": listing(instruction("mov", {"kind": "RI", "areg": {"rn": "a"}, "aoff": 0, "type": "d"},
                                    [{"kind": "RI", "areg": {"rn": "a", "sr": 1}, "type": "d"}])),
    "no-target": listing(jump(99)),
    "same-labels": listing(label(0), label(0), jump(0)),
    "huge-register": listing(instruction("mov", operand(10**9))),
    "negative": listing(instruction("mov", operand(-1))),
    "padding": listing({"kind": "I", "op": "illegal", "es": 1, "srcs": []}),
    "nothing": listing(),
    "no-list": b'{"elems": 3}',
    "strings": b'{"elems": ["I", {"kind": "I", "op": "mov", "srcs": "x"}]}',
    "deep": b'{"elems":' + b"[" * 400,
    "cut": listing(DPAS)[:-20],
    "none": b"",
}


# ---- compiled files --------------------------------------------------------------------------------------------------
def line_table(program, version=5):
    """A DWARF line table of one unit whose lines are the program's."""
    header = bytes([1, 1, 1, 256 - 5, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    header += bytes([1, 1, 0x1F, 1]) + bytes(4) + bytes([2, 1, 0x1F, 2, 0x0B, 1]) + bytes(4) + b"\0"
    rest = bytes([8, 0]) + struct.pack("<I", len(header)) + header + program
    return struct.pack("<IH", len(rest) + 2, version) + rest


PROGRAM = b"\0\x09\x02" + bytes(8) + b"\x03\x05\x01\x02\x10\x03\x02\x01\x02\x20\0\x01\x01"
INFO = b"""version: '1.39'
kernels:
  - name: K
    execution_env:
      grf_count: 128
      slm_size: 1024
      barrier_count: 1
    per_thread_memory_buffers:
      - type: scratch
        size: 64
"""


def elf(sections):
    names, contents, headers = b"\0", b"", bytes(64)
    sections = list(sections) + [(".strtab", None)]
    all_names = b"\0" + b"".join(name.encode() + b"\0" for name, _ in sections)
    for name, content in sections:
        content = all_names if content is None else content
        headers += struct.pack("<IIQQQQIIQQ", len(names), 3 if name == ".strtab" else 1, 0, 0, 64 + len(contents), len(content), 0, 0, 1, 0)
        names += name.encode() + b"\0"
        contents += content
    identity = b"\x7fELF\x02\x01\x01" + bytes(9)
    return identity + struct.pack("<HHIQQQIHHHHHH", 65282, 205, 1, 0, 0, 64 + len(contents), 0, 64, 0, 0, 64,
                                  len(sections) + 1, len(sections)) + contents + headers


FAMILY = struct.pack("<III", 8, 4, 2) + b"IntelGT\0" + struct.pack("<I", 0x0C09)


def zebin(lines=None, info=INFO, code=bytes(32)):
    sections = [(".text.K", code), (".ze_info", info), (".note.intelgt.compat", FAMILY)]
    if lines is not None:
        sections += [(".debug_line", lines), (".debug_line_str", b"/\0places\0")]
    return elf(sections)


ZEBIN = {
    "plain": zebin(),
    "lines": zebin(line_table(PROGRAM)),
    "two-tables": zebin(line_table(PROGRAM) + line_table(PROGRAM)),
    "no-lines": zebin(b""),
    "cut-table": zebin(line_table(PROGRAM)[:-9]),
    "cut-header": zebin(line_table(PROGRAM)[:20]),
    "old-version": zebin(line_table(PROGRAM, 9)),
    "long-table": zebin(b"\xf0\xff\xff\xff" + line_table(PROGRAM)[4:]),
    "no-end": zebin(line_table(PROGRAM[:-3])),
    "far-advance": zebin(line_table(PROGRAM[:11] + b"\x02" + b"\xff" * 9 + b"\x01\x03" + b"\xff" * 9 + b"\x7f\x01")),
    "no-kernel": zebin(info=b"kernels: []\n"),
    "no-name": zebin(info=b"kernels:\n  - execution_env:\n      grf_count: many\n"),
    "other-name": zebin(info=INFO.replace(b"name: K", b"name: L")),
    "not-yaml": zebin(info=b"kernels: [\n"),
    "deep-yaml": zebin(info=b"[" * 300),
    "no-section": elf([]),
    "cut": zebin(line_table(PROGRAM))[:-70],
    "header-only": zebin()[:64],
    "magic-only": b"\x7fELF",
    "text": b"no ELF file at all",
    "none": b"",
}


# ---- reports ---------------------------------------------------------------------------------------------------------
MIX = {"instructions": 3, "dpas": 1, "sends": 1, "mov": 1, "math": 0, "arithmetic": 0, "control": 0, "sync": 0,
       "other": 0, "mov_by_reason": {"copy": 1},
       "sends_by_kind": {"load block": {"messages": 1, "bytes_read": 256, "bytes_written": 0}},
       "waits_for_results": 1, "waits_for_operands": 0, "issue_cycles": 3.0, "pipe_cycles": {"dpas": 16.0}}
LOCATION = {"file": "k.cpp", "line": 7, "text": "x = y;"}
LOOP = {"label": "L16", "depth": 1, **MIX, "every_iteration": MIX, "longest_dpas_run": 1, "longest_atomic_chain": 0,
        "lines": [{**LOCATION, **MIX}], "load_use_distances": [{**LOCATION, "cycles": 2.0}],
        "trip": {"counter": "r1", "step": "1", "condition": "lt", "bound": "r2", "iterations": 4, **LOCATION}}
KERNEL = {"name": "K", "source_name": "K", **MIX, "grf": 128, "grf_used": None, "compiler_cycles": 343,
          "bank_conflicts": 0,
          "spills": {"bytes": 0, "stores": 0, "loads": 0, "stores_in_loops": 0, "loads_in_loops": 0, "lines": [],
                     "values": []},
          "private_memory": {"bytes": 0, "loads": 0, "stores": 0, "in_loops": 0, "lines": []},
          "total_cycles": None, "cycles_outside_loops": 1.0,
          "main_loop": 0, "findings": [{"kind": "sync", "cycles": 1.0, "says": "waits", **LOCATION}], "loops": [LOOP],
          "blocks": [{"label": "L0", "offset": 0, "loop_depth": 0, **MIX, "longest_dpas_run": 0,
                      "longest_atomic_chain": 0, "most_registers_live": 3, "registers_read": 1,
                      "registers_written": 1}],
          "lines": [{**LOCATION, **MIX}], "listing": [{"text": "mov r1 r2", "file": "k.cpp", "line": 7}]}
COUNTS = {"instructions": 2, "dpas": 0, "sends": 1, "mov": 1, "math": 0, "sync": 0, "operations": {"mov": 1, "send": 1}}


def explanation(kernels=(KERNEL,), **more):
    return json.dumps({"format": "xeforge-explain-4", "source": "k.cpp", "device": "bmg", "platform": "xe2",
                       "grf": 128, "throughput_model": "xe2 published", "tools": {"libigc2": "2"},
                       "date": "", "commit": "", "kernels": list(kernels), **more}).encode()


def compiled(**more):
    return json.dumps({"format": "xeforge-compile-4", "source": "k.cpp", "device": "bmg", "platform": "xe2",
                       "grf": 128, "zebin": "k.zebin", "tools": {},
                       "kernels": [{"name": "K", "source_name": "K", "assembly": "K.asm", **COUNTS,
                                    "loops": [{"label": "L16", "depth": 1, **COUNTS, "every_iteration": COUNTS, "fullest_iteration": COUNTS,
                                               "longest_dpas_run": 0}],
                                    "grf": 128, "grf_used": 54, "spilled_bytes": 0, "slm_bytes": 0, "barriers": 0,
                                    "estimated_cycles": None}], **more}).encode()


REPORT = {
    "explanation": explanation(),
    "explanation-empty": explanation(()),
    "explanation-twice": explanation((KERNEL, KERNEL)),
    "no-such-loop": explanation(({**KERNEL, "main_loop": 9},)),
    "negative-count": explanation(({**KERNEL, "instructions": -1},)),
    "huge-count": explanation(({**KERNEL, "dpas": 2**40},)),
    "huge-cycles": explanation(({**KERNEL, "issue_cycles": 1e308},)),
    "huge-register-use": explanation(({**KERNEL, "grf_used": 2**63},)),
    "huge-bytes": explanation(({**KERNEL, "spills": {**KERNEL["spills"], "bytes": 7.18447e20}},)),
    "compiled-huge": compiled(grf=7.18447e20),
    "fraction": explanation(({**KERNEL, "mov": 1.5},)),
    "no-text": explanation(({**KERNEL, "lines": [{**LOCATION, "text": 3, **MIX}]},)),
    "explanation-cut": explanation()[:-40],
    "compiled": compiled(),
    "compiled-bad-kernels": compiled(kernels=3),
    "other-format": compiled(format="xeforge-compile-1"),
    "number": b"5",
    "list": b"[]",
    "deep": b"[" * 400,
    "none": b"",
}


RESULT = {
    "op": "softmax-topk", "case": "seed", "variant": "fold", "target": "v4", "dtype": "float16",
    "shape": {"rows": 8, "n": 8, "k": 2}, "threads": 2, "median_ns": 10.5, "clock_ghz": [4, 4.1],
    "samples_ns": [10, 11, 10.5, 12, 10, 9.5, 30, 11], "check": "passed"}


def bench(results=None, **fields):
    report = {"format": "xeforge-bench-1", "machine": "m", "compiler": "c", "commit": "a", "date": "d",
              "results": [RESULT] if results is None else results, **fields}
    return json.dumps(report, separators=(",", ":")).encode()


BENCH = {
    "one": bench(),
    "two": bench([RESULT, {**RESULT, "case": "large", "check": "failed"}]),
    "before-samples": json.dumps({"results": [{k: v for k, v in RESULT.items() if k != "samples_ns"}]}).encode(),
    "one-sample": bench([{**RESULT, "samples_ns": [1]}]),
    "no-time": bench([{**RESULT, "samples_ns": [0, 0]}]),
    "extremes": bench([{**RESULT, "samples_ns": [5e-324, 1.7e308]}]),
    "negative": bench([{**RESULT, "samples_ns": [-1]}]),
    "text-for-number": bench([{**RESULT, "median_ns": "10"}]),
    "true-for-number": bench([{**RESULT, "threads": True}]),
    "many-threads": bench([{**RESULT, "threads": 1e300}]),
    "shape-of-text": bench([{**RESULT, "shape": {"rows\u0007": "x"}}]),
    "twice": bench([RESULT, RESULT]),
    "empty": bench([]),
    "results-of-numbers": bench([1, 2]),
    "other-format": bench(format="xeforge-bench-9\n"),
    "cut": bench()[:-60],
    "not-utf8": bench().replace(b"seed", b"se\xff\xfe"),
    "deep": b"[" * 400,
    "none": b"",
}

ENTRY = {
    "format": "xeforge-journal-1", "id": 1, "date": "2026-11-20", "title": "t", "hypothesis": "h", "prediction": "p",
    "change": "c", "numbers": [{"name": "a row", "unit": "ns", "before": 2.5, "after": 1, "ratio": [0.3, 0.5],
                                "verdict": "faster"}],
    "result": "r", "verdict": "kept", "machine": "m", "compiler": "c", "commit": "a", "source": "s"}


def entry(**fields):
    return json.dumps({**ENTRY, **fields}, separators=(",", ":")).encode() + b"\n"


JOURNAL = {
    "one": entry(),
    "two": entry() + entry(id=2, verdict="reverted", date="2026-11-20T10:00:00Z"),
    "after-only": entry(numbers=[{"name": "n", "unit": "", "before": None, "after": 3, "ratio": None, "verdict": ""}]),
    "same-id": entry() + entry(),
    "no-end": entry()[:-1],
    "cut": entry() + entry(id=2)[:50] + b"\n",
    "blank-line": entry() + b"\n" + entry(id=2),
    "no-number": entry(numbers=[]),
    "nothing-measured": entry(numbers=[{"name": "n", "unit": "", "before": None, "after": None, "ratio": None,
                                        "verdict": ""}]),
    "three-for-ratio": entry(numbers=[{**ENTRY["numbers"][0], "ratio": [1, 2, 3]}]),
    "id-0": entry(id=0),
    "id-large": entry(id=2**64),
    "id-fraction": entry(id=1.5),
    "date-of-words": entry(date="yesterday"),
    "verdict-good": entry(verdict="good"),
    "other-format": entry(format="xeforge-journal-2"),
    "number-for-text": entry(title=3),
    "not-utf8": entry().replace(b'"h"', b'"\xff"'),
    "escapes": entry(title="\u0000\u0007\ud7ff\U0001f600"),
    "half-a-character": entry().replace(b'"h"', b'"\\ud800"'),
    "text": b"notes of somebody\n",
    "none": b"",
}

# What `xeforge report` reads, all of it through each of its readers.
HOSTILE = "<fuzzed></title></script><script>alert(1)</script>"
PAGE = {
    "bench": BENCH["two"],
    "bench-of-attention": bench([{**RESULT, "op": "attention", "gflops": 3.5, "gbps": 2, "roof_gbps": 17,
                                  "roof_gflops": 90, "intensity": 4, "percent_of_roof": 50,
                                  "shape": {"b": 2, "h": 8, "s": 1024, "d": 128}}]),
    "bench-with-ceilings": bench(ceilings=[{"threads": 2, "read_gbps": 17, "f32_fma_gflops": 90,
                                            "bf16_dot_gflops": None}]),
    "roof": json.dumps({"format": "xeforge-roof-1", "ceilings": [
        {"threads": 1, "read_gbps": 0, "f32_fma_gflops": -1}]}).encode(),
    "roof-of-nameless-results": json.dumps({"format": "xeforge-roof-1", "results": [{"case": "seed"}], "ceilings": [
        {"threads": 1, "read_gbps": 17, "f32_fma_gflops": 90}]}).encode(),
    "names": bench([{**RESULT, "case": HOSTILE, "op": HOSTILE}], machine=HOSTILE),
    "extension": bench([{"op": "extension", "case": "saxpy", "esimd_ns": 1, "loop_ns": 0, "ratio": 1e308}]),
    "compiled": compiled(),
    "explanation": explanation(),
    "explanation-of-texts": explanation(({**KERNEL, "name": HOSTILE, "lines": HOSTILE},)),
    "journal": JOURNAL["two"],
    "journal-of-steps": b"".join(
        entry(id=i + 1, numbers=[{**ENTRY["numbers"][0], "before": 10 - i, "after": 9 - i}]) for i in range(5)),
    "journal-of-names": entry(title=HOSTILE, verdict=HOSTILE, numbers=HOSTILE),
    "numbers": b'{"results": [{"op": 3, "case": {}, "median_ns": [], "interval_ns": [1, "2"]}]}',
    "not-utf8": BENCH["not-utf8"],
    "deep": b"[" * 400,
    "deep-results": b'{"results": ' + b"[" * 199 + b"]" * 199 + b"}",
    "none": b"",
}

# What `xeforge-cxx` is called with, as a file of words, and what clang prints of its jobs.
COMMAND_LINE = {
    "usual": b"-fsycl -O2 -fsycl-targets=spir64_gen -Xs '-device bmg -options -doubleGRF' a.cpp -o a\n",
    "several-devices": b"-fsycl-targets=spir64_gen,intel_gpu_pvc -Xs \"-64 -device bmg,lnl-m\" -c a.cpp",
    "target-backend": b"-fsycl-targets=spir64_gen -Xsycl-target-backend=spir64_gen '-device pvc -options \"-vc-codegen\"'",
    "no-device": b"-fsycl-targets=spir64_gen a.cpp",
    "no-value": b"a.cpp -Xs",
    "other-device": b"-fsycl-targets=intel_gpu_none a.cpp",
    "unknown-sycl": b"-fsycl-strange a.cpp",
    "long-spellings": b"--compile --output=x.o --std=c++17 --include=f.hpp a.cpp",
    "escapes": b"-DA=\\\"b\\\" '' \"\" -D'x\\'y' \\\n-DZ",
    "open-quote": b"-DA='b",
    "zero-byte": b"-DA\0B",
    "escape-sequence": b"-fsycl-\x1b[31m",
    "line-break-in-a-word": b"'-fsycl-targets=a\nb'",
    "not-utf8": b"\xff\xfe-D\xc3",
    "byte-order-mark": b"\xef\xbb\xbf-c",
    "names-a-file": b"@x.rsp a.cpp",
    "memory": b"-fxeforge-local-memory=99999999999 a.cpp",
    "none": b"",
}

JOB = (b' "/bin/clang" "-cc1" "-triple" "x86_64-pc-linux-gnu" "-resource-dir" "/r" "-D" "A=\\"b c\\"" "-UB" "-I" "i" '
       b'"-isystem" "s" "-include" "f.hpp" "-internal-isystem" "/r/include" "-internal-externc-isystem" "/usr/include" '
       b'"-pic-level" "2" "-pic-is-pie" "-O2" "-std=gnu++20" "-fgnuc-version=4.2.1" "-x" "c++" "a.cpp"\n')
FRONT_END_JOBS = {
    "one": b"clang version 19\n (in-process)\n" + JOB,
    "two": JOB + JOB,
    "linker": b' "/usr/bin/ld" "-o" "a.out"\n',
    "cut": JOB[:100],
    "cut-in-an-escape": b' "a" "-cc1" "\\',
    "line-break": JOB.replace(b"b c", b"b\nc"),
    "unknown-flag": JOB.replace(b'"-UB"', b'"-fstrange"'),
    "no-value": b' "c" "-cc1" "-D"\n',
    "other-target": JOB.replace(b"x86_64", b"i386"),
    "large-level": JOB.replace(b'"2"', b'"99999999999999999999"'),
    "absent-header": JOB.replace(b'"-include" "f.hpp"', b'"-include-pch" "/absent/f.hpp.pch"'),
    "none": b"",
}


# Programs as the disassembler prints them, for the emulator: one instruction each, and what ends a thread.
def operand(kind, register, number, kind_of_numbers="d", region=None, **more):
    result = {"kind": kind, "reg": {"rn": register, "r": number}, "type": kind_of_numbers}
    if region:
        result["rgn"] = dict(zip("vwh", region))
    return result | more


def instruction(op, dst=None, srcs=(), lanes=16, **more):
    return {"kind": "I", "op": op, "es": lanes, "off": 0, "dst": dst or {}, "srcs": list(srcs)} | more


END = instruction("send", {"kind": "RD", "reg": {"rn": "null", "r": 0}, "len": 0},
                  [{"kind": "RD", "reg": {"rn": "r", "r": 3}, "len": 1}, {"kind": "IM", "value": "0x0"},
                   {"kind": "IM", "value": "0x2000010"}], 1, subop="gtwy", opts=["EOT"], mask={"we": True})


def program(*instructions):
    elements = [dict(each) for each in instructions] + [END]
    return json.dumps({"elems": elements}, separators=(",", ":")).encode()


TO = operand("RD", "r", 20, region=(0, 0, 1))
FROM = operand("RD", "r", 10, region=(1, 1, 0))
PROGRAM = {
    "end": program(),
    "mov": program(instruction("mov", TO, [FROM])),
    "add-immediate": program(instruction("add", TO, [FROM, {"kind": "IM", "value": "7", "type": "w"}])),
    "mad": program(instruction("mad", TO, [FROM, FROM, FROM])),
    "beyond-the-file": program(instruction("mov", operand("RD", "r", 255, region=(0, 0, 4)), [FROM])),
    "no-operation": program(instruction("strange", TO, [FROM])),
    "many-channels": program(instruction("mov", TO, [FROM], 64)),
    "no-list": b'{"elems":7}',
    "none": b"",
}

ZE_INFO = b"""kernels:
  - name: k
    execution_env: {grf_count: 128, simd_size: %d, inline_data_payload_size: %d}
    payload_arguments:
      - {arg_type: local_size, offset: 0, size: 12}
      - {arg_type: arg_byvalue, offset: 16, size: 8, arg_index: 0}
      - {arg_type: arg_bypointer, offset: 24, size: 8, arg_index: 1, addrmode: slm, slm_alignment: 16}
    per_thread_payload_arguments:
      - {arg_type: %s, offset: 0, size: %d}
"""
LAUNCH = {
    "vector": b"\x02\x04\x08" + ZE_INFO % (1, 0, b"packed_local_ids", 6),
    "lanes": b"\x02\x10\x08" + ZE_INFO % (16, 32, b"local_id", 192),
    "one-dimension": b"\x01\x21\x08" + ZE_INFO % (32, 32, b"local_id", 64),
    "no-object": b"\x01\x01\x00" + ZE_INFO % (1, 0, b"packed_local_ids", 6),
    "no-bytes-of-no-object": b"\x01\x01\x00" + (ZE_INFO % (1, 0, b"packed_local_ids", 6)).replace(
        b"size: 8, arg_index: 0", b"size: 0, arg_index: 0"),
    "large-ids": b"\x01\x01\x08" + ZE_INFO % (1, 0, b"local_id", 4294967295),
    "many-lanes": b"\x01\x01\x08" + ZE_INFO % (64, 4000000000, b"local_id", 64),
    "none": b"",
}


def message(descriptor, extended=0, function=0, lanes=0, registers=b""):
    return struct.pack("<II10B", descriptor, extended, function, lanes, 20, 8, 40, 4, 60, 8, 1, 0)[:17] + registers


ADDRESS = struct.pack("<Q", 0x1000) * 8
MESSAGE = {
    "load-block": message(0x0210D580, registers=ADDRESS),
    "store-block": message(0x0200D584, registers=ADDRESS),
    "gather": message(0x08200580, lanes=4, registers=ADDRESS),
    "atomic": message(0x0410058C, lanes=4, registers=ADDRESS),
    "block-2d": message(0x02400403, registers=struct.pack("<Q6I", 0x1000, 63, 7, 63, 0, 0, 0x0707)),
    "slm": message(0x0210D504, function=1),
    "barrier": message(0x02000004, function=3, registers=struct.pack("<3I", 0, 0, 0x01010000)),
    "scratch": message(0x4210D500, 0x4000),
    "none": b"",
}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, files in {"npy": NPY, "safetensors": SAFETENSORS, "profile": PROFILE,
                        "disassembly": DISASSEMBLY, "zebin": ZEBIN, "report": REPORT,
                        "bench": BENCH, "journal": JOURNAL, "page": PAGE,
                        "command_line": COMMAND_LINE, "front_end_jobs": FRONT_END_JOBS,
                        "program": PROGRAM, "launch": LAUNCH, "message": MESSAGE}.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            (folder / name / file).write_bytes(content)


if __name__ == "__main__":
    main()
