// T09 to T12: operators between simd, views and scalars of all element types, against scalar arithmetic.
#include "xeforge/esimd/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

// ---- T10: the type that an operation computes in
// -----------------------------------------------------------------------
template <class A, class B>
using sum_t = typename decltype(std::declval<simd<A, 4>>() + std::declval<simd<B, 4>>())::element_type;
template <class A, class B>
inline constexpr bool are_same = std::is_same_v<A, B>;

static_assert(are_same<sum_t<std::int8_t, std::int8_t>, int>);
static_assert(are_same<sum_t<std::uint8_t, std::int8_t>, int>);
static_assert(are_same<sum_t<std::int16_t, std::int16_t>, int>);
static_assert(are_same<sum_t<std::uint16_t, std::uint16_t>, int>);
static_assert(are_same<sum_t<std::uint16_t, std::uint32_t>, std::uint32_t>);
static_assert(are_same<sum_t<std::int32_t, std::uint32_t>, std::uint32_t>);
static_assert(are_same<sum_t<std::int32_t, std::int64_t>, std::int64_t>);
static_assert(are_same<sum_t<std::int64_t, std::uint64_t>, std::uint64_t>);
static_assert(are_same<sum_t<std::int64_t, float>, float>);
static_assert(are_same<sum_t<float, double>, double>);
static_assert(are_same<sum_t<half, half>, half>);
static_assert(are_same<sum_t<half, std::int32_t>, half>);
static_assert(are_same<sum_t<std::uint64_t, half>, half>);
static_assert(are_same<sum_t<half, float>, float>);
static_assert(are_same<sum_t<half, double>, double>);
static_assert(are_same<sum_t<bfloat16, bfloat16>, bfloat16>);
static_assert(are_same<sum_t<bfloat16, std::int8_t>, bfloat16>);
static_assert(are_same<sum_t<bfloat16, float>, float>);
static_assert(are_same<sum_t<bfloat16, half>, float>);
static_assert(are_same<sum_t<double, bfloat16>, double>);
// A shift has the common type too, unlike in C++.
static_assert(are_same<decltype(simd<int, 4>() >> simd<unsigned, 4>())::element_type, unsigned>);
// Scalars take part with their own type.
static_assert(are_same<decltype(simd<half, 4>() * 2.0f), simd<float, 4>>);
static_assert(are_same<decltype(simd<half, 4>() * 2), simd<half, 4>>);
static_assert(are_same<decltype(simd<half, 4>() * half(2.0f)), simd<half, 4>>);
static_assert(are_same<decltype(2.0 * simd<float, 4>()), simd<double, 4>>);
static_assert(are_same<decltype(simd<std::uint8_t, 4>() + true), simd<int, 4>>);
static_assert(are_same<decltype(simd<float, 4>() < simd<float, 4>()), simd_mask<4>>);

// ---- a scalar model
// ---------------------------------------------------------------------------------------------------- a op b in an
// integer type of C++'s promoted ones: 128 bits, then modulo the width. '<' and '>' are the shifts.
template <class C>
long double integer_result(char op, C a, C b) {
  using Wide = unsigned __int128;
  const __int128 x = a, y = b;
  const Wide ux = static_cast<Wide>(x), uy = static_cast<Wide>(y);
  const int count = static_cast<int>(uy % (8 * sizeof(C)));
  const auto wrapped = [](Wide value) { return static_cast<long double>(static_cast<C>(value)); };
  switch (op) {
  case '+':
    return wrapped(ux + uy);
  case '-':
    return wrapped(ux - uy);
  case '*':
    return wrapped(ux * uy);
  case '/':
    return wrapped(y == 0 ? ~Wide(0) : static_cast<Wide>(x / y));
  case '%':
    return wrapped(y == 0 ? ux : static_cast<Wide>(x % y));
  case '&':
    return wrapped(ux & uy);
  case '|':
    return wrapped(ux | uy);
  case '^':
    return wrapped(ux ^ uy);
  case '<':
    return wrapped(ux << count);
  default:
    return wrapped(static_cast<Wide>(x >> count));
  }
}
template <class C>
long double floating_result(char op, long double a, long double b) {
  if constexpr (std::is_same_v<C, double>) {
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    return op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y;
  } else {
    return round_to(op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b, format_of<C>);
  }
}
template <class C, class A, class B>
long double scalar_result(char op, A a, B b) {
  if constexpr (std::is_integral_v<C>)
    return integer_result<C>(op, static_cast<C>(a), static_cast<C>(b));
  else
    return floating_result<C>(op, converted<C>(a), converted<C>(b));
}
bool scalar_comparison(char op, long double a, long double b) {
  switch (op) {
  case '<':
    return a < b;
  case 'l':
    return a <= b;
  case '>':
    return a > b;
  case 'g':
    return a >= b;
  case '=':
    return a == b;
  default:
    return a != b;
  }
}

