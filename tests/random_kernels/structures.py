"""Statements of random kernels: functions, structures, tables, loops that end early, arithmetic of scalars, vectors of other
lengths, masks as numbers, and memory that is read behind what was written to it."""

from expressions import BYTES, COMPARISONS, INTEGERS, SMALL_FLOATS, UNSIGNED, Expressions, is_float


class Structures(Expressions):
    # ---- functions and structures ---------------------------------------------------------------------------------
    def state_function(self, _):
        """A function of a vector and a scalar, called twice."""
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        name, x, y = self.fresh("function"), self.fresh("x"), self.fresh("y")
        operator = self.rng.choice("+-" if is_float(kind) else "+-*&|^")
        early = f"if ({self.condition()}) return {self.simd(kind)}({x}); " if self.rng.random() < 0.5 else ""
        changed = f"s{self.below(len(self.scalars))}"
        change = f"{changed} = {self.scalar(self.scalars[int(changed[1:])])}; " if self.rng.random() < 0.3 else ""
        first, second = self.argument(kind), self.scalar(kind)
        return (f"{{ const auto {name} = [&]({self.rng.choice(('const ', ''))}{self.simd(kind)}"
                f"{self.rng.choice(('&', ''))} {x}, {kind} {y}) -> {self.simd(kind)} {{ {early}{change}"
                f"return esimd::convert<{kind}>({x} {operator} {y}); }}; "
                f"{self.simd(kind)} {x} = {first}; v{i} = {name}({x}, {second}); "
                f"{x} = {name}({x}, {self.scalar(kind)}); v{i}.merge({x}, {self.mask()}); }}")

    def state_structure(self, depth):
        """Two vectors and a scalar that are copied, exchanged and put into an array together."""
        i, j, s = self.below(len(self.kinds)), self.below(len(self.kinds)), self.below(len(self.scalars))
        type_, left, right = self.fresh("Parts"), self.fresh("left"), self.fresh("right")
        members = f"{self.simd(self.kinds[i])} first; {self.simd(self.kinds[j])} second; {self.scalars[s]} third;"
        parts = [f"{{{self.argument(self.kinds[i])}, {self.argument(self.kinds[j])}, {self.scalar(self.scalars[s])}}}"
                 for _ in range(2)]
        index = f"{self.integer_scalar()} % 2u"
        change = self.rng.choice((f"if ({self.condition()}) {left} = {right};",
                                  f"if ({self.condition()}) std::swap({left}, {right});",
                                  f"{left}.third = {right}.third; {right}.first = {left}.first;",
                                  f"{type_} both[2] = {{{left}, {right}}}; {left} = both[{index}];"))
        inner = self.statement(depth - 1) if depth > 0 else ""
        return (f"{{ struct {type_} {{ {members} }}; {type_} {left}{parts[0]}, {right}{parts[1]}; {change} {inner} "
                f"v{i} = {left}.first; v{j} = {left}.second; s{s} = {left}.third; "
                f"v{j}.merge({right}.second, {self.mask()}); }}")

    def state_choice_of_vectors(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        return f"v{i} = {self.condition()} ? {self.argument(kind)} : {self.argument(kind)};"

    def state_table(self, _):
        """A constant array that a scalar indexes."""
        usable = [kind for kind in self.kinds + self.scalars if kind not in SMALL_FLOATS]
        kind = self.rng.choice(usable or ["std::int32_t"])
        table = self.fresh("table")
        numbers = ", ".join(self.constant(kind) for _ in range(8))
        value = f"{table}[{self.integer_scalar()} % 8u]"
        vectors = [i for i, own in enumerate(self.kinds) if own == kind]
        scalars = [i for i, own in enumerate(self.scalars) if own == kind]
        use = (f"v{self.rng.choice(vectors)} {self.rng.choice(('=', '+=', '-='))} {value};" if vectors else
               f"s{self.rng.choice(scalars)} = {value};" if scalars else f"s0 = s0 + decltype(s0)({value});")
        return f"{{ constexpr {kind} {table}[8] = {{{numbers}}}; {use} }}"

    # ---- loops that end early ---------------------------------------------------------------------------------------
    def state_loop_with_exits(self, depth):
        if depth <= 0:
            return None
        n = self.fresh("n")
        skip = f"if ({self.condition()}) continue; " if self.rng.random() < 0.6 else ""
        leave = f"if (({self.mask()}).{self.rng.choice(('any', 'all'))}()) break; " if self.rng.random() < 0.6 else ""
        body = [self.statement(depth - 1), skip, self.statement(depth - 1), leave]
        self.rng.shuffle(body)
        return f"for (int {n} = 0; {n} < {self.rng.choice(('trips', '3', '5'))}; ++{n}) {{ {' '.join(body)} }}"

    def state_loop_of_number(self, depth):
        """Until shifts have made 0 of it."""
        if depth <= 0:
            return None
        n = self.fresh("n")
        start, count = self.integer_scalar(), self.rng.choice((2, 3, 5))
        return f"for (std::uint32_t {n} = {start} % 4096u; {n} != 0; {n} >>= {count}) {{ {self.statement(depth - 1)} }}"

    # ---- scalars ----------------------------------------------------------------------------------------------------
    def state_scalar_division(self, _):
        found = self.any_scalar(INTEGERS)
        if not found:
            return None
        i, kind = found
        # Of the smallest number by -1 there is no result.
        by = f"{kind}(({self.scalar(kind)} & {kind}(63)) + {kind}(1))" if self.rng.random() < 0.6 else f"{kind}(7)"
        return f"s{i} = {kind}({self.scalar(kind)} {self.rng.choice('/%')} {by});"

    def state_scalar_shift(self, _):
        found = self.any_scalar(INTEGERS)
        if not found:
            return None
        i, kind = found
        count = f"({self.integer_scalar()} % {BYTES[kind] * 8}u)"
        return f"s{i} = {kind}({kind}({self.scalar(kind)}) {self.rng.choice(('<<', '>>'))} {count});"

    def state_scalar_conversion(self, _):
        """Of a number of another width and sign, and back."""
        found = self.any_scalar(INTEGERS)
        if not found:
            return None
        i, kind = found
        between, other = self.rng.choice(INTEGERS), self.rng.choice(INTEGERS)
        operation = self.rng.choice((f"{other}({self.scalar(other)}) ^ {other}({between}(s{i}))",
                                     f"{between}(~s{i})", f"-std::int64_t({between}(s{i}))",
                                     f"s{i} < {self.scalar(kind)} ? {between}(s{i}) : {other}({self.scalar(other)})"))
        return f"s{i} = {kind}({operation});"

    def state_bools(self, _):
        """Conditions in variables, and as numbers."""
        one, two, i = self.fresh("one"), self.fresh("two"), self.below(len(self.kinds))
        kind = self.kinds[i]
        mask = f"({self.mask()}).{self.rng.choice(('any', 'all'))}()"
        same = f"simd_mask<{self.length}>(std::uint16_t({one} && {two}))"
        use = self.rng.choice((f"v{i}[{self.lane()}] = {kind}(float(int({one}) + int({two})));",
                               f"if ({one} != {two}) v{i} = {self.argument(kind)};",
                               f"v{i}.merge({self.argument(kind)}, {same});"))
        return (f"{{ const bool {one} = {self.condition()}; bool {two} = {mask}; {two} {self.rng.choice('&|^')}= "
                f"{self.condition()}; {use} }}")

    def state_array_of_scalars(self, _):
        """Written and read at indices that are not known before."""
        i = self.below(len(self.scalars))
        kind = self.scalars[i]
        array, n = self.fresh("array"), self.fresh("n")
        values = ", ".join(self.scalar(kind) for _ in range(4))
        return (f"{{ {kind} {array}[6] = {{{values}}}; {array}[{self.integer_scalar()} % 6u] = {self.scalar(kind)}; "
                f"for (int {n} = 0; {n} < trips; ++{n}) {array}[({n} + {self.integer_scalar()}) % 6u] = "
                f"{array}[({n} + {self.integer_scalar()}) % 6u]; s{i} = {array}[{self.integer_scalar()} % 6u]; }}")

    # ---- vectors and masks ----------------------------------------------------------------------------------------
    def state_other_length(self, _):
        """A vector of another length, from elements of one and back into elements of it."""
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        other = self.fresh("other")
        size = self.rng.choice([size for size in (1, 2, 3, 4, 6, 8, 16) if size <= self.length])
        operator = self.rng.choice("+-" if is_float(kind) else "+-*&|^")
        source, target = (f"template select<{size}, 1>({self.below(self.length - size + 1)})" for _ in range(2))
        change = self.rng.choice((f"{other} = esimd::convert<{kind}>({other} {operator} {self.scalar(kind)});",
                                  f"{other}.merge(simd<{kind}, {size}>({self.scalar(kind)}), {other} "
                                  f"{self.rng.choice(COMPARISONS)} {self.constant(kind)});",
                                  f"{other}[{self.below(size)}] = {self.scalar(kind)};"))
        return f"{{ simd<{kind}, {size}> {other}({self.own(kind)}.{source}); {change} v{i}.{target} = {other}; }}"

    def state_steps(self, _):
        found = self.any_vector(INTEGERS)
        return self.rng.choice((f"++v{found[0]};", f"v{found[0]}--;")) if found else None

    def state_changed_by_number(self, _):
        """A vector and an integer known beforehand, on either side."""
        found = self.any_vector(INTEGERS)
        if not found:
            return None
        i, kind = found
        number = f"{kind}({self.rng.choice((1, 2, 3, 5, 7, 16, 60, 64, 100, 127))})"
        operator = self.rng.choice(("*", "/", "%", "&", "|", "^", "+", "-"))
        if operator in "/%" or self.rng.random() < 0.6:
            return f"v{i} {operator}= {number};"
        return f"v{i} = esimd::convert<{kind}>({number} {operator} {self.vector(kind, 1)});"

    def state_mask_as_number(self, _):
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        mask = self.fresh("mask")
        words = self.simd("std::uint16_t")
        numbers = f"{words}(esimd::merge({words}(1), {words}(0), {mask}))"
        return (f"{{ const simd_mask<{self.length}> {mask} = {self.mask()}; v{i} += "
                f"esimd::convert<{kind}>({numbers}); }}")

    def state_any_of_region(self, _):
        i, mask = self.below(len(self.scalars)), self.fresh("mask")
        size = self.rng.choice([size for size in (1, 2, 4, 8, 16) if size <= self.length])
        region = f"{mask}.template select<{size}, 1>({self.below(self.length - size + 1)})"
        return (f"{{ const simd_mask<{self.length}> {mask} = {self.mask()}; "
                f"if ({region}.{self.rng.choice(('any', 'all'))}()) s{i} = {self.scalar(self.scalars[i])}; }}")

    # ---- memory -----------------------------------------------------------------------------------------------------
    def state_scalar_memory(self, _):
        """Elements through pointers, between blocks of the same memory."""
        i = self.below(len(self.kinds))
        kind = self.kinds[i]
        index = f"{self.integer_scalar()} % {self.length}u"
        before = self.fresh("before")
        return (f"{{ v{i}.copy_to(o{i}); o{i}[{index}] = {self.scalar(kind)}; const {kind} {before} = o{i}[{index}]; "
                f"v{i}.copy_from(o{i}); v{i}[{self.lane()}] = {before}; }}")

    def state_other_elements(self, _):
        """Memory that was written as one type and is read as bytes or words of it."""
        found = self.any_vector([kind for kind in INTEGERS if BYTES[kind] > 1])
        target = self.any_vector(INTEGERS)
        if not found or not target:
            return None
        (i, kind), (j, other) = found, target
        piece = self.rng.choice([piece for piece in INTEGERS if BYTES[piece] < BYTES[kind]])
        return (f"v{i}.copy_to(o{i}); v{j} = esimd::convert<{other}>(simd<{piece}, {self.length}>("
                f"reinterpret_cast<const {piece}*>(o{i}) + {self.integer_scalar()} % {self.length + 1}u));")

    def state_local_atomic(self, _):
        """In shared local memory, of elements that no other lane has."""
        found = self.any_vector_of_lanes([kind for kind in INTEGERS if BYTES[kind] == 4])
        if not found:
            return None
        self.uses_slm = True
        i, kind = found
        names = ("add", "sub", "bit_or", "bit_and", "bit_xor", "xchg", "inc", "dec")
        name = self.rng.choice(names + (("umin", "umax") if kind in UNSIGNED else ("smin", "smax")))
        number = "" if name in ("inc", "dec") else f", {self.argument(kind)}"
        aligned, before = "esimd::properties{esimd::alignment<4>}", self.fresh("before")
        return (f"{{ esimd::slm_block_store<{kind}, {self.length}>(0, v{i}, {aligned}); "
                f"const {self.simd(kind)} {before} = esimd::slm_atomic_update<esimd::atomic_op::{name}, {kind}, "
                f"{self.length}>({self.distinct_offsets(kind)}{number}); "
                f"v{i} = esimd::slm_block_load<{kind}, {self.length}>(0, {aligned}); v{i} ^= {before}; }}")

    def state_exchange_if_equal(self, _):
        found = self.any_vector_of_lanes([kind for kind in INTEGERS if BYTES[kind] in (4, 8)])
        if not found:
            return None
        i, kind = found
        before, offsets = self.fresh("before"), self.distinct_offsets(kind)
        return (f"{{ v{i}.copy_to(o{i}); const {self.simd(kind)} {before} = esimd::atomic_update<esimd::atomic_op::cmpxchg"
                f", {kind}, {self.length}>(o{i}, {offsets}, {self.argument(kind)}, {self.argument(kind)}); "
                f"v{i} = {self.simd(kind)}(o{i}); v{i} ^= {before}; }}")
