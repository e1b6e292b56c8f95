"""Statements of random kernels: matrices in vectors and in memory, and products of the matrix engine."""

from expressions import BYTES, FLOATS, INTEGERS, Expressions

COLUMNS = 16  # of the matrix engine
SURFACE = 64  # bytes of a row of the memory of each item
ROWS = 16  # of that memory

# Blocks of matrices by the bytes of an element: width, height, number, and what load_2d does with them besides.
PLAIN, TRANSPOSED, TRANSFORMED = "false, false", "true, false", "false, true"
BLOCKS = {1: ((32, 4, 1, PLAIN), (16, 8, 2, PLAIN), (16, 16, 1, TRANSFORMED), (8, 32, 1, TRANSFORMED)),
          2: ((16, 8, 1, PLAIN), (8, 8, 2, PLAIN), (32, 4, 1, PLAIN), (16, 8, 1, TRANSFORMED), (8, 16, 2, TRANSFORMED)),
          4: ((16, 4, 1, PLAIN), (8, 8, 2, PLAIN), (4, 3, 1, PLAIN), (8, 8, 1, TRANSPOSED), (4, 16, 1, TRANSPOSED)),
          8: ((8, 4, 1, PLAIN), (4, 8, 1, PLAIN), (4, 8, 1, TRANSPOSED), (2, 8, 1, TRANSPOSED))}
STORED = {1: ((32, 4), (16, 8)), 2: ((16, 8), (32, 3)), 4: ((16, 4), (8, 8), (4, 2)), 8: ((8, 4), (2, 8))}