// Operators as values: apply<'+'>(a, b) is a + b.
template <char op>
auto apply(const auto& a, const auto& b) {
  if constexpr (op == '+')
    return a + b;
  if constexpr (op == '-')
    return a - b;
  if constexpr (op == '*')
    return a * b;
  if constexpr (op == '/')
    return a / b;
  if constexpr (op == '%')
    return a % b;
  if constexpr (op == '&')
    return a & b;
  if constexpr (op == '|')
    return a | b;
  if constexpr (op == '^')
    return a ^ b;
  if constexpr (op == '<')
    return a << b;
  if constexpr (op == '>')
    return a >> b;
}
template <char op>
auto compared(const auto& a, const auto& b) {
  if constexpr (op == '<')
    return a < b;
  if constexpr (op == 'l')
    return a <= b;
  if constexpr (op == '>')
    return a > b;
  if constexpr (op == 'g')
    return a >= b;
  if constexpr (op == '=')
    return a == b;
  if constexpr (op == '!')
    return a != b;
}
template <char op>
void assign(auto& a, const auto& b) {
  if constexpr (op == '+')
    a += b;
  if constexpr (op == '-')
    a -= b;
  if constexpr (op == '*')
    a *= b;
  if constexpr (op == '/')
    a /= b;
  if constexpr (op == '%')
    a %= b;
  if constexpr (op == '&')
    a &= b;
  if constexpr (op == '|')
    a |= b;
  if constexpr (op == '^')
    a ^= b;
  if constexpr (op == '<')
    a <<= b;
  if constexpr (op == '>')
    a >>= b;
}

constexpr int length = 8;

template <char op, class A, class B>
void expect_operator(const std::array<A, length>& a, const std::array<B, length>& b) {
  const auto result = apply<op>(from_array(a), from_array(b));
  using C = typename decltype(result)::element_type;
  const auto got = elements(result);
  simd<A, length> assigned = from_array(a);
  assign<op>(assigned, from_array(b));
  const auto got_assigned = elements(assigned);
  for (std::size_t i = 0; i < length; ++i) {
    const long double expected = scalar_result<C>(op, a[i], b[i]);
    EXPECT_TRUE(same_number(number(got[i]), expected))
        << number(a[i]) << ' ' << op << ' ' << number(b[i]) << ": got " << number(got[i]) << ", expected " << expected;
    // T12: computed as above, then converted to the left type. The value is exact in C, so C(got) may be converted.
    EXPECT_TRUE(same_number(number(got_assigned[i]), converted<A>(from_number<C>(expected))))
        << number(a[i]) << ' ' << op << "= " << number(b[i]) << ": got " << number(got_assigned[i]);
  }
}

template <char op, class A, class B>
void expect_comparison(const std::array<A, length>& a, const std::array<B, length>& b) {
  const auto result = compared<op>(from_array(a), from_array(b));
  static_assert(std::is_same_v<std::remove_const_t<decltype(result)>, simd_mask<length>>);
  const auto got = lanes_of(result);
  for (std::size_t i = 0; i < length; ++i) {
    using C = typename decltype(simd<A, 1>() + simd<B, 1>())::element_type;
    EXPECT_EQ(got[i], scalar_comparison(op, converted<C>(a[i]), converted<C>(b[i])) ? 1 : 0)
        << number(a[i]) << ' ' << op << ' ' << number(b[i]);
  }
}

