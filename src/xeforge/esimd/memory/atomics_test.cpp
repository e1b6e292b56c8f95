// T19, T20: every atomic operation on every element type it is for, on global and shared local memory, against scalar
// arithmetic; lanes that collide, and threads that do.
#include "xeforge/esimd/memory/memory_testing.hpp"

#include <thread>

namespace xeforge::esimd {
namespace {

using namespace testing;

// ---- what an operation does, one element at a time ------------------------------------------------------------------
template <class T>
T unsigned_minimum(T a, T b) {
  using Unsigned = std::make_unsigned_t<T>;
  return static_cast<Unsigned>(a) < static_cast<Unsigned>(b) ? a : b;
}
template <class T>
T signed_minimum(T a, T b) {
  using Signed = std::make_signed_t<T>;
  return static_cast<Signed>(a) < static_cast<Signed>(b) ? a : b;
}
// What is in memory after an operation on old with the operands a and b.
template <class T>
T after_integer(atomic_op op, T old, T a, T b) {
  using Unsigned = std::make_unsigned_t<T>;
  switch (op) {
  case atomic_op::add:
    return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(a));
  case atomic_op::sub:
    return static_cast<T>(static_cast<Unsigned>(old) - static_cast<Unsigned>(a));
  case atomic_op::inc:
    return static_cast<T>(static_cast<Unsigned>(old) + Unsigned(1));
  case atomic_op::dec:
  case atomic_op::predec:
    return static_cast<T>(static_cast<Unsigned>(old) - Unsigned(1));
  case atomic_op::umin:
    return unsigned_minimum(old, a);
  case atomic_op::umax:
    return unsigned_minimum(old, a) == a ? old : a;
  case atomic_op::smin:
    return signed_minimum(old, a);
  case atomic_op::smax:
    return signed_minimum(old, a) == a ? old : a;
  case atomic_op::bit_and:
    return static_cast<T>(old & a);
  case atomic_op::bit_or:
    return static_cast<T>(old | a);
  case atomic_op::bit_xor:
    return static_cast<T>(old ^ a);
  case atomic_op::cmpxchg:
    return old == b ? a : old;
  case atomic_op::load:
    return old;
  default: // xchg, store
    return a;
  }
}
template <class T>
T after_float(atomic_op op, T old, T a, T b) {
  const long double x = number(old), y = number(a);
  // The exact sum of two doubles has no place in a long double.
  constexpr bool is_double = std::is_same_v<T, double>;
  switch (op) {
  case atomic_op::fadd:
    return is_double ? T(double(old) + double(a)) : from_number<T>(round_to(x + y, format_of<T>));
  case atomic_op::fsub:
    return is_double ? T(double(old) - double(a)) : from_number<T>(round_to(x - y, format_of<T>));
  case atomic_op::fmin:
    return std::isnan(x) || y < x ? a : old;
  case atomic_op::fmax:
    return std::isnan(x) || y > x ? a : old;
  default: // fcmpxchg
    return x == number(b) ? a : old;
  }
}

// ---- one operation on N lanes ---------------------------------------------------------------------------------------
enum class Memory { global, accessor, local, local_accessor };

template <atomic_op Op, class T, int N, class... Operands>
simd<T, N> update(Memory where, T* base, simd<std::uint32_t, N> offsets, simd_mask<N> mask, Operands... operands) {
  switch (where) {
  case Memory::global:
    return atomic_update<Op, T, N>(base, offsets, operands..., mask);
  case Memory::accessor:
    return atomic_update<Op, T, N>(BufferStandIn<T>{base}, offsets, operands..., mask);
  case Memory::local:
    return slm_atomic_update<Op, T, N>(offsets, operands..., mask);
  case Memory::local_accessor:
    return atomic_update<Op, T, N>(LocalStandIn<T>{base}, offsets, operands..., mask);
  }
  return simd<T, N>(T(0));
}

template <atomic_op Op, class T, class After>
void expect_operation(After after) {
  constexpr int n = 16;
  constexpr std::size_t elements_in_memory = 24;
  GroupOfOne group(elements_in_memory * sizeof(T));
  T* const memory = reinterpret_cast<T*>(group.memory());
  std::mt19937 random(static_cast<unsigned>(Op));
  const auto values = values_worth_trying<T>(150, static_cast<unsigned>(Op) + sizeof(T));
  for (int round = 0; round < 40; ++round) {
    std::array<T, elements_in_memory> before;
    std::array<T, n> a, b;
    std::array<std::uint32_t, n> offsets;
    std::array<std::uint16_t, n> mask;
    std::array<std::uint32_t, elements_in_memory> places;
    for (std::uint32_t i = 0; i < elements_in_memory; ++i) {
      before[i] = values[random() % values.size()];
      places[i] = i;
    }
    std::shuffle(places.begin(), places.end(), random);
    for (std::size_t lane = 0; lane < n; ++lane) {
      mask[lane] = random() % 4 ? static_cast<std::uint16_t>(random() | 1) : 0;
      offsets[lane] = mask[lane] ? places[lane] * static_cast<std::uint32_t>(sizeof(T)) : 0xfffffff0u;
      a[lane] = values[random() % values.size()];
      // Half of the expected values are those in memory.
      b[lane] = random() % 2 ? before[places[lane]] : values[random() % values.size()];
    }
    std::memcpy(group.memory(), static_cast<const void*>(before.data()), sizeof(before));
    const auto where = static_cast<Memory>(round % 4);
    std::array<T, n> got;
    if constexpr (detail::operands_of(Op) == 0)
      got = elements(update<Op, T, n>(where, memory, from_array(offsets), from_array(mask)));
    else if constexpr (detail::operands_of(Op) == 1)
      got = elements(update<Op, T, n>(where, memory, from_array(offsets), from_array(mask), from_array(a)));
    else
      got = elements(
          update<Op, T, n>(where, memory, from_array(offsets), from_array(mask), from_array(a), from_array(b)));
    std::array<T, elements_in_memory> expected = before;
    for (std::size_t lane = 0; lane < n; ++lane)
      if (mask[lane]) {
        const std::size_t place = places[lane];
        expected[place] = after(Op, before[place], a[lane], b[lane]);
        const T result = Op == atomic_op::predec ? expected[place] : before[place];
        ASSERT_EQ(std::memcmp(static_cast<const void*>(&got[lane]), static_cast<const void*>(&result), sizeof(T)), 0)
            << "round " << round << ", lane " << lane;
      }
    for (std::size_t place = 0; place < elements_in_memory; ++place)
      ASSERT_TRUE(same_number(number(memory[place]), number(expected[place])))
          << "round " << round << ", element " << place << ": " << number(memory[place]) << " and not "
          << number(expected[place]);
  }
}

template <class T>
class IntegerAtomics : public ::testing::Test {};
using AtomicIntegers =
    ::testing::Types<std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(IntegerAtomics, AtomicIntegers);
template <class T, atomic_op... Op>
void expect_integer_operations() {
  (expect_operation<Op, T>(after_integer<T>), ...);
}
TYPED_TEST(IntegerAtomics, T20_arithmetic_wraps_and_gives_what_was_there) {
  using enum atomic_op;
  expect_integer_operations<TypeParam, add, sub, inc, dec, predec>();
}
TYPED_TEST(IntegerAtomics, T20_minimum_and_maximum_are_signed_or_unsigned_by_name) {
  using enum atomic_op;
  expect_integer_operations<TypeParam, umin, umax, smin, smax>();
}
TYPED_TEST(IntegerAtomics, T20_bits_and_exchanges) {
  using enum atomic_op;
  expect_integer_operations<TypeParam, bit_and, bit_or, bit_xor, xchg, cmpxchg, load, store>();
}

template <class T>
class FloatAtomics : public ::testing::Test {};
TYPED_TEST_SUITE(FloatAtomics, Floats);
TYPED_TEST(FloatAtomics, T20_arithmetic_rounds_once) {
  expect_operation<atomic_op::fadd, TypeParam>(after_float<TypeParam>);
  expect_operation<atomic_op::fsub, TypeParam>(after_float<TypeParam>);
}
TYPED_TEST(FloatAtomics, T20_minimum_and_maximum_ignore_NaN) {
  expect_operation<atomic_op::fmin, TypeParam>(after_float<TypeParam>);
  expect_operation<atomic_op::fmax, TypeParam>(after_float<TypeParam>);
}
TYPED_TEST(FloatAtomics, T19_T20_compare_exchange_compares_numbers) {
  expect_operation<atomic_op::fcmpxchg, TypeParam>(after_float<TypeParam>);
  std::array<TypeParam, 2> memory = {TypeParam(-0.0f), TypeParam(NAN)};
  const simd<std::uint32_t, 2> offsets(0, sizeof(TypeParam));
  const simd<TypeParam, 2> expected = from_array(std::array{TypeParam(0.0f), TypeParam(NAN)});
  atomic_update<atomic_op::fcmpxchg, TypeParam, 2>(memory.data(), offsets, simd<TypeParam, 2>(TypeParam(5.0f)),
                                                   expected);
  EXPECT_EQ(number(memory[0]), 5);
  EXPECT_TRUE(std::isnan(number(memory[1])));
}

// ---- T19 ------------------------------------------------------------------------------------------------------------
TEST(Atomics, T19_the_unified_names_take_the_new_value_first_and_the_lsc_names_the_expected_one) {
  GroupOfOne group(64);
  auto* memory = reinterpret_cast<std::uint32_t*>(group.memory());
  const simd<std::uint32_t, 2> offsets(0, 4), fresh(100, 1), expected({7, 9});
  const simd_mask<2> on(1);
  const auto refill = [&] { memory[0] = 7, memory[1] = 8; };
  const auto expect_exchange = [&](const simd<std::uint32_t, 2>& old) {
    EXPECT_EQ(elements(old), (std::array{7u, 8u}));
    EXPECT_EQ(memory[0], 100u);
    EXPECT_EQ(memory[1], 8u);
    refill();
  };
  refill();
  expect_exchange(atomic_update<atomic_op::cmpxchg, std::uint32_t, 2>(memory, offsets, fresh, expected));
  expect_exchange(atomic_update<atomic_op::cmpxchg, std::uint32_t, 2>(memory, offsets, fresh, expected, on));
  expect_exchange(slm_atomic_update<atomic_op::cmpxchg, std::uint32_t, 2>(offsets, fresh, expected, on));
  expect_exchange(lsc_atomic_update<atomic_op::cmpxchg, std::uint32_t, 2>(memory, offsets, expected, fresh, on));
  expect_exchange(lsc_atomic_update<atomic_op::cmpxchg, std::uint32_t, 2, lsc_data_size::u32, cache_hint::uncached,
                                    cache_hint::write_back, std::uint32_t>(memory, offsets, expected, fresh, on));
  expect_exchange(lsc_slm_atomic_update<atomic_op::cmpxchg, std::uint32_t, 2>(offsets, expected, fresh, on));
  expect_exchange(lsc_atomic_update<atomic_op::cmpxchg, std::uint32_t, 2>(BufferStandIn<std::uint32_t>{memory}, offsets,
                                                                          expected, fresh, on));
  std::array<float, 2> numbers = {1.0f, 2.0f};
  const simd<float, 2> one(1.0f), five(5.0f);
  atomic_update<atomic_op::fcmpxchg, float, 2>(numbers.data(), offsets, five, one);
  EXPECT_EQ(numbers, (std::array{5.0f, 2.0f}));
  lsc_atomic_update<atomic_op::fcmpxchg, float, 2>(numbers.data(), offsets, simd<float, 2>(2.0f), one, on);
  EXPECT_EQ(numbers, (std::array{5.0f, 1.0f}));
}

// ---- lanes that collide ---------------------------------------------------------------------------------------------
template <class T>
class CollidingLanes : public ::testing::Test {};
TYPED_TEST_SUITE(CollidingLanes, AtomicIntegers);
TYPED_TEST(CollidingLanes, T20_all_take_effect_and_each_sees_another_value) {
  using T = TypeParam;
  std::array<T, 4> memory = {T(10), T(20), T(30), T(40)};
  const simd<std::uint32_t, 32> offsets = (simd<std::uint32_t, 32>(0, 1) & 1u) * std::uint32_t(sizeof(T));
  auto seen = elements(atomic_update<atomic_op::inc, T, 32>(memory.data(), offsets));
  EXPECT_EQ(memory, (std::array<T, 4>{T(26), T(36), T(30), T(40)}));
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 0; i < 32; ++i)
    EXPECT_EQ(seen[i], static_cast<T>(i < 10 ? 10 + i : i < 22 ? 20 + (i - 10) / 2 : 26 + (i - 22)));
  // Lanes that are off do not count.
  atomic_update<atomic_op::add, T, 32>(memory.data(), offsets, simd<T, 32>(T(2)),
                                       simd_mask<32>(simd<std::uint32_t, 32>(0, 1) < 5u));
  EXPECT_EQ(memory[0], T(32));
  EXPECT_EQ(memory[1], T(40));
}
TYPED_TEST(FloatAtomics, T20_colliding_sums_lose_nothing) {
  std::array<TypeParam, 2> memory = {TypeParam(1.0f), TypeParam(-3.0f)};
  atomic_update<atomic_op::fadd, TypeParam, 16>(memory.data(), simd<std::uint32_t, 16>(0u), TypeParam(2.0f));
  EXPECT_EQ(number(memory[0]), 33);
  EXPECT_EQ(number(memory[1]), -3);
}