class Matrices(Expressions):
    # ---- in vectors -------------------------------------------------------------------------------------------------
    def state_matrix(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        widths = [width for width in (2, 4, 8) if self.length % width == 0 and self.length > width]
        if not widths:
            return None
        width = self.rng.choice(widths)
        height = self.length // width
        view = self.fresh("view")
        row, other, column = self.below(height), self.below(height), self.below(width)
        wide, high = self.rng.randint(1, width // 2), self.rng.randint(1, max(1, height // 2))
        lines = [f"{view}.row({row}) = {view}.row({other}) + {self.constant(kind)};",
                 f"{view}.column({column}) = {self.scalar(kind, lanes=False)};",
                 f"{view}.template select<{high}, 1, {wide}, 2>({self.below(height - high + 1)}, 0) = "
                 f"{view}.template select<{high}, 1, {wide}, 1>(0, {self.below(width - wide + 1)});"]
        text = " ".join(self.rng.sample(lines, self.rng.randint(1, 3)))
        return f"{{ auto {view} = v{i}.template bit_cast_view<{kind}, {height}, {width}>(); {text} }}"

    def part_of(self, name, count):
        """Some elements of a longer vector of `count`, into a vector."""
        i = self.below(len(self.kinds))
        size = min(count, self.length, self.rng.choice((8, 16, 64)))
        source, target = (f"template select<{size}, 1>({self.below(all_ - size + 1)})"
                          for all_ in (count, self.length))
        element = f"simd<typename decltype({name})::element_type, {size}>({name}.{source})"
        return f"v{i}.{target} = esimd::convert<{self.kinds[i]}>({element});"

    def words(self, name, count):
        """A vector of 32-bit words, with a vector among them."""
        kind = "std::uint32_t"
        text = (f"simd<{kind}, {count}> {name}({self.integer_scalar()}, "
                f"{kind}({self.rng.choice((1, 7, 0x01020304, 0x9e3779b9))}u));")
        size = min(count, self.length)
        at = f"{name}.template select<{size}, {self.rng.choice((1, 1, count // size))}>(0)"
        return f"{text} {at} = {self.simd(kind)}({self.vector(kind, 1)}).template select<{size}, 1>(0);"

    # ---- products of the matrix engine ------------------------------------------------------------------------------
    def state_product_of_bytes(self, _):
        rows = self.rng.choice((1, 2, 4, 8))
        a, b, c, product = (self.fresh(name) for name in ("a", "b", "c", "product"))
        result = self.rng.choice(("int", "unsigned"))
        precisions = ", ".join(f"esimd::xmx::dpas_argument_type::{self.rng.choice(('u8', 's8'))}" for _ in range(2))
        start = f"{result}({self.integer_scalar()} % 1000u), {result}({self.rng.choice((0, 1, 3))})"
        return (f"{{ {self.words(a, 8 * rows)} {self.words(b, 8 * COLUMNS)} "
                f"simd<{result}, {rows * COLUMNS}> {c}({start}); const simd<{result}, {rows * COLUMNS}> {product} = "
                f"esimd::xmx::dpas<8, {rows}, {result}, {result}, std::uint32_t, std::uint32_t, {precisions}>"
                f"({c}, {b}, {a}); {self.part_of(product, rows * COLUMNS)} }}")

    def state_product_of_floats(self, _):
        """Of integers so small that every sum is exact."""
        kind, rows = self.rng.choice(("sycl::half", "sycl::ext::oneapi::bfloat16")), self.rng.choice((1, 2, 4, 8))
        a, b, c, product = (self.fresh(name) for name in ("a", "b", "c", "product"))
        small = []
        for name, count in ((a, rows * 16), (b, COLUMNS * 16)):
            bits = self.fresh("bits")
            small.append(f"{self.words(bits, count // 2)} simd<{kind}, {count}> {name} = esimd::convert<{kind}>("
                         f"simd<std::uint16_t, {count}>({bits}.template bit_cast_view<std::uint16_t>() & "
                         f"std::uint16_t(7)));")
        start = f"float({self.integer_scalar()} % 100u), {self.rng.choice((0, 1, 2))}.0f"
        return (f"{{ {' '.join(small)} simd<float, {rows * COLUMNS}> {c}({start}); const simd<float, {rows * COLUMNS}> "
                f"{product} = esimd::xmx::dpas<8, {rows}, float, float>({c}, {b}, {a}); "
                f"{self.part_of(product, rows * COLUMNS)} }}")

    # ---- in memory --------------------------------------------------------------------------------------------------
    def state_two_dimensions(self, _):
        """A block of a matrix whose rows are the input."""
        found = self.any_vector([kind for kind in self.kinds if BYTES[kind] == 4])
        if not found or self.length not in (8, 16, 32, 64):
            return None
        i, kind = found
        width = self.rng.choice([width for width in (4, 8, 16) if 1 <= self.length // width <= 8])
        height = self.length // width
        x, y = f"int({self.integer_scalar()} % 20u)", f"int({self.integer_scalar()} % 4u)"
        rows = self.fresh("rows")
        # Rows of 64 bytes, from an address of 64 bytes on.
        return (f"{{ {kind}* const {rows} = reinterpret_cast<{kind}*>((reinterpret_cast<std::uintptr_t>(in{i}) + 63) "
                f"& ~std::uintptr_t(63)); "
                f"v{i} = esimd::load_2d<{kind}, {width}, {height}>({rows}, 63, 3, 63, {x}, {y}); }}")

    def place_in_surface(self, kind):
        """Where a block begins; a multiple of four bytes."""
        step = max(1, 4 // BYTES[kind])
        x = f"int({self.integer_scalar()} % {SURFACE // BYTES[kind] // step}u) * {step}"
        x = f"{x} - {step}" if self.rng.random() < 0.3 else x
        return (f"reinterpret_cast<{kind}*>(surface), {SURFACE - 1}, {ROWS - 1}, {SURFACE - 1}, "
                f"{self.rng.choice(('0', x, x))}, {self.rng.choice(('0', f'int({self.integer_scalar()} % {ROWS}u) - 1'))}")

    def state_matrix_in_memory(self, _):
        """A block that is stored into the memory of the item, and one that is read from there."""
        self.uses_surface = True
        kind = self.rng.choice([kind for kind in self.kinds if kind in INTEGERS] or ["std::int32_t"])
        width, height = self.rng.choice(STORED[BYTES[kind]])
        stored, loaded = self.fresh("stored"), self.fresh("loaded")
        size = min(width * height, self.length)
        values = (f"simd<{kind}, {width * height}> {stored}({kind}({self.integer_scalar()}), {kind}(3)); "
                  f"{stored}.template select<{size}, 1>(0) = {self.argument(kind)}.template select<{size}, 1>(0); "
                  f"esimd::store_2d<{kind}, {width}, {height}>({self.place_in_surface(kind)}, {stored});")
        other = self.rng.choice([kind for kind in self.kinds if kind not in FLOATS] or [kind])
        width, height, count, order = self.rng.choice(BLOCKS[BYTES[other]])
        return (f"{{ {values} const simd<{other}, {width * height * count}> {loaded} = esimd::load_2d<{other}, {width}, "
                f"{height}, {count}, {order}>({self.place_in_surface(other)}); "
                f"{self.part_of(loaded, width * height * count)} }}")