template <class A, class B>
void expect_operators() {
  const auto left = values_worth_trying<A>(64, 7);
  const auto right = values_worth_trying<B>(72, 8);
  for (std::size_t shift = 0; shift < 72; shift += 3) {
    const auto a = pick<length>(left, shift * 5);
    const auto b = pick<length>(right, shift);
    expect_operator<'+'>(a, b);
    expect_operator<'-'>(a, b);
    expect_operator<'*'>(a, b);
    expect_operator<'/'>(a, b);
    expect_comparison<'<'>(a, b);
    expect_comparison<'l'>(a, b);
    expect_comparison<'>'>(a, b);
    expect_comparison<'g'>(a, b);
    expect_comparison<'='>(a, b);
    expect_comparison<'!'>(a, b);
    if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
      expect_operator<'%'>(a, b);
      expect_operator<'&'>(a, b);
      expect_operator<'|'>(a, b);
      expect_operator<'^'>(a, b);
      expect_operator<'<'>(a, b);
      expect_operator<'>'>(a, b);
    }
  }
}

template <class T>
class Operators : public ::testing::Test {};
using Some =
    ::testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::uint32_t, std::uint64_t, half, bfloat16, float>;
TYPED_TEST_SUITE(Operators, Some);

template <class A, class... B>
void expect_operators_with_each(::testing::Types<B...>) {
  (expect_operators<A, B>(), ...);
}
TYPED_TEST(Operators, T10_T11_T12_agree_with_scalar_arithmetic_in_the_computation_type) {
  expect_operators_with_each<TypeParam>(Some());
}

TEST(Operators, T10_T11_doubles_and_long_signed_integers_agree_with_scalar_arithmetic) {
  expect_operators<double, double>();
  expect_operators<double, half>();
  expect_operators<std::int64_t, std::int64_t>();
  expect_operators<std::int64_t, double>();
  expect_operators<std::int16_t, std::uint8_t>();
}

// ---- every combination of simd, view and scalar
// ------------------------------------------------------------------------
TYPED_TEST(Operators, every_order_of_simd_view_and_scalar_gives_the_same) {
  using T = TypeParam;
  std::array<T, 7> a, b;
  for (std::size_t i = 0; i < 7; ++i) {
    a[i] = from_number<T>(static_cast<long double>(20 + i));
    b[i] = from_number<T>(static_cast<long double>(3 * i + 1));
  }
  simd<T, 7> x = from_array(a), y = from_array(b);
  const auto vx = x.template select<7, 1>(0), vy = y.template select<7, 1>(0);
  const auto expected = elements(x - y);
  EXPECT_EQ(elements(vx - y), expected);
  EXPECT_EQ(elements(x - vy), expected);
  EXPECT_EQ(elements(vx - vy), expected);

  const auto by_scalar = elements(x - simd<T, 7>(b[2])), from_scalar = elements(simd<T, 7>(b[2]) - x);
  EXPECT_EQ(elements(x - b[2]), by_scalar);
  EXPECT_EQ(elements(vx - b[2]), by_scalar);
  EXPECT_EQ(elements(b[2] - x), from_scalar);
  EXPECT_EQ(elements(b[2] - vx), from_scalar);
  // A single element on either side is broadcast.
  EXPECT_EQ(elements(vx - y[2]), by_scalar);
  EXPECT_EQ(elements(x - y[2]), by_scalar);
  EXPECT_EQ(elements(y[2] - vx), from_scalar);
  EXPECT_EQ(lanes_of(vx < y[2]), lanes_of(x < b[2]));
  EXPECT_EQ(lanes_of(b[2] < vx), lanes_of(x > b[2]));
}