// ---- forms ----------------------------------------------------------------------------------------------------------
TEST(Atomics, operands_may_be_scalars_and_views_and_the_mask_may_be_left_out) {
  std::array<int, 8> memory{};
  simd<std::uint32_t, 8> offsets(0, 4);
  simd<int, 16> values(0, 1);
  const auto hints = properties{cache_hint_L1<cache_hint::uncached>, cache_hint_L2<cache_hint::write_back>};
  atomic_update<atomic_op::add, int, 8>(memory.data(), offsets, 5);
  atomic_update<atomic_op::add, int, 8>(memory.data(), offsets, values.select<8, 2>(0), hints);
  EXPECT_EQ(memory, (std::array{5, 7, 9, 11, 13, 15, 17, 19}));
  atomic_update<atomic_op::inc, int, 4>(memory.data(), offsets.select<4, 2>(0), simd_mask<4>({1, 1, 0, 1}), hints);
  EXPECT_EQ(memory, (std::array{6, 7, 10, 11, 13, 15, 18, 19}));
  atomic_update<atomic_op::sub>(memory.data(), offsets, simd<int, 8>(1));
  atomic_update<atomic_op::inc>(memory.data(), offsets);
  EXPECT_EQ(memory[7], 19);
  // One offset for all lanes.
  EXPECT_EQ((elements(atomic_update<atomic_op::add, int, 1>(memory.data(), 8, 100))[0]), 10);
  EXPECT_EQ(memory[2], 110);
  EXPECT_EQ((elements(lsc_atomic_update<atomic_op::load, int, 1>(memory.data(), 8, 1))[0]), 110);
  EXPECT_EQ((elements(atomic_update<atomic_op::xchg, int, 1>(memory.data() + 1, simd<std::int32_t, 1>(-4), 0))[0]), 6);
}
TEST(Atomics, lanes_are_as_many_as_those_of_the_first_vector) {
  GroupOfOne group(64);
  auto* memory = reinterpret_cast<int*>(group.memory());
  for (int i = 0; i < 8; ++i)
    memory[i] = i;
  const simd<std::uint32_t, 4> offsets(0, 8);
  const simd<int, 4> ten(10);
  const simd_mask<4> three({1, 0, 1, 1});
  const auto add = [&](auto... place) {
    lsc_atomic_update<atomic_op::add, int>(place..., offsets, ten, three);
    atomic_update<atomic_op::add, int>(place..., offsets, ten, three);
  };
  add(memory);
  add(BufferStandIn<int>{memory});
  lsc_atomic_update<atomic_op::add>(memory, offsets, ten, three);
  lsc_slm_atomic_update<atomic_op::add, int>(offsets, ten, three);
  slm_atomic_update<atomic_op::add, int>(offsets, ten, three);
  const std::array expected = {70, 1, 2, 3, 74, 5, 76, 7};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), memory));
  // One offset: the mask or the operand says how many lanes there are.
  atomic_update<atomic_op::inc>(memory + 1, 0, three);
  lsc_atomic_update<atomic_op::inc>(memory + 1, 0, three);
  EXPECT_EQ(memory[1], 7);
  EXPECT_EQ((elements(atomic_update<atomic_op::add>(memory + 1, 0, ten))[3]), 37);
}
TEST(Atomics, operations_of_the_native_enumeration_are_the_same_ones) {
  using native::lsc::atomic_op;
  static_assert(!std::is_same_v<atomic_op, esimd::atomic_op>);
  GroupOfOne group(64);
  auto* memory = reinterpret_cast<int*>(group.memory());
  const simd<std::uint32_t, 2> offsets(0, 4);
  const simd_mask<2> on(1);
  const auto expect = [&](const simd<int, 2>& old, int before, int after) {
    EXPECT_EQ((elements(old)), (std::array{before, before}));
    EXPECT_EQ(memory[0], after);
    EXPECT_EQ(memory[1], after);
  };
  memory[0] = memory[1] = 12;
  expect(atomic_update<atomic_op::load>(memory, offsets, on), 12, 12);
  expect(atomic_update<atomic_op::inc>(memory, offsets, on), 12, 13);
  expect(atomic_update<atomic_op::dec>(memory, offsets, on), 13, 12);
  expect(atomic_update<atomic_op::add>(memory, offsets, simd<int, 2>(5), on), 12, 17);
  expect(atomic_update<atomic_op::sub>(memory, offsets, simd<int, 2>(7), on), 17, 10);
  expect(atomic_update<atomic_op::smin>(memory, offsets, simd<int, 2>(-1), on), 10, -1);
  expect(atomic_update<atomic_op::umin>(memory, offsets, simd<int, 2>(-2), on), -1, -2);
  expect(atomic_update<atomic_op::smax>(memory, offsets, simd<int, 2>(6), on), -2, 6);
  expect(atomic_update<atomic_op::umax>(memory, offsets, simd<int, 2>(9), on), 6, 9);
  expect(atomic_update<atomic_op::bit_and>(memory, offsets, simd<int, 2>(3), on), 9, 1);
  expect(atomic_update<atomic_op::bit_or>(memory, offsets, simd<int, 2>(4), on), 1, 5);
  expect(atomic_update<atomic_op::bit_xor>(memory, offsets, simd<int, 2>(7), on), 5, 2);
  expect(atomic_update<atomic_op::store>(memory, offsets, simd<int, 2>(20), on), 2, 20);
  expect(slm_atomic_update<atomic_op::cmpxchg, int>(offsets, simd<int, 2>(21), simd<int, 2>(20), on), 20, 21);
  std::array<float, 2> numbers = {1.5f, 1.5f};
  atomic_update<atomic_op::fadd>(numbers.data(), offsets, simd<float, 2>(2.0f));
  atomic_update<atomic_op::fsub>(numbers.data(), offsets, simd<float, 2>(1.0f));
  EXPECT_EQ(numbers[1], 2.5f);
  atomic_update<atomic_op::fmin>(numbers.data(), offsets, simd<float, 2>(2.0f));
  EXPECT_EQ(numbers[1], 2.0f);
  atomic_update<atomic_op::fmax>(numbers.data(), offsets, simd<float, 2>(3.0f));
  atomic_update<atomic_op::fcmpxchg>(numbers.data(), offsets, simd<float, 2>(4.0f), simd<float, 2>(3.0f));
  EXPECT_EQ(numbers[1], 4.0f);
}
TEST(Atomics, lanes_and_elements_follow_from_the_offsets_and_the_operand) {
  std::array<int, 8> memory{};
  const BufferStandIn<int> accessor{memory.data()};
  GroupOfOne group(64);
  std::memset(group.memory(), 0, 64);
  simd<std::uint32_t, 4> offsets(0, 8);
  const simd<int, 4> five(5), six(6);
  const simd_mask<4> mask({1, 0, 1, 1});
  const auto hints = properties{cache_hint_L1<cache_hint::uncached>, cache_hint_L2<cache_hint::write_back>};
  atomic_update<atomic_op::inc, int>(accessor, offsets);
  atomic_update<atomic_op::inc, int>(accessor, offsets, mask, hints);
  atomic_update<atomic_op::inc>(memory.data(), offsets.select<2, 1>(0), hints);
  atomic_update<atomic_op::add>(accessor, offsets, five, mask);
  atomic_update<atomic_op::add, int>(accessor, offsets, five);
  EXPECT_EQ(memory, (std::array{13, 0, 7, 0, 12, 0, 12, 0}));
  EXPECT_EQ(elements(atomic_update<atomic_op::cmpxchg>(accessor, offsets, five, simd<int, 4>(12), mask, hints)),
            (std::array{13, 0, 12, 12}));
  EXPECT_EQ(memory, (std::array{13, 0, 7, 0, 5, 0, 5, 0}));

  slm_atomic_update<atomic_op::inc, int>(offsets);
  slm_atomic_update<atomic_op::inc, int>(offsets, mask);
  slm_atomic_update<atomic_op::add, int>(offsets, five, mask);
  slm_atomic_update<atomic_op::add>(offsets, six);
  EXPECT_EQ(elements(slm_atomic_update<atomic_op::load, int>(offsets)), (std::array{13, 7, 13, 13}));
  slm_atomic_update<atomic_op::cmpxchg, int>(offsets, five, simd<int, 4>(7));
  EXPECT_EQ(elements(slm_atomic_update<atomic_op::cmpxchg>(offsets, six, simd<int, 4>(13), mask)),
            (std::array{13, 0, 13, 13}));
  EXPECT_EQ(elements(slm_gather<int, 4>(offsets)), (std::array{6, 5, 6, 6}));
  simd<int, 8> values(0, 1);
  atomic_update<atomic_op::add>(accessor, offsets.select<4, 1>(0), values.select<4, 2>(1), mask, hints);
  EXPECT_EQ(memory, (std::array{14, 0, 7, 0, 10, 0, 12, 0}));
  slm_atomic_update<atomic_op::add>(offsets.select<4, 1>(0), values.select<4, 2>(1), mask);
  EXPECT_EQ(elements(slm_gather<int, 4>(offsets)), (std::array{7, 5, 11, 13}));
  // Elements of another type than the operand's: as said.
  slm_atomic_update<atomic_op::xchg, std::uint32_t>(offsets, simd<float, 4>(2.0f));
  EXPECT_EQ(elements(slm_gather<std::uint32_t, 4>(offsets))[0], 2u);
}

