"""Expressions of random kernels: vectors, masks and scalars."""

SIGNED = ("std::int8_t", "std::int16_t", "std::int32_t", "std::int64_t")
UNSIGNED = ("std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t")
INTEGERS = SIGNED + UNSIGNED
STANDARD_FLOATS = ("float", "double")
SMALL_FLOATS = ("sycl::half", "sycl::ext::oneapi::bfloat16")
FLOATS = STANDARD_FLOATS + SMALL_FLOATS
TYPES = INTEGERS + FLOATS
BYTES = {"float": 4, "double": 8, "sycl::half": 2, "sycl::ext::oneapi::bfloat16": 2}
BYTES.update({name: int(name.strip("std:uin_")) // 8 for name in INTEGERS})

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def is_float(kind):
    return kind in FLOATS


class Expressions:
    """Vectors are v0, v1, ..., scalars s0, s1, ...; `kinds` and `scalars` are their types."""

    def __init__(self, rng, length, kinds, scalars):
        self.rng, self.length, self.kinds, self.scalars = rng, length, kinds, scalars
        self.names = 0

    # ---- names and types ----------------------------------------------------------------------------------------
    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def simd(self, kind):
        return f"simd<{kind}, {self.length}>"

    def below(self, count):
        return self.rng.randrange(count)

    def any_vector(self, among=TYPES):
        """The number and the type of a vector of one of these types, or None."""
        fitting = [(i, kind) for i, kind in enumerate(self.kinds) if kind in among]
        return self.rng.choice(fitting) if fitting else None

    def any_vector_of_lanes(self, among):
        """The same where messages have so many lanes."""
        return None if self.length & (self.length - 1) or self.length > 32 else self.any_vector(among)

    def any_scalar(self, among):
        """The same of a scalar."""
        fitting = [(i, kind) for i, kind in enumerate(self.scalars) if kind in among]
        return self.rng.choice(fitting) if fitting else None

    def integer_type(self):
        own = [kind for kind in self.kinds if kind in INTEGERS]
        return self.rng.choice(own) if own and self.rng.random() < 0.7 else self.rng.choice(INTEGERS)

    # ---- expressions --------------------------------------------------------------------------------------------
    def constant(self, kind):
        if is_float(kind):
            return f"{kind}({self.rng.choice(('0', '1', '-1', '2', '-3', '0.5', '100'))}.0f)".replace(".5.0f", ".5f")
        small = self.rng.randint(0 if kind in UNSIGNED else -9, 9)
        values = (small, small, small, 127, 128, 255, 1000) if BYTES[kind] > 1 else (small, 100)
        return f"{kind}({self.rng.choice(values)})"

    def converted(self, kind):
        """Another vector as this type."""
        return f"esimd::convert<{kind}>(v{self.below(len(self.kinds))})"

    def own(self, kind):
        """A vector of this type, as it is if there is one."""
        fitting = [i for i, own in enumerate(self.kinds) if own == kind]
        return f"v{self.rng.choice(fitting)}" if fitting else self.converted(kind)

    def vector(self, kind, depth=2):
        """An expression of type simd<kind, length>."""
        choice = self.rng.random()
        if depth == 0 or choice < 0.35:
            return self.own(kind)
        if choice < 0.5:
            return self.converted(kind)
        if choice < 0.58:
            return f"{self.simd(kind)}({self.scalar(kind)})"
        if choice < 0.63 and kind in INTEGERS:
            return f"{self.simd(kind)}({self.constant(kind)}, {self.constant(kind)})"
        if choice < 0.73:
            return (f"{self.simd(kind)}(esimd::merge({self.vector(kind, depth - 1)}, {self.vector(kind, depth - 1)}, "
                    f"{self.mask(depth - 1)}))")
        if choice < 0.78:
            other = self.rng.choice(self.kinds)
            return f"esimd::convert<{kind}>({self.vector(other, depth - 1)})"
        return f"esimd::convert<{kind}>({self.arithmetic(kind, depth - 1)})"

    def argument(self, kind):
        """An expression of this very type, also where another one's is converted."""
        return f"{self.simd(kind)}({self.vector(kind, 1)})"

    def arithmetic(self, kind, depth):
        if is_float(kind):
            if self.rng.random() < 0.2:
                return f"({self.vector(kind, depth)} * {kind}({self.rng.choice(('2', '4', '-1', '-2'))}.0f))"
            if self.rng.random() < 0.1:
                return f"({self.vector(kind, depth)} / {kind}({self.rng.choice(('2', '4'))}.0f))"
            if self.rng.random() < 0.1:
                return f"(-{self.vector(kind, depth)})"
            return f"({self.operand(kind, depth)} {self.rng.choice('+-')} {self.vector(kind, depth)})"
        if self.rng.random() < 0.15:
            return f"({self.rng.choice('-~') if kind in SIGNED else '~'}{self.vector(kind, depth)})"
        left = self.vector(kind, depth)
        right = self.vector(kind if self.rng.random() < 0.7 else self.integer_type(), depth)
        return f"({left} {self.rng.choice('+-*&|^')} {right})"

    def operand(self, kind, depth):
        return self.constant(kind) if self.rng.random() < 0.2 else self.vector(kind, depth)

    def comparison(self, depth, integers):
        kind = self.rng.choice(self.kinds) if self.rng.random() < 0.8 else self.rng.choice(TYPES)
        if integers and is_float(kind):
            kind = self.integer_type()
        other = kind
        if kind not in SMALL_FLOATS and self.rng.random() < 0.25:
            other = self.rng.choice(INTEGERS + (() if integers else STANDARD_FLOATS))
        right = self.constant(other) if self.rng.random() < 0.3 else self.vector(other, depth)
        return f"({self.vector(kind, depth)} {self.rng.choice(COMPARISONS)} {right})"

    def mask(self, depth=1, integers=False):
        """An expression of type simd_mask<length>."""
        choice = self.rng.random()
        compared = self.comparison(depth, integers)
        if choice < 0.15:
            return f"(!{compared})"
        if choice < 0.3:
            return f"({compared} {self.rng.choice('&|^')} {self.comparison(0, integers)})"
        if choice < 0.36 and self.length in (8, 16, 32):
            return (f"esimd::unpack_mask<{self.length}>(esimd::pack_mask({compared}) "
                    f"{self.rng.choice(('>> 1', '^ 5u', '+ 1u'))})")
        return compared

    def scalar(self, kind, lanes=True):
        """An expression of the scalar type."""
        own = [i for i, type_ in enumerate(self.scalars) if type_ == kind]
        if own and self.rng.random() < 0.5:
            return f"s{self.rng.choice(own)}"
        vectors = [i for i, type_ in enumerate(self.kinds) if type_ == kind]
        if lanes and vectors and self.rng.random() < 0.6:
            return f"{kind}(v{self.rng.choice(vectors)}[{self.lane()}])"
        usable = [i for i, type_ in enumerate(self.scalars) if is_float(kind) or not is_float(type_)]
        if usable and self.rng.random() < 0.6:
            return self.scalar_as(kind, self.rng.choice(usable))
        return self.constant(kind)

    def scalar_as(self, kind, which):
        by_float = kind in SMALL_FLOATS or self.scalars[which] in SMALL_FLOATS
        return f"{kind}(float(s{which}))" if by_float and is_float(kind) else f"{kind}(s{which})"

    def integer_scalar(self):
        """An unsigned 32-bit scalar that is not known beforehand."""
        choices = [f"std::uint32_t(s{i})" for i, kind in enumerate(self.scalars) if kind in INTEGERS]
        choices += [f"std::uint32_t({kind}(v{i}[{self.below(self.length)}]))"
                    for i, kind in enumerate(self.kinds) if kind in INTEGERS]
        return self.rng.choice(choices) if choices else "std::uint32_t(trips)"

    def lane(self):
        """The number of a lane: mostly a constant."""
        if self.rng.random() < 0.75:
            return str(self.below(self.length))
        return f"int({self.integer_scalar()} % {self.length}u)"

    def condition(self):
        """A bool of scalars."""
        kind = self.rng.choice(self.scalars)
        return f"{self.scalar(kind)} {self.rng.choice(COMPARISONS)} {self.scalar(kind)}"
