// dpas: result (rows x lanes) = src0 + A (rows x k) B (k x lanes). In B, src1, each register has 32 bits of every
// column; A, src2, is rows of elements.
//
// The documentation does not say in which order the systolic array adds, and how often it rounds. Here products are
// exact and each addition rounds once to a float, k ascending, of two bfloat16 in 32 bits the upper first: as the
// host's kernels do, so that the two agree to the bit. Denormals are kept and rounding is to nearest even, whatever cr0
// says. A result of half or bfloat16 is rounded once more. Integers wrap.
#include "xeforge/emulator/thread/arithmetic.hpp"

#include "xeforge/emulator/thread/matrix.hpp"
#include "xeforge/emulator/thread/operands.hpp"
#include "xeforge/emulator/thread/rounding.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <immintrin.h>
#include <type_traits>

namespace xeforge::emulator {
namespace {

using In = const DecodedInstruction&;

constexpr int most_rows = 8, most_products = 64; // k of two operands of 4 bits

// ---- elements -------------------------------------------------------------------------------------------------------
template <Type type>
float float_element(std::uint32_t word, int index) {
  if constexpr (type == Type::hf)
    return static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(word >> 16 * index)));
  else if constexpr (type == Type::bf)
    return std::bit_cast<float>(word >> 16 * index << 16);
  else // tf32: the hardware reads its 19 bits
    return std::bit_cast<float>(word & ~0x1fffu);
}

template <Type type>
std::int16_t integer_element(std::uint32_t word, int index) {
  constexpr int bits = bits_of(type), unused = 32 - bits;
  const std::uint32_t upper = word << (unused - bits * index);
  return static_cast<std::int16_t>(is_signed_integer(type) ? static_cast<std::int32_t>(upper) >> unused
                                                           : static_cast<std::int32_t>(upper >> unused));
}

// The elements of both operands, unpacked. 16-bit integers are stored in pairs: element k of a column beside k + 1.
template <class Number>
struct Operands {
  alignas(64) Number b[most_products * 16];
  alignas(64) Number a[most_rows * most_products]; // row after row, k elements each
  static constexpr int side_by_side = 4 / sizeof(Number);
  static constexpr int index_of(int k, int lane) {
    return (k / side_by_side * 16 + lane) * side_by_side + k % side_by_side;
  }
};

template <class Number, Type type>
Number element(std::uint32_t word, int index) {
  if constexpr (std::is_same_v<Number, float>)
    return float_element<type>(word, index);
  else
    return integer_element<type>(word, index);
}

// `words` registers of B, each with 32 bits of every column.
template <class Number, Type type>
void unpack_columns(const std::byte* address, int words, int lanes, Number* b) {
  constexpr int in_a_word = 32 / bits_of(type);
  for (int word = 0; word < words; ++word, address += 4 * lanes) {
    std::uint32_t columns[16] = {};
    std::memcpy(columns, address, 4 * static_cast<std::size_t>(lanes));
    for (int i = 0; i < in_a_word; ++i)
      for (int lane = 0; lane < 16; ++lane)
        b[Operands<Number>::index_of(word * in_a_word + i, lane)] = element<Number, type>(columns[lane], i);
  }
}

template <class Number, Type type>
void unpack_rows(const std::byte* address, int words, Number* a) {
  constexpr int in_a_word = 32 / bits_of(type);
  for (int word = 0; word < words; ++word, address += 4) {
    std::uint32_t bits;
    std::memcpy(&bits, address, sizeof bits);
    for (int i = 0; i < in_a_word; ++i)
      *a++ = element<Number, type>(bits, i);
  }
}

template <class Number, Type type>
void unpack_b(ThreadState& thread, In instruction, int products, Operands<Number>& operands) {
  unpack_columns<Number, type>(first_element(thread, instruction.sources[1]), products * bits_of(type) / 32,
                               instruction.lanes, operands.b);
}
template <class Number, Type type>
void unpack_a(ThreadState& thread, In instruction, int products, Operands<Number>& operands) {
  unpack_rows<Number, type>(first_element(thread, instruction.sources[2]),
                            instruction.function * products * bits_of(type) / 32, operands.a);
}

// `unpack<Number, type>` for the type of one of the sources.
template <class Number, class Unpack>
void for_type(Type type, Unpack unpack) {
  if constexpr (std::is_same_v<Number, float>) {
    type == Type::hf   ? unpack.template operator()<Type::hf>()
    : type == Type::bf ? unpack.template operator()<Type::bf>()
                       : unpack.template operator()<Type::tf32>();
  } else {
    switch (type) {
    case Type::ub:
      return unpack.template operator()<Type::ub>();
    case Type::b:
      return unpack.template operator()<Type::b>();
    case Type::u4:
      return unpack.template operator()<Type::u4>();
    case Type::s4:
      return unpack.template operator()<Type::s4>();
    case Type::u2:
      return unpack.template operator()<Type::u2>();
    default:
      return unpack.template operator()<Type::s2>();
    }
  }
}