TEST(Atomics, element_and_length_follow_from_the_arguments) {
  std::array<int, 8> memory{};
  simd<std::uint32_t, 16> places(0, 2);
  const simd<std::uint32_t, 8> offsets = places.select<8, 2>(0);
  const simd<int, 8> steps(0, 1), twos(2);
  const simd_mask<8> first_six(simd<int, 8>(0, 1) < 6);
  lsc_atomic_update<atomic_op::add>(memory.data(), offsets, steps, first_six);
  lsc_atomic_update<atomic_op::inc>(memory.data(), offsets, first_six);
  EXPECT_EQ(memory, (std::array{1, 2, 3, 4, 5, 6, 0, 0}));
  atomic_update<atomic_op::add>(memory.data(), places.select<8, 2>(0), twos);
  EXPECT_EQ(elements(lsc_atomic_update<atomic_op::sub>(memory.data(), places.select<8, 2>(0), 1, first_six)),
            (std::array{3, 4, 5, 6, 7, 8, 0, 0}));
  const BufferStandIn<int> buffer{memory.data()};
  atomic_update<atomic_op::smax>(buffer, offsets, twos);
  lsc_atomic_update<atomic_op::smin>(buffer, offsets, steps, first_six);
  EXPECT_EQ(memory, (std::array{0, 1, 2, 3, 4, 5, 2, 2}));

  GroupOfOne group(64);
  const auto* local = reinterpret_cast<const int*>(group.memory());
  slm_scatter<int, 8>(offsets, twos);
  slm_atomic_update<atomic_op::add>(offsets, steps, first_six);
  lsc_slm_atomic_update<atomic_op::add>(offsets, steps, first_six);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(local[i], i < 6 ? 2 + 2 * i : 2) << i;
}
TEST(Atomics, T20_lanes_that_are_off_touch_no_memory) {
  int* nowhere = nullptr;
  const simd<std::uint64_t, 8> offsets(0, std::uint64_t(1) << 50);
  atomic_update<atomic_op::add, int, 8>(nowhere, offsets, 1, simd_mask<8>(0));
  atomic_update<atomic_op::cmpxchg, int, 8>(nowhere, offsets, 1, 2, simd_mask<8>(0));
  lsc_atomic_update<atomic_op::inc, int, 8>(nowhere, offsets, simd_mask<8>(0));
}