TYPED_TEST(Operators, T12_views_take_compound_assignment_and_steps) {
  using T = TypeParam;
  simd<T, 6> x(T(10), T(1));
  x.template select<3, 2>(1) += T(5);
  auto even = x.template select<3, 2>(0);
  even *= 2;
  x[5] -= 1;
  ++x[0];
  x[2]--;
  const std::array<int, 6> expected = {21, 16, 23, 18, 28, 19};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(number(elements(x)[static_cast<std::size_t>(i)]), expected[static_cast<std::size_t>(i)]) << i;
  const simd<T, 6> before = x++;
  EXPECT_EQ(number(elements(before)[0]), 21);
  EXPECT_EQ(number(elements(x)[0]), 22);
  EXPECT_EQ(number(elements(--x)[0]), 21);
}

TYPED_TEST(Operators, negation_complement_and_not) {
  using T = TypeParam;
  const auto values = pick<16>(values_worth_trying<T>(16, 9), 0);
  simd<T, 16> x = from_array(values);
  const auto negated = elements(-x.template select<16, 1>(0));
  const auto is_zero = lanes_of(!x);
  for (std::size_t i = 0; i < 16; ++i) {
    if constexpr (std::is_integral_v<T>) {
      EXPECT_EQ(negated[i], static_cast<T>(0u - static_cast<std::uint64_t>(values[i])));
      EXPECT_EQ(elements(~x)[i], static_cast<T>(~static_cast<std::uint64_t>(values[i])));
    } else {
      EXPECT_TRUE(same_number(number(negated[i]), -number(values[i])));
    }
    EXPECT_EQ(is_zero[i], number(values[i]) == 0 ? 1 : 0);
  }
}

// ---- T09
// --------------------------------------------------------------------------------------------------------------
TEST(Operators, T09_two_elements_compare_like_scalars) {
  simd<float, 8> v(0.0f, 1.0f);
  static_assert(std::is_same_v<decltype(v[1] < v[2]), bool>);
  static_assert(std::is_same_v<decltype(v[1] < 3), simd_mask<1>>);
  bool taken = false;
  if (v[1] < v[2] && v[3] < 4.0f)
    taken = true;
  EXPECT_TRUE(taken);
  int i = 7;
  while (v[i] > 2)
    --i;
  EXPECT_EQ(i, 2);
  EXPECT_FALSE(v[5] < v[4]);
  EXPECT_TRUE(bool(v[5] != 4.0f));
}

TEST(Operators, T09_an_element_merges_under_a_comparison_of_scalars) {
  simd<float, 4> v(0.0f, 1.0f), b(2.0f);
  const float a = 2.5f;
  v[1].merge(a, a > b[2]);
  v[3].merge(a, a < b[2]);
  EXPECT_EQ(elements(v), (std::array<float, 4>{0.0f, 2.5f, 2.0f, 3.0f}));
}

// ---- T11
// --------------------------------------------------------------------------------------------------------------
TEST(Operators, T11_the_corners_of_signed_integers_do_not_trap) {
  constexpr int lowest = std::numeric_limits<int>::min(), highest = std::numeric_limits<int>::max();
  const simd<int, 4> x = from_array(std::array<int, 4>{lowest, highest, lowest, -7});
  EXPECT_EQ(elements(x / -1), (std::array<int, 4>{lowest, -highest, lowest, 7}));
  EXPECT_EQ(elements(x % -1), (std::array<int, 4>{0, 0, 0, 0}));
  EXPECT_EQ(elements(x / 0), (std::array<int, 4>{-1, -1, -1, -1}));
  EXPECT_EQ(elements(x % 0), elements(x));
  EXPECT_EQ(elements(x + x), (std::array<int, 4>{0, -2, 0, -14}));
  EXPECT_EQ(elements(-x), (std::array<int, 4>{lowest, -highest, lowest, 7}));
  EXPECT_EQ(elements(x << 33), elements(x << 1));
  EXPECT_EQ(elements(x >> 35), (std::array<int, 4>{-268435456, 268435455, -268435456, -1}));
}

} // namespace
} // namespace xeforge::esimd
