// T10 to T12: operators between element types, against scalar arithmetic.
#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

// ---- T10: the type that an operation computes in --------------------------------------------------------------------
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

// ---- a scalar model -------------------------------------------------------------------------------------------------
// a op b in an
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

} // namespace
} // namespace xeforge::esimd