// ---- threads --------------------------------------------------------------------------------------------------------
template <class Body>
void on_threads(int count, Body body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back(body, i);
  for (std::thread& thread : threads)
    thread.join();
}

template <class T>
class HammeredAtomics : public ::testing::Test {};
using HammeredElements = ::testing::Types<std::uint16_t, std::int32_t, std::uint64_t>;
TYPED_TEST_SUITE(HammeredAtomics, HammeredElements);
TYPED_TEST(HammeredAtomics, T20_a_histogram_of_many_threads_counts_everything) {
  constexpr int threads = 4, rounds = 2000;
  alignas(64) std::array<TypeParam, 8> bins{};
  on_threads(threads, [&](int thread) {
    for (int round = 0; round < rounds; ++round) {
      const simd<std::uint32_t, 16> bin = (simd<std::uint32_t, 16>(0, 1) * std::uint32_t(round + thread)) & 3u;
      atomic_update<atomic_op::inc, TypeParam, 16>(bins.data(), bin * std::uint32_t(sizeof(TypeParam)));
      atomic_update<atomic_op::umax, TypeParam, 16>(bins.data() + 4, bin * std::uint32_t(sizeof(TypeParam)),
                                                    simd<TypeParam, 16>(TypeParam(round)));
    }
  });
  std::array<long long, 4> expected{};
  for (int thread = 0; thread < threads; ++thread)
    for (int round = 0; round < rounds; ++round)
      for (int lane = 0; lane < 16; ++lane)
        ++expected[static_cast<std::size_t>(lane * (round + thread) & 3)];
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(bins[i], static_cast<TypeParam>(expected[i])) << i;
  EXPECT_EQ(bins[4], TypeParam(rounds - 1));
}

