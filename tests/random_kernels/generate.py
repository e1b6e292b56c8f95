#!/usr/bin/env python3
"""A program of random kernels, whose results on the host and as emulated machine code must be the same bits.

  generate.py 7                 the program of seed 7 on standard output: the same text on every machine
  generate.py 7 --only 3        kernel 3 of that program alone, with the same text and the same numbers
  generate.py 7 --only 3 --statements 0 4        the same with two of its statements alone

A kernel has vectors of one length (1 to 64) and of random element types, scalars of the same types, and a few
statements of a random subset of the kinds below (the methods `state_...` of statements.py, functions.py, matrices.py
and structures.py): assignments of expressions, merges, minima and maxima, saturation, conversions, regions read and
written, bytes of vectors, integer reductions, scalars from lanes and back, choices, branches and loops with any() and
all() or with counts from memory, gathers, scatters and blocks at computed offsets, local memory, packed masks, bits,
carries, long products, products of bytes, atomics, arrays of vectors, masks in variables, views of views, cases,
functions, structures, tables, loops that end early, scalars, memory read as other types, blocks of matrices stored and
read, products of matrices. Each of
ITEMS items reads numbers of its own (small ones, tiny ones, arbitrary bits) and stores all vectors and scalars in the
end.
The program prints every element's bits, NaN as "nan".

Left out, because host and device may differ there (docs/fidelity.md):
- the sign and the bits of NaN: vectors of floating numbers that were computed are not taken for integers;
- products that a device may fuse with a sum: floating factors are 2, 4, -1 and -2;
- floating division, other than by 2 and 4, and approximate functions;
- the minimum and maximum of 0 and -0: floating operands get 0 added first, which makes 0 of -0;
- scalars of floating types that become integers (vectors do); lengths of 1 are vectors like others;
- what C++ leaves undefined: shifts by the width or more, division by 0, overflow of signed scalars;
- scatters where lanes collide, and lanes of gathers that are off without a vector to pass through;
- what is not initialised.
"""

import argparse
import random
import sys
from pathlib import Path

from expressions import TYPES
from matrices import ROWS, SURFACE
from statements import SPARE, Statements

KERNELS = 8  # of a program
ITEMS = 3  # of a launch, each with numbers of its own
LENGTHS = (1, 2, 3, 4, 5, 7, 8, 8, 8, 11, 12, 16, 16, 16, 16, 17, 20, 24, 31, 32, 32, 32, 33, 40, 48, 64)
NUMBERS = ("small", "tiny", "any")  # what an input holds


class Kernel:
    """The text of one kernel."""

    def __init__(self, number, rng):
        self.number, self.length = number, rng.choice(LENGTHS)
        few = rng.sample(TYPES, 2) if rng.random() < 0.5 else TYPES
        self.kinds = [rng.choice(few) for _ in range(rng.randint(3, 5))]
        self.scalars = [rng.choice(few) for _ in range(rng.randint(1, 3))]
        self.numbers = [rng.choice(NUMBERS) for _ in self.kinds]
        statements = Statements(rng, self.length, self.kinds, self.scalars, self.numbers)
        # What few statements do to each other is lost among many.
        count = rng.randint(1, 3) if rng.random() < 0.4 else rng.randint(5, 10)
        self.lines = [statements.statement(2) for _ in range(count)]
        self.uses_slm, self.uses_surface = statements.uses_slm, statements.uses_surface

    def text(self, seed):
        n, number = self.length, self.number
        vectors, scalars = list(enumerate(self.kinds)), list(enumerate(self.scalars))
        out = ["", f"void run_{number}(sycl::queue& queue) {{"]
        for i, kind in vectors:
            out.append(f"  {kind}* const in{i} = filled<{kind}>(queue, {ITEMS * n + 2 * SPARE}, "
                       f"Numbers::{self.numbers[i]}, {seed * 1000 + number * 10 + i}u);")
            out.append(f"  {kind}* const out{i} = filled<{kind}>(queue, {ITEMS * n}, Numbers::small, 1);")
        for i, kind in scalars:
            out.append(f"  {kind}* const scalar{i} = filled<{kind}>(queue, {2 * ITEMS}, Numbers::small, "
                       f"{seed * 1000 + number * 10 + 5 + i}u);")
        out.append(f"  int* const counts = filled<int>(queue, {ITEMS}, Numbers::tiny, {seed}u);")
        if self.uses_surface:
            size = SURFACE * ROWS
            out.append(f"  std::uint8_t* const surfaces = filled<std::uint8_t>(queue, {ITEMS * size + 63}, Numbers::any, "
                       f"{seed}u);")
        out.append(f"  queue.parallel_for(sycl::nd_range<1>({ITEMS}, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL "
                   f"{{")
        if self.uses_slm:
            out.append("    esimd::slm_init<1024>();")
        out.append("    const int at = int(item.get_global_id(0));")
        out.append("    const int trips = counts[at] + 2;")
        if self.uses_surface:
            out.append(f"    std::uint8_t* const surface = reinterpret_cast<std::uint8_t*>((reinterpret_cast<std::uintptr_t>("
                       f"surfaces) + 63) & ~std::uintptr_t(63)) + at * {size};")
        for i, kind in vectors:
            out.append(f"    {kind} *const p{i} = in{i} + at * {n}, *const o{i} = out{i} + at * {n};")
            out.append(f"    simd<{kind}, {n}> v{i}(p{i});")
        out += [f"    {kind} s{i} = scalar{i}[at];" for i, kind in scalars]
        out += [f"    {line}" for line in self.lines]
        out += [f"    v{i}.copy_to(o{i});" for i, _ in vectors]
        out += [f"    scalar{i}[{ITEMS} + at] = s{i};" for i, _ in scalars]
        out.append("  }).wait();")
        out.append(f"  for (int item = 0; item < {ITEMS}; ++item) {{")
        out += [f'    show({number}, "v{i}", item, out{i} + item * {n}, {n});' for i, _ in vectors]
        out += [f'    show({number}, "s{i}", item, scalar{i} + {ITEMS} + item, 1);' for i, _ in scalars]
        return "\n".join(out + ["  }", "}", ""])


def kernel_of(seed, number):
    return Kernel(number, random.Random(seed * 1009 + number))


def program(seed, only=None, kernels=KERNELS, statements=None):
    """The text of a seed's program, or of one kernel of it, with these of its statements alone."""
    texts, calls = [], []
    for number in range(kernels) if only is None else (only,):
        kernel = kernel_of(seed, number)
        if statements is not None:
            kernel.lines = [kernel.lines[i] for i in statements]
        texts.append(kernel.text(seed))
        calls.append(f"  try {{\n    run_{number}(queue);\n  }} catch (const std::exception& problem) {{\n"
                     f'    std::printf("kernel {number} stops: %s\\n", problem.what());\n  }}')
    beginning = (Path(__file__).resolve().parent / "beginning.hpp").read_text(encoding="utf-8")
    return beginning + "".join(texts) + "\nint main() {\n  sycl::queue queue;\n" + "\n".join(calls) + "\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int, help="0 or more")
    parser.add_argument("--only", type=int, metavar="KERNEL", help="only this kernel")
    parser.add_argument("--kernels", type=int, default=KERNELS, help=f"how many (default: {KERNELS})")
    parser.add_argument("--statements", type=int, nargs="*", metavar="NUMBER",
                        help="only these, from 0 on, of each kernel")
    options = parser.parse_args()
    sys.stdout.write(program(options.seed, options.only, options.kernels, options.statements))


if __name__ == "__main__":
    main()
