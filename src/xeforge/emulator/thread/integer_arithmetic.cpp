// Integers. Entries are 64 bits wide, so sums, products and shifts of 32-bit operands are exact; those of 64-bit
// operands wrap. Bits that do not fit into the destination are truncated or saturated when the result is stored.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace xeforge::emulator {
namespace {

using Compute = DecodedInstruction::Compute;
using Unsigned = std::uint64_t;

// `operation(channel's sources...)`, each as an unsigned 64-bit integer.
template <int sources, auto operation>
void each(const DecodedInstruction& instruction, const Values* source, Values& result) {
  for (int lane = 0; lane < instruction.lanes; ++lane)
    if constexpr (sources == 1)
      result.large_unsigned[lane] = operation(instruction, source[0].large_unsigned[lane]);
    else if constexpr (sources == 2)
      result.large_unsigned[lane] =
          operation(instruction, source[0].large_unsigned[lane], source[1].large_unsigned[lane]);
    else
      result.large_unsigned[lane] = operation(instruction, source[0].large_unsigned[lane],
                                              source[1].large_unsigned[lane], source[2].large_unsigned[lane]);
}

using In = const DecodedInstruction&;

Unsigned as_it_is(In, Unsigned a) { return a; }
Unsigned complement(In, Unsigned a) { return ~a; }
Unsigned add(In, Unsigned a, Unsigned b) { return a + b; }
Unsigned add_three(In, Unsigned a, Unsigned b, Unsigned c) { return a + b + c; }
Unsigned bit_and(In, Unsigned a, Unsigned b) { return a & b; }
Unsigned bit_or(In, Unsigned a, Unsigned b) { return a | b; }
Unsigned bit_xor(In, Unsigned a, Unsigned b) { return a ^ b; }

// One operand has at most 16 bits, so that products and their sums fit.
Unsigned multiply(In, Unsigned a, Unsigned b) { return a * b; }
Unsigned multiply_add(In, Unsigned a, Unsigned b, Unsigned c) { return a + b * c; }
// Rounded up. Sums of two 64-bit numbers do not occur: avg does not support them.
Unsigned average(In, Unsigned a, Unsigned b) {
  return static_cast<Unsigned>((static_cast<std::int64_t>(a) + static_cast<std::int64_t>(b) + 1) >> 1);
}

// ---- shifts ---------------------------------------------------------------------------------------------------------
// The bits of a count that matter: five, or six where an operand has 64 bits.
int count_of(In in, Unsigned count) {
  const bool is_large = bytes_of(in.sources[0].type) == 8 || bytes_of(in.destination.type) == 8;
  return static_cast<int>(count & (is_large ? 63 : 31));
}
int bits_of(In in) { return 8 * bytes_of(in.sources[0].type); }
Unsigned low_bits(Unsigned value, int bits) { return bits == 64 ? value : value & ((Unsigned{1} << bits) - 1); }

Unsigned shift_left(In in, Unsigned a, Unsigned count) { return a << count_of(in, count); }
// Zeros are shifted in at the top of the operand as it is in its register.
Unsigned shift_right(In in, Unsigned a, Unsigned count) { return low_bits(a, bits_of(in)) >> count_of(in, count); }
// A negated operand wraps to its own type: compilers use this modifier for a negation in a value of that type.
Unsigned shift_right_arithmetic(In in, Unsigned a, Unsigned count) {
  const int above = is_signed_integer(in.sources[0].type) ? 64 - bits_of(in) : 0;
  const std::int64_t value = static_cast<std::int64_t>(a << above) >> above;
  return static_cast<Unsigned>(value >> count_of(in, count));
}
Unsigned rotate_left(In in, Unsigned a, Unsigned count) {
  const int bits = bits_of(in), by = static_cast<int>(count % static_cast<Unsigned>(bits));
  const Unsigned value = low_bits(a, bits);
  return by == 0 ? value : low_bits(value << by, bits) | value >> (bits - by);
}
Unsigned rotate_right(In in, Unsigned a, Unsigned count) {
  const Unsigned bits = static_cast<Unsigned>(bits_of(in));
  return rotate_left(in, a, bits - count % bits);
}

// ---- bits -----------------------------------------------------------------------------------------------------------
Unsigned boolean_function(In in, Unsigned a, Unsigned b, Unsigned c) {
  Unsigned result = 0;
  for (int entry = 0; entry < 8; ++entry)
    if (in.function >> entry & 1)
      result |= (entry & 1 ? a : ~a) & (entry & 2 ? b : ~b) & (entry & 4 ? c : ~c);
  return result;
}
Unsigned field_mask(Unsigned width) { return (Unsigned{1} << (width & 31)) - 1; }
Unsigned extract_field(In in, Unsigned width, Unsigned offset, Unsigned value) {
  const int bits = static_cast<int>(width & 31);
  const Unsigned field = low_bits(value, 32) >> (offset & 31) & field_mask(width);
  if (in.destination.type != Type::d || bits == 0)
    return field;
  return static_cast<Unsigned>(static_cast<std::int64_t>(field << (64 - bits)) >> (64 - bits));
}
Unsigned insertion_mask(In, Unsigned width, Unsigned offset) { return field_mask(width) << (offset & 31); }
// The mask is already at its position; the value is shifted by the number of zeros below the mask.
Unsigned insert_field(In, Unsigned mask, Unsigned value, Unsigned into) {
  const Unsigned field = low_bits(mask, 32);
  const int offset = field == 0 ? 0 : std::countr_zero(field);
  return (value << offset & field) | (into & ~field);
}
Unsigned reverse_bits(In, Unsigned a) {
  Unsigned result = 0;
  for (int bit = 0; bit < 32; ++bit)
    result |= (a >> bit & 1) << (31 - bit);
  return result;
}
Unsigned count_bits(In in, Unsigned a) { return static_cast<Unsigned>(std::popcount(low_bits(a, bits_of(in)))); }
Unsigned leading_zeros(In, Unsigned a) {
  return static_cast<Unsigned>(std::countl_zero(static_cast<std::uint32_t>(a)));
}
constexpr Unsigned none_found = 0xffffffff;
Unsigned first_low(In, Unsigned a) {
  const auto bits = static_cast<std::uint32_t>(a);
  return bits == 0 ? none_found : static_cast<Unsigned>(std::countr_zero(bits));
}
Unsigned first_high(In in, Unsigned a) {
  auto bits = static_cast<std::uint32_t>(a);
  if (is_signed_integer(in.sources[0].type) && bits >> 31)
    bits = ~bits; // the first bit that is not like the sign
  return bits == 0 ? none_found : static_cast<Unsigned>(std::countl_zero(bits));
}

// src0 + the four products of bytes, which have the signs of their operands' types.
Unsigned dot_product(In in, Unsigned sum, Unsigned a, Unsigned b) {
  const auto byte = [](Type type, Unsigned word, int i) -> std::int64_t {
    const auto bits = static_cast<std::uint8_t>(word >> 8 * i);
    return is_signed_integer(type) ? static_cast<std::int8_t>(bits) : bits;
  };
  auto result = static_cast<std::int64_t>(sum);
  for (int i = 0; i < 4; ++i)
    result += byte(in.sources[1].type, a, i) * byte(in.sources[2].type, b, i);
  return static_cast<Unsigned>(result);
}

constexpr std::array<std::pair<Operation, Compute>, 25> integer_operations{
    {{Operation::mov, each<1, as_it_is>},
     {Operation::not_, each<1, complement>},
     {Operation::add, each<2, add>},
     {Operation::add3, each<3, add_three>},
     {Operation::mul, each<2, multiply>},
     {Operation::mad, each<3, multiply_add>},
     {Operation::avg, each<2, average>},
     {Operation::and_, each<2, bit_and>},
     {Operation::or_, each<2, bit_or>},
     {Operation::xor_, each<2, bit_xor>},
     {Operation::shl, each<2, shift_left>},
     {Operation::shr, each<2, shift_right>},
     {Operation::asr, each<2, shift_right_arithmetic>},
     {Operation::rol, each<2, rotate_left>},
     {Operation::ror, each<2, rotate_right>},
     {Operation::bfn, each<3, boolean_function>},
     {Operation::bfe, each<3, extract_field>},
     {Operation::bfi1, each<2, insertion_mask>},
     {Operation::bfi2, each<3, insert_field>},
     {Operation::bfrev, each<1, reverse_bits>},
     {Operation::cbit, each<1, count_bits>},
     {Operation::lzd, each<1, leading_zeros>},
     {Operation::fbl, each<1, first_low>},
     {Operation::fbh, each<1, first_high>},
     {Operation::dp4a, each<3, dot_product>}}};

} // namespace

Compute integer_compute(Operation operation, const DecodedInstruction&) {
  const auto* found = std::ranges::find(integer_operations, operation, &std::pair<Operation, Compute>::first);
  return found == integer_operations.end() ? nullptr : found->second;
}

} // namespace xeforge::emulator