template <class T>
class HammeredSums : public ::testing::Test {};
using SummedElements = ::testing::Types<half, float, double>;
TYPED_TEST_SUITE(HammeredSums, SummedElements);
TYPED_TEST(HammeredSums, T20_sums_of_many_threads_lose_nothing) {
  // Small whole numbers: exact in every type and every order.
  constexpr int threads = 4, rounds = 25;
  alignas(64) std::array<TypeParam, 4> sums{};
  on_threads(threads, [&](int) {
    for (int round = 0; round < rounds; ++round)
      atomic_update<atomic_op::fadd, TypeParam, 16>(
          sums.data(), (simd<std::uint32_t, 16>(0, 1) & 3u) * std::uint32_t(sizeof(TypeParam)), TypeParam(1.0f));
  });
  for (const TypeParam sum : sums)
    EXPECT_EQ(number(sum), threads * rounds * 4);
}

TEST(Atomics, T19_T26_a_lock_of_compare_exchange_lets_one_thread_in_at_a_time) {
  constexpr int threads = 4, rounds = 3000;
  alignas(64) static std::array<std::uint32_t, 2> memory;
  memory = {0, 0};
  on_threads(threads, [&](int) {
    const simd<std::uint32_t, 1> lock(0u);
    for (int round = 0; round < rounds; ++round) {
      while (lsc_atomic_update<atomic_op::cmpxchg, std::uint32_t, 1>(
                 memory.data(), lock, simd<std::uint32_t, 1>(0u), simd<std::uint32_t, 1>(1u), simd_mask<1>(1))[0] != 0)
        std::this_thread::yield();
      const simd<std::uint32_t, 1> count = block_load<std::uint32_t, 1>(memory.data() + 1);
      block_store<std::uint32_t, 1>(memory.data() + 1, count + 1u);
      atomic_update<atomic_op::store, std::uint32_t, 1>(memory.data(), lock, 0u);
    }
  });
  EXPECT_EQ(memory[1], static_cast<std::uint32_t>(threads * rounds));
}

} // namespace
} // namespace xeforge::esimd
