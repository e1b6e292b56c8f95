"""Statements of random kernels: functions of integers, bits and scalars, atomics, arrays, masks in variables, views of
views."""

from expressions import BYTES, INTEGERS, SMALL_FLOATS, STANDARD_FLOATS, TYPES, UNSIGNED, Expressions

WORDS = ("std::int32_t", "std::uint32_t")


class Functions(Expressions):
    def assigned(self, expression):
        i = self.below(len(self.kinds))
        return f"v{i} = esimd::convert<{self.kinds[i]}>({expression});"

    def state_round(self, _):
        name = self.rng.choice(("rnde", "rndd", "rndu", "rndz"))
        return self.assigned(f"esimd::{name}<float>({self.argument('float')})")

    def state_carry(self, _):
        kind = self.rng.choice(("std::uint32_t", "std::uint64_t"))
        carry = self.fresh("carry")
        name, left, right = self.rng.choice(("addc", "subb")), self.argument(kind), self.argument(kind)
        result = self.assigned(f"esimd::{name}({carry}, {left}, {right})")
        return f"{{ {self.simd(kind)} {carry}; {result} {self.assigned(carry)} }}"

    def state_long_product(self, _):
        low, left, right = self.fresh("low"), self.rng.choice(WORDS), self.rng.choice(WORDS)
        kind = "std::uint32_t" if "std::uint32_t" in (left, right) else "std::int32_t"
        product = self.assigned(f"esimd::imul({low}, {self.argument(left)}, {self.argument(right)})")
        return f"{{ {self.simd(kind)} {low}; {product} {self.assigned(low)} }}"

    def state_leading_zeros(self, _):
        return self.assigned(f"esimd::lzd({self.argument(self.rng.choice(WORDS))})")

    def state_field(self, _):
        kind = self.rng.choice(WORDS)
        width = self.rng.randint(1, 31)
        offset = self.rng.randint(0, 31 - width)
        if self.rng.random() < 0.5:
            return self.assigned(f"esimd::bf_extract<{kind}>({width}, {offset}, {self.argument(kind)})")
        value, base = self.argument(kind), self.argument(kind)
        return self.assigned(f"esimd::bf_insert<{kind}>({width}, {offset}, {value}, {base})")

    def state_bits_of_three(self, _):
        kind = self.integer_type()
        arguments = ", ".join(self.argument(kind) for _ in range(3))
        return self.assigned(f"esimd::bfn<esimd::bfn_t({self.below(256)})>({arguments})")

    def state_byte_products(self, _):
        kind = self.rng.choice(WORDS)
        arguments = ", ".join(self.argument(kind) for _ in range(3))
        saturation = self.rng.choice(("", ", esimd::saturation_on"))
        return self.assigned(f"esimd::dp4a<{kind}>({arguments}{saturation})")

    def state_saturated_number(self, _):
        """From 0 to 1."""
        kind = self.rng.choice(STANDARD_FLOATS)
        return self.assigned(f"esimd::saturate<{kind}>({self.simd(kind)}({self.compared_operand(kind)}))")

    def state_named_shift(self, _):
        """Into an element type of its own."""
        result, kind = self.rng.choice(INTEGERS), self.integer_type()
        count = f"{kind}({self.below(BYTES[kind] * 8)})"
        if self.rng.random() < 0.4:
            count = f"{self.simd(kind)}(esimd::convert<{kind}>({self.vector(kind, 1)} & {kind}(7)))"
        saturation = self.rng.choice(("", "", ", esimd::saturation_on"))
        name = self.rng.choice(("shl", "shr", "lsr", "asr"))
        return self.assigned(f"esimd::{name}<{result}>({self.argument(kind)}, {count}{saturation})")

    def state_quotient_and_remainder(self, _):
        kind, rest = self.integer_type(), self.fresh("rest")
        by = f"{self.simd(kind)}(esimd::convert<{kind}>({self.vector(kind, 1)} & {kind}(31)) + {kind}(1))"
        by = self.rng.choice((f"{self.simd(kind)}(esimd::convert<{kind}>({by}))", f"{kind}(11)"))
        quotient = self.assigned(f"esimd::div({rest}, {self.argument(kind)}, {by})")
        return f"{{ {self.simd(kind)} {rest}; {quotient} {self.assigned(rest)} }}"

    def state_function_of_scalars(self, _):
        i = self.below(len(self.scalars))
        kind = self.scalars[i]
        whole = f"std::uint32_t({self.integer_scalar()})"
        functions = [f"esimd::{self.rng.choice(('cbit', 'fbl', 'lzd'))}({whole})",
                     f"esimd::{self.rng.choice(('rol', 'ror'))}<std::uint32_t>({whole}, {whole})",
                     f"esimd::bf_reverse<std::uint32_t>({whole})"]
        if kind in INTEGERS:
            functions += [f"esimd::{self.rng.choice(('min', 'max'))}<{kind}>({self.scalar(kind)}, {self.scalar(kind)})",
                          f"esimd::saturate<{kind}>({self.rng.choice(INTEGERS)}({self.scalar(kind)}))",
                          f"esimd::{self.rng.choice(('shl', 'shr', 'asr', 'lsr'))}<{kind}>({self.scalar(kind)}, 3)"]
        if kind not in SMALL_FLOATS:
            return f"s{i} = {kind}({self.rng.choice(functions)});"
        return f"s{i} = {kind}(float({self.rng.choice(functions)}));"

    def state_atomic(self, _):
        """Of elements that no other lane has, in memory that is read back."""
        found = self.any_vector_of_lanes([kind for kind in INTEGERS if BYTES[kind] in (4, 8)])
        if not found:
            return None
        i, kind = found
        signs = ("umin", "umax") if kind in UNSIGNED else ("smin", "smax")
        name = self.rng.choice(("add", "sub", "bit_or", "bit_and", "bit_xor", "xchg", "inc", "dec") + signs)
        number = "" if name in ("inc", "dec") else f", {self.argument(kind)}"
        mask = f", simd_mask<{self.length}>({self.mask()})" if self.rng.random() < 0.3 else ""
        before = self.fresh("before")
        kept = f"v{i} = {self.simd(kind)}(o{i});"
        if not mask and self.rng.random() < 0.5:
            kept += f" v{i} ^= {before};"
        return (f"{{ v{i}.copy_to(o{i}); const {self.simd(kind)} {before} = esimd::atomic_update<"
                f"esimd::atomic_op::{name}, {kind}, {self.length}>(o{i}, {self.distinct_offsets(kind)}{number}{mask}); "
                f"{kept} }}")

    def state_array(self, _):
        i = self.below(len(self.kinds))
        kind, parts = self.kinds[i], self.fresh("parts")
        values = ", ".join(self.argument(kind) for _ in range(3))
        write = f"{parts}[{self.integer_scalar()} % 3u] = {self.argument(kind)}; " if self.rng.random() < 0.6 else ""
        read = f"v{i} = {parts}[{self.integer_scalar()} % 3u];"
        return f"{{ {self.simd(kind)} {parts}[3] = {{{values}}}; {write}{read} }}"

    def state_mask_variable(self, _):
        i = self.below(len(self.kinds))
        mask, size = self.fresh("mask"), self.rng.choice([size for size in (1, 2, 4, 8, 16) if size <= self.length])
        changes = [f"{mask}[{self.below(self.length)}] = {self.condition()};",
                   f"{mask} {self.rng.choice('&|^')}= simd_mask<{self.length}>({self.mask()});",
                   f"{mask}.template select<{size}, 1>({self.below(self.length - size + 1)}) = "
                   f"{self.rng.randint(0, 1)};"]
        text = " ".join(self.rng.sample(changes, self.rng.randint(1, 3)))
        return (f"{{ simd_mask<{self.length}> {mask} = {self.mask()}; {text} "
                f"v{i}.merge({self.argument(self.kinds[i])}, {mask}); }}")

    def state_view_of_view(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        if self.length < 8:
            return None
        outer = self.length // 2
        inner = self.rng.choice([size for size in (1, 2, 3, 4, 8) if 2 * size <= outer])
        where = [self.below(outer - 2 * (inner - 1)) for _ in range(2)]
        view = f"v{i}.template select<{outer}, 2>({self.below(2) if self.length % 2 == 0 else 0})"
        source = (f"{self.own(kind)}.template select<{outer}, 1>({self.below(self.length - outer + 1)})"
                  f".template select<{inner}, 2>({where[0]})")
        operator = self.rng.choice(("=", "=", "+=", "-="))
        return f"{view}.template select<{inner}, 2>({where[1]}) {operator} {source};"

    def state_elements_of_lanes(self, _):
        """Two or four elements for each lane."""
        count = self.rng.choice((2, 4))
        found = self.any_vector([kind for kind in TYPES if BYTES[kind] >= 4])
        if not found or self.length % count or self.length // count not in (1, 2, 4, 8, 16, 32):
            return None
        i, kind = found
        lanes = self.length // count
        ramp = f"simd<std::uint32_t, {lanes}>({self.below(9)}, {self.rng.choice((1, 3))})"
        offsets = (f"simd<std::uint32_t, {lanes}>(({ramp} + {self.integer_scalar()} % 8u) % "
                   f"{max(1, self.length - count)}u * {BYTES[kind]}u)")
        return f"v{i} = esimd::gather<{kind}, {self.length}, {count}>(p{i}, {offsets});"

    def state_cases(self, depth):
        if depth <= 0:
            return None
        ends = ("break;", "break;", "[[fallthrough]];")
        cases = " ".join(f"case {case}: {{ {self.statement(depth - 1)} }} {self.rng.choice(ends)}" for case in range(3))
        return f"switch ({self.integer_scalar()} % 4u) {{ {cases} default: {{ {self.statement(depth - 1)} }} }}"
