"""Statements of random kernels: each method `state_...` is one kind, and returns its text, or None where no vector has a
type that it needs."""

from expressions import BYTES, COMPARISONS, FLOATS, INTEGERS, SIGNED, TYPES, UNSIGNED, is_float
from functions import Functions
from matrices import Matrices
from structures import Structures

SPARE = 64  # elements behind the first ones of an input, for blocks and gathers at computed offsets


class Statements(Functions, Matrices, Structures):
    def __init__(self, rng, length, kinds, scalars, numbers):
        super().__init__(rng, length, kinds, scalars)
        self.numbers = numbers  # what the inputs hold
        self.uses_slm = self.uses_surface = False
        everything = sorted(name for name in dir(self) if name.startswith("state_"))
        chosen = rng.sample(everything, rng.randint(5, len(everything) * 2 // 3))
        self.statements = [getattr(self, name) for name in chosen]

    def statement(self, depth):
        """Whatever needs a type that no vector has becomes an assignment."""
        simple = [state for state in self.statements
                  if depth > 0 or "loop" not in state.__name__ and "branch" not in state.__name__]
        text = self.rng.choice(simple)(depth) if simple else None
        return text or self.state_assign(depth)

    def state_assign(self, _):
        i = self.below(len(self.kinds))
        if self.rng.random() < 0.3:
            kind = self.kinds[i]
            operator = self.rng.choice("+-" if is_float(kind) else "+-*&|^")
            return f"v{i} {operator}= {self.vector(kind)};"
        return f"v{i} = {self.vector(self.kinds[i], 3)};"

    def state_merge(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        if self.rng.random() < 0.5:
            return f"v{i}.merge({self.vector(kind)}, {self.mask()});"
        return f"v{i}.merge({self.vector(kind)}, {self.vector(kind)}, {self.mask()});"

    def state_divide(self, _):
        found = self.any_vector(INTEGERS)
        if not found:
            return None
        i, kind = found
        divisor = f"{kind}({self.rng.choice((2, 3, 5, 7, 8, 10, 100))})"
        if self.rng.random() < 0.4:
            divisor = f"{self.simd(kind)}(esimd::convert<{kind}>({self.vector(kind, 1)} & {kind}(7)) + {kind}(1))"
            divisor = f"esimd::convert<{kind}>({divisor})"
        return f"v{i} = esimd::convert<{kind}>({self.vector(kind, 1)} {self.rng.choice('/%')} {divisor});"

    def state_shift(self, _):
        found = self.any_vector(INTEGERS)
        if not found:
            return None
        i, kind = found
        operator = self.rng.choice(("<<", ">>"))
        count = f"{kind}({self.below(BYTES[kind] * 8)})"
        if self.rng.random() < 0.4:
            count = f"esimd::convert<{kind}>({self.vector(kind, 1)} & {kind}(7))"
        if self.rng.random() < 0.3:
            return f"v{i} {operator}= {count};"
        return f"v{i} = esimd::convert<{kind}>({self.vector(kind, 1)} {operator} {count});"

    def compared_operand(self, kind):
        text = self.vector(kind, 1)
        return f"esimd::convert<{kind}>({text} + {kind}(0.0f))" if is_float(kind) else text

    def state_minimum(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        left, right = (self.compared_operand(kind) for _ in range(2))
        name = self.rng.choice(("min", "max"))
        if self.rng.random() < 0.3:
            right = f"{kind}(3)" if kind in INTEGERS else f"{kind}(3.0f)"
        if self.rng.random() < 0.4:  # a clamp
            bound = f"{kind}(50)" if kind in INTEGERS else f"{kind}(50.0f)"
            left = f"{self.simd(kind)}(esimd::{'max' if name == 'min' else 'min'}({left}, {self.simd(kind)}({bound})))"
        return f"v{i} = {self.simd(kind)}(esimd::{name}({left}, {self.simd(kind)}({right})));"

    def state_absolute(self, _):
        found = self.any_vector(SIGNED)
        return f"v{found[0]} = {self.simd(found[1])}(esimd::abs({self.argument(found[1])}));" if found else None

    def state_saturate(self, _):
        found = self.any_vector(INTEGERS)
        return (f"v{found[0]} = esimd::saturate<{found[1]}>({self.vector(self.rng.choice(self.kinds), 1)}"
                f");" if found else None)

    def state_convert_twice(self, _):
        i = self.below(len(self.kinds))
        between = self.rng.choice(TYPES)
        return (f"v{i} = esimd::convert<{self.kinds[i]}>(esimd::convert<{between}>("
                f"{self.vector(self.rng.choice(self.kinds), 1)}));")

    def region(self):
        """Template arguments and offset of a region of the vectors: size, stride, offset."""
        size = self.rng.choice([size for size in (1, 2, 3, 4, 8, 16, 32, 5, 12) if size <= self.length])
        stride = self.rng.randint(1, max(1, (self.length - 1) // max(1, size - 1))) if size > 1 else 1
        stride = min(stride, self.rng.choice((1, 2, 3, 4)))
        return size, stride, self.below(self.length - (size - 1) * stride)

    def same_size_region(self, size):
        stride = self.rng.choice([stride for stride in (1, 1, 2, 3) if (size - 1) * stride < self.length])
        return f"template select<{size}, {stride}>({self.below(self.length - (size - 1) * stride)})"

    def state_region_write(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        size, stride, offset = self.region()
        target = f"v{i}.template select<{size}, {stride}>({offset})"
        choice = self.rng.random()
        if choice < 0.2:
            return f"{target} = {self.scalar(kind)};"
        if choice < 0.4:
            return f"{target} {self.rng.choice('+-')}= {self.constant(kind)};"
        source = f"{self.own(kind)}.{self.same_size_region(size)}"
        if choice < 0.7:
            return f"{target} = {source};"
        j = self.below(len(self.kinds))
        return f"{target} = esimd::convert<{kind}>(simd<{self.kinds[j]}, {size}>(v{j}.{self.same_size_region(size)}));"

    def state_region_merge(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        size, stride, offset = self.region()
        compared = (f"(simd<{kind}, {size}>({self.own(kind)}.{self.same_size_region(size)}) "
                    f"{self.rng.choice(COMPARISONS)} {self.constant(kind)})")
        return (f"v{i}.template select<{size}, {stride}>({offset}).merge(simd<{kind}, {size}>({self.own(kind)}"
                f".{self.same_size_region(size)}), {compared});")

    def state_replicate(self, _):
        i = self.below(len(self.kinds))
        widths = [width for width in (1, 2, 4, 8, 16, self.length) if self.length % width == 0]
        width = self.rng.choice(widths)
        count = self.length // width
        pairs = [(v, h) for v in (0, 1, 2, 3, 4) for h in (0, 1, 2) if (count - 1) * v + (width - 1) * h < self.length]
        v, h = self.rng.choice(pairs)
        offset = self.below(self.length - (count - 1) * v - (width - 1) * h)
        return (f"v{i} = {self.simd(self.kinds[i])}({self.own(self.kinds[i])}.template replicate_vs_w_hs<{count}, {v}, "
                f"{width}, {h}>({offset}));")

    def lanes_modulo(self, kind):
        """Numbers of lanes, as a vector of this integer type."""
        return (f"esimd::convert<{kind}>(esimd::convert<std::uint32_t>({self.vector(self.integer_type(), 1)}) % "
                f"std::uint32_t({self.length}))")

    def state_iselect(self, _):
        i = self.below(len(self.kinds))
        indices = f"simd<std::uint16_t, {self.length}>({self.lanes_modulo('std::uint16_t')})"
        return f"v{i} = {self.simd(self.kinds[i])}({self.own(self.kinds[i])}.iselect({indices}));"

    def state_bit_cast(self, _):
        found = self.any_vector(INTEGERS)
        if not found:
            return None
        i, kind = found
        size = self.length * BYTES[kind]
        piece = self.rng.choice([other for other in INTEGERS if size % BYTES[other] == 0])
        count = size // BYTES[piece]
        view = self.fresh("view")
        half = max(1, count // 2)
        source = f"simd<{piece}, {half}>({view}.template select<{half}, 1>({self.below(count - half + 1)}))"
        stride = 2 if count % 2 == 0 and count > 1 else 1
        operation = self.rng.choice((f"+ {piece}(1)", f"^ {piece}(85)", "", "", f">> {piece}(1)"))
        return (f"{{ auto {view} = v{i}.template bit_cast_view<{piece}>(); {view}.template select<{half}, {stride}>(0) "
                f"= "
                f"esimd::convert<{piece}>({source} {operation}); }}")

    def state_reduce(self, _):
        found = self.any_vector(INTEGERS)
        if not found:
            return None
        i, kind = found
        text = self.argument(kind)
        name = self.rng.choice(("hmin", "hmax", "plus", "multiplies"))
        value = (f"esimd::{name}<{kind}>({text}"
                 f")" if name[0] == "h" else f"esimd::reduce<{kind}>({text}, std::{name}<>())")
        return f"v{i}[{self.lane()}] = {value};"

    def state_scalar_read(self, _):
        i = self.below(len(self.scalars))
        return f"s{i} = {self.scalar(self.scalars[i])};"

    def state_scalar_write(self, _):
        i = self.below(len(self.kinds))
        return f"v{i}[{self.lane()}] = {self.scalar(self.kinds[i])};"

    def state_scalar_sum(self, _):
        i = self.below(len(self.scalars))
        kind = self.scalars[i]
        left, right = self.scalar(kind), self.scalar(kind)
        if is_float(kind):
            return f"s{i} = {kind}({left} {self.rng.choice('+-')} {right});"
        wide = "std::uint64_t" if BYTES[kind] == 8 else "std::uint32_t" if BYTES[kind] == 4 else "int"
        operator = self.rng.choice("+-&|^" if wide == "int" else "+-*&|^")
        return f"s{i} = {kind}({wide}({left}) {operator} {wide}({right}));"

    def state_scalar_choice(self, _):
        i = self.below(len(self.scalars))
        kind = self.scalars[i]
        left, right = self.fresh("a"), self.fresh("b")
        condition = f"{left} {self.rng.choice(COMPARISONS)} {right}" if self.rng.random() < 0.7 else self.condition()
        return (f"{{ const {kind} {left} = {self.scalar(kind)}, {right} = {self.scalar(kind)}; s{i} = {condition} ? "
                f"{left} : {right}; }}")

    def state_branch_of_mask(self, depth):
        mask = self.mask(1, integers=self.rng.random() < 0.5)
        otherwise = f" else {{ {self.statement(depth - 1)} }}" if self.rng.random() < 0.6 else ""
        return (f"if ({self.rng.choice(('', '!'))}({mask}).{self.rng.choice(('any', 'all'))}()) {{ "
                f"{self.statement(depth - 1)} }}{otherwise}")

    def state_branch_of_scalar(self, depth):
        return f"if ({self.condition()}) {{ {self.statement(depth - 1)} }} else {{ {self.statement(depth - 1)} }}"

    def state_loop_of_mask(self, depth):
        n = self.fresh("n")
        return (f"for (int {n} = 0; {n} < {self.rng.randint(2, 5)} && ({self.mask()}).{self.rng.choice(('any', 'all'))}"
                f"(); ++{n}) "
                f"{{ {self.statement(depth - 1)} }}")

    def state_loop_of_memory(self, depth):
        n = self.fresh("n")
        return f"for (int {n} = 0; {n} < trips; ++{n}) {{ {self.statement(depth - 1)} {self.statement(depth - 1)} }}"

    def state_gather(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        offsets = f"{self.lanes_modulo('std::uint32_t')} * std::uint32_t({BYTES[kind]})"
        offsets = f"simd<std::uint32_t, {self.length}>({offsets})"
        if self.rng.random() < 0.5:
            return f"v{i} = esimd::gather<{kind}, {self.length}>(p{i}, {offsets});"
        mask = f"simd_mask<{self.length}>({self.mask()})"
        return (f"v{i} = esimd::gather<{kind}, {self.length}>(p{i}, {offsets}, {mask}, {self.simd(kind)}("
                f"{self.own(kind)}));")

    def distinct_offsets(self, kind):
        """Byte offsets of different elements, one a lane: the lanes' numbers, rotated."""
        ramp = (f"simd<std::uint32_t, {self.length}>({self.below(self.length)}, "
                f"{self.rng.choice((1, self.length - 1)) or 1})")
        return (f"simd<std::uint32_t, {self.length}>(({ramp} + {self.integer_scalar()} % {self.length}u) % "
                f"{self.length}u * {BYTES[kind]}u)")

    def state_scatter(self, _):
        """Into memory that is read back."""
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        mask = f", simd_mask<{self.length}>({self.mask()})" if self.rng.random() < 0.5 else ""
        return (f"esimd::scatter<{kind}, {self.length}>(o{i}, {self.distinct_offsets(kind)}, {self.argument(kind)}"
                f"{mask}); "
                f"v{i} = {self.simd(kind)}(o{i});")

    def state_block(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        at = f"{self.integer_scalar()} % {SPARE}u"
        if self.rng.random() < 0.5:
            return f"v{i}.copy_from(p{i} + {at});"
        size = self.rng.randint(1, self.length)
        return (f"v{i}.template select<{size}, 1>({self.below(self.length - size + 1)}) = esimd::block_load<{kind}, "
                f"{size}>"
                f"(p{i} + {at}, esimd::properties{{esimd::alignment<{BYTES[kind]}>}});")

    def state_local_block(self, _):
        self.uses_slm = True
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        aligned = f"esimd::properties{{esimd::alignment<{BYTES[kind]}>}}"
        return (f"esimd::slm_block_store<{kind}, {self.length}>(0, {self.argument(kind)}, {aligned}); "
                f"esimd::slm_block_store<{kind}, {self.length}>({self.length * BYTES[kind]}, {self.simd(kind)}("
                f"{self.own(kind)}), {aligned}); "
                f"v{i} = esimd::slm_block_load<{kind}, {self.length}>({self.integer_scalar()} % {self.length + 1}u * "
                f"{BYTES[kind]}u, {aligned});")

    def state_local_lanes(self, _):
        self.uses_slm = True
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        offsets = (f"simd<std::uint32_t, {self.length}>({self.lanes_modulo('std::uint32_t')} * std::uint32_t("
                   f"{BYTES[kind]}))")
        return (f"esimd::slm_scatter<{kind}, {self.length}>({self.distinct_offsets(kind)}, {self.argument(kind)}); "
                f"v{i} = esimd::slm_gather<{kind}, {self.length}>({offsets});")

    def state_packed_mask(self, _):
        found = self.any_vector(INTEGERS)
        if not found or self.length > 32:
            return None
        i, kind = found
        return f"v{i}[{self.lane()}] = {kind}(esimd::pack_mask(simd_mask<{self.length}>({self.mask()})));"

    def state_bits(self, _):
        i = self.below(len(self.kinds))
        name = self.rng.choice(("cbit", "fbl", "fbh", "bf_reverse"))
        kind = self.rng.choice(("std::int32_t", "std::uint32_t"))
        if name == "cbit":
            kind = self.rng.choice([kind for kind in INTEGERS if BYTES[kind] <= 4])
        template = f"<{kind}>" if name == "bf_reverse" else ""
        return f"v{i} = esimd::convert<{self.kinds[i]}>(esimd::{name}{template}({self.argument(kind)}));"

    def state_rotate(self, _):
        found = self.any_vector([kind for kind in INTEGERS if BYTES[kind] > 1])
        if not found:
            return None
        i, kind = found
        count = f"{kind}({self.below(BYTES[kind] * 8)})"
        if self.rng.random() < 0.4:
            count = f"{self.simd(kind)}(esimd::convert<{kind}>({self.vector(kind, 1)} & {kind}(15)))"
        name = self.rng.choice(("rol", "ror"))
        return f"v{i} = {self.simd(kind)}(esimd::{name}<{kind}>({self.argument(kind)}, {count}));"

    def state_fresh_bits(self, _):
        """Bits of floating numbers that were just loaded, which are no NaN's of a computation."""
        floating, whole = self.any_vector(FLOATS), self.any_vector(INTEGERS)
        if not floating or not whole or self.numbers[floating[0]] == "any":
            return None
        (i, kind), (j, other) = floating, whole
        same = UNSIGNED[(1, 2, 4, 8).index(BYTES[kind])]
        loaded = self.fresh("loaded")
        return (f"{{ {self.simd(kind)} {loaded}(p{i}); v{j} = esimd::convert<{other}>(simd<{same}, {self.length}>"
                f"({loaded}.template bit_cast_view<{same}>())); }}")