// Returns k.
template <class Number>
int unpack(ThreadState& thread, In instruction, Operands<Number>& operands) {
  const Type b = instruction.sources[1].type, a = instruction.sources[2].type;
  const int products = dpas_depth * products_a_step(b, a);
  for_type<Number>(b, [&]<Type type>() { unpack_b<Number, type>(thread, instruction, products, operands); });
  for_type<Number>(a, [&]<Type type>() { unpack_a<Number, type>(thread, instruction, products, operands); });
  return products;
}

// ---- rows of the result ---------------------------------------------------------------------------------------------
void load_row(ThreadState& thread, In instruction, int row, Values& values) {
  const Source& source = instruction.sources[0];
  std::memset(static_cast<void*>(&values), 0, sizeof values);
  if (source.kind == Source::Kind::none)
    return;
  const int bytes = instruction.lanes * bytes_of(source.type);
  source.load(first_element(thread, source) + row * bytes, source, instruction.lanes, values);
}

void store_row(ThreadState& thread, In instruction, int row, const Values& values, LaneMask lanes) {
  const Destination& destination = instruction.destination;
  const int bytes = instruction.lanes * bytes_of(destination.type);
  destination.store(first_element(thread, destination) + row * bytes, destination.step, values, lanes,
                    instruction.lanes);
}

void execute_floats(ThreadState& thread, In instruction, LaneMask lanes) {
  Operands<float> operands;
  const int products = unpack(thread, instruction, operands);
  const int swap = instruction.sources[1].type == Type::bf ? 1 : 0;
  // All rows are read before one is written: the destination may be the first source, or B.
  Values rows[most_rows];
  for (int row = 0; row < instruction.function; ++row) {
    load_row(thread, instruction, row, rows[row]);
    float sums[16];
    std::memcpy(sums, rows[row].single.data(), sizeof sums);
    for (int k = 0; k < products; ++k) {
      const float a = operands.a[row * products + (k ^ swap)];
      const float* const b = operands.b + operands.index_of(k ^ swap, 0);
      for (int lane = 0; lane < 16; ++lane)
        sums[lane] = std::fma(b[lane], a, sums[lane]);
    }
    std::memcpy(rows[row].single.data(), sums, sizeof sums);
  }
  for (int row = 0; row < instruction.function; ++row)
    store_row(thread, instruction, row, rows[row], lanes);
}

// Two products at once: for 8-bit numbers their sum fits into 32 bits.
void execute_integers(ThreadState& thread, In instruction, LaneMask lanes) {
  Operands<std::int16_t> operands;
  const int products = unpack(thread, instruction, operands);
  Values rows[most_rows];
  for (int row = 0; row < instruction.function; ++row) {
    load_row(thread, instruction, row, rows[row]);
    alignas(32) std::uint32_t sums[16];
    for (int lane = 0; lane < 16; ++lane)
      sums[lane] = static_cast<std::uint32_t>(rows[row].integer[lane]);
    auto* const halves = reinterpret_cast<__m256i*>(sums);
    __m256i lower = _mm256_load_si256(halves), upper = _mm256_load_si256(halves + 1);
    for (int k = 0; k < products; k += 2) {
      std::int32_t pair;
      std::memcpy(&pair, operands.a + row * products + k, sizeof pair);
      const __m256i a = _mm256_set1_epi32(pair);
      const auto* const b = reinterpret_cast<const __m256i*>(operands.b + operands.index_of(k, 0));
      lower = _mm256_add_epi32(lower, _mm256_madd_epi16(_mm256_load_si256(b), a));
      upper = _mm256_add_epi32(upper, _mm256_madd_epi16(_mm256_load_si256(b + 1), a));
    }
    _mm256_store_si256(halves, lower);
    _mm256_store_si256(halves + 1, upper);
    for (int lane = 0; lane < 16; ++lane)
      rows[row].integer[lane] = sums[lane];
  }
  for (int row = 0; row < instruction.function; ++row)
    store_row(thread, instruction, row, rows[row], lanes);
}

} // namespace

DecodedInstruction::Execute matrix_execute(In instruction) {
  return instruction.working == Working::single ? execute_floats : execute_integers;
}

} // namespace xeforge::emulator
