// atomic_ref, multi_ptr, vec.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace {

template <class T>
using Atomic = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device,
                                sycl::access::address_space::global_space>;

TEST(AtomicRef, loses_no_update_of_any_item) {
  sycl::queue q;
  int* const count = sycl::malloc_shared<int>(1, q);
  double* const sum = sycl::malloc_shared<double>(1, q);
  std::uint64_t* const most = sycl::malloc_shared<std::uint64_t>(1, q);
  *count = 0;
  *sum = 0;
  *most = 0;
  q.parallel_for(10'000, [=](sycl::id<1> i) {
     Atomic<int>(*count).fetch_add(1);
     Atomic<double>(*sum) += 0.5;
     Atomic<std::uint64_t>(*most).fetch_max(i);
   }).wait();
  EXPECT_EQ(*count, 10'000);
  EXPECT_EQ(*sum, 5'000.0);
  EXPECT_EQ(*most, 9'999u);
  sycl::free(count, q);
  sycl::free(sum, q);
  sycl::free(most, q);
}

TEST(AtomicRef, gives_the_value_before) {
  int value = std::numeric_limits<int>::max();
  Atomic<int> atomic(value);
  EXPECT_EQ(atomic.fetch_add(1), std::numeric_limits<int>::max());
  EXPECT_EQ(value, std::numeric_limits<int>::min()); // wraps around
  EXPECT_EQ(atomic.exchange(12), std::numeric_limits<int>::min());
  EXPECT_EQ(atomic.fetch_and(6), 12);
  EXPECT_EQ(atomic.fetch_or(3), 4);
  EXPECT_EQ(atomic.fetch_xor(1), 7);
  EXPECT_EQ(atomic.fetch_sub(1), 6);
  EXPECT_EQ(++atomic, 6);
  EXPECT_EQ(atomic--, 6);
  int expected = 4;
  EXPECT_FALSE(atomic.compare_exchange_strong(expected, 9));
  EXPECT_EQ(expected, 5);
  EXPECT_TRUE(atomic.compare_exchange_weak(expected, 9));
  EXPECT_EQ(atomic.load(), 9);
  EXPECT_EQ(atomic.fetch_min(3), 9);
  atomic = 4;
  EXPECT_EQ(static_cast<int>(atomic), 4);
}

TEST(MultiPtr, is_a_pointer_that_says_where_it_points) {
  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const sycl::global_ptr<float, sycl::access::decorated::yes> p =
      sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes, float>(data);
  const float* const plain = p + 2;
  EXPECT_EQ(*plain, 2.0f);
  EXPECT_EQ(p[3], 3.0f);
  EXPECT_EQ(*(p + 4), 4.0f);
  sycl::global_ptr<const float> moving = p;
  ++moving;
  EXPECT_EQ(*moving, 1.0f);
  EXPECT_EQ(moving - p, 1);
  EXPECT_EQ(p.get(), data);
  EXPECT_TRUE(sycl::global_ptr<float>() == nullptr);
}

TEST(MultiPtr, of_void_becomes_one_of_elements_again) {
  int numbers[] = {1, 2};
  const sycl::global_ptr<void> anything(static_cast<void*>(numbers));
  EXPECT_EQ(static_cast<sycl::global_ptr<int>>(anything)[1], 2);
  EXPECT_EQ(static_cast<sycl::global_ptr<const int>>(anything)[0], 1);
  EXPECT_FALSE((std::is_convertible_v<sycl::global_ptr<void>, sycl::global_ptr<int>>));
  EXPECT_FALSE((std::is_constructible_v<sycl::global_ptr<int>, sycl::global_ptr<const void>>));
}

TEST(Vec, is_a_few_numbers_with_names) {
  sycl::float4 v(1, 2, 3, 4);
  v.y() = 5;
  v += sycl::float4(1.0f);
  EXPECT_EQ(v.x(), 2.0f);
  EXPECT_EQ(v[1], 6.0f);
  EXPECT_EQ(v.s3(), 5.0f);
  const sycl::uint4 u = (v * 2.0f).convert<std::uint32_t>();
  EXPECT_EQ(u.z(), 8u);
  EXPECT_EQ(sizeof(sycl::float4), 16u);
  EXPECT_EQ(sizeof(sycl::float3), 16u);
  EXPECT_TRUE(std::signbit((-sycl::float4(0.0f)).x()));
  EXPECT_EQ((-sycl::vec<short, 2>(3, -4))[1], 4);
}

TEST(Vec, becomes_integers_by_the_way_of_rounding_that_is_asked_for) {
  using sycl::rounding_mode;
  const sycl::float4 numbers(1.5f, -1.5f, 2.5f, -2.7f);
  const auto expect = [](const sycl::int4& got, const sycl::int4& expected) {
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(got[i], expected[i]) << i;
  };
  expect(numbers.convert<int>(), sycl::int4(1, -1, 2, -2));
  expect((numbers.convert<int, rounding_mode::automatic>()), sycl::int4(1, -1, 2, -2));
  expect((numbers.convert<int, rounding_mode::rtz>()), sycl::int4(1, -1, 2, -2));
  expect((numbers.convert<int, rounding_mode::rte>()), sycl::int4(2, -2, 2, -3));
  expect((numbers.convert<int, rounding_mode::rtp>()), sycl::int4(2, -1, 3, -2));
  expect((numbers.convert<int, rounding_mode::rtn>()), sycl::int4(1, -2, 2, -3));
  const sycl::int2 large(16777217, 16777219);
  EXPECT_EQ((large.convert<float, rounding_mode::rte>()[0]), 16777216.0f);
  EXPECT_EQ((large.convert<float, rounding_mode::rte>()[1]), 16777220.0f);
  EXPECT_EQ((numbers.convert<double, rounding_mode::rte>()[3]), double(-2.7f));
}

TEST(Vec, compares_each_element) {
  const sycl::vec<short, 4> v(1, -2, 3, 3), w(1, 2, 3, -3);
  const sycl::vec<std::int16_t, 4> equal = v == w, less = v < w, both = v && sycl::vec<short, 4>(0, 1, 0, 1);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(equal[i], v[i] == w[i] ? -1 : 0);
    EXPECT_EQ(less[i], v[i] < w[i] ? -1 : 0);
    EXPECT_EQ((v != w)[i], v[i] != w[i] ? -1 : 0);
    EXPECT_EQ((v >= short{2})[i], v[i] >= 2 ? -1 : 0);
    EXPECT_EQ(both[i], i % 2 == 1 ? -1 : 0);
    EXPECT_EQ((!v)[i], 0);
  }
  const sycl::vec<std::int64_t, 2> of_doubles = sycl::double2(1, 2) > 1.5;
  EXPECT_EQ(of_doubles[1], -1);
  const sycl::vec<std::int8_t, 16> of_bytes = sycl::vec<char, 16>('a') == 'b';
  EXPECT_EQ(of_bytes.sF(), 0);
}

TEST(Vec, of_integers_has_their_operators) {
  sycl::int4 v = sycl::int4(7, -7, 8, 9) % 4;
  v <<= 1;
  ++v;
  const sycl::int4 before = v--;
  const int expected[] = {6, -6, 0, 2};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(v[i], expected[i]);
    EXPECT_EQ(before[i], expected[i] + 1);
    EXPECT_EQ(((v ^ 5) & ~v)[i], (expected[i] ^ 5) & ~expected[i]);
  }
}

TEST(Vec, gives_elements_by_their_numbers) {
  using sycl::elem;
  sycl::float4 v(1, 2, 3, 4);
  const sycl::float4 turned = v.swizzle<elem::w, elem::z, elem::y, elem::x>();
  EXPECT_EQ(turned[0], 4.0f);
  v.lo() = turned.odd(); // 3, 1
  v.swizzle<elem::s3, elem::s2>() += v.lo();
  const float expected[] = {3, 1, 4, 7};
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(v[i], expected[i]);
  const float one = v.swizzle<2>();
  EXPECT_EQ(one, 4.0f);
  EXPECT_EQ((v.hi() + v.even())[0], 7.0f);
  const sycl::float4 joined(v.hi(), 8, 9), surrounded(1.0f, sycl::float2(2, 3), 4.0f);
  EXPECT_EQ(joined[1], 7.0f);
  EXPECT_EQ(joined[2], 8.0f);
  EXPECT_EQ(surrounded[2], 3.0f);
  EXPECT_EQ(sycl::float2(1, -1).as<sycl::uint2>()[1], 0xbf800000u);
}

TEST(Vec, elements_of_it_do_what_it_does) {
  sycl::int4 v{1, 2, 3, 4};
  const sycl::int4 w{5, 6, 7, 8};
  v = 3;
  EXPECT_EQ(v.w(), 3);
  v = sycl::int4{1, 2, 3, 4};
  v.lo() *= 2;
  v.hi() <<= w.lo();
  EXPECT_EQ(v.y(), 4);
  EXPECT_EQ(v.z(), 3 << 5);
  v = sycl::int4{1, 2, 3, 4};
  v.lo()++;
  --v.hi();
  EXPECT_EQ(v.x(), 2);
  EXPECT_EQ(v.w(), 3);
  v.even() = v.odd();
  EXPECT_EQ(v.x(), 3);
  v.lo().hi() = 5;
  EXPECT_EQ(v.y(), 5);
  EXPECT_EQ(w.hi().lo().x(), 7);
  EXPECT_EQ(w.lo().y(), 6);
  EXPECT_EQ((w.swizzle<3, 2, 1, 0>().swizzle<0>()), 8);
  EXPECT_EQ((sycl::float4{1.5f, 2, 3, 4}.lo().convert<int>().x()), 1);
  EXPECT_EQ(w.lo().as<std::uint64_t>() >> 32, 6u);
  int memory[4] = {};
  w.hi().store(1, memory);
  EXPECT_EQ(memory[3], 8);
  v.lo().load(1, memory);
  EXPECT_EQ(v.x(), 7);
  EXPECT_EQ(v.lo().size(), 2u);
}

TEST(Vec, one_element_of_it_is_a_number) {
  sycl::int4 v{1, 2, 3, 4};
  const sycl::float4 f{1, 2, 3, 4};
  v.swizzle<1>() %= 2;
  EXPECT_EQ(v.y(), 0);
  v.swizzle<1>() += 7;
  const int sum = v.swizzle<1>() + 2, difference = 2 - v.swizzle<1>(), product = v.swizzle<1>() * v.swizzle<2>();
  EXPECT_EQ(sum, 9);
  EXPECT_EQ(difference, -5);
  EXPECT_EQ(product, 21);
  const float twice = f.swizzle<1>() * 2.0f, thrice = 3 * f.swizzle<1>(), negative = -f.swizzle<3>();
  EXPECT_EQ(twice, 4);
  EXPECT_EQ(thrice, 6);
  EXPECT_EQ(negative, -4);
  EXPECT_TRUE(v.swizzle<0>() == 1);
  EXPECT_TRUE(v.swizzle<0>() && v.swizzle<2>());
  EXPECT_FALSE(!v.swizzle<0>());
  sycl::int2 a{1, 2};
  const sycl::int2 b{3, 4};
  a.lo() = b.hi();
  EXPECT_EQ(a.x(), 4);
}

TEST(DeviceCopyable, is_what_can_be_copied_byte_by_byte) {
  static_assert(sycl::is_device_copyable_v<float>);
  static_assert(!sycl::is_device_copyable_v<std::string>);
}

TEST(DeviceCopyable, is_what_is_made_of_such) {
  static_assert(!std::is_trivially_copyable_v<std::tuple<int, float>>); // its assignment does more
  static_assert(sycl::is_device_copyable_v<const std::tuple<int, std::pair<float, char>>>);
  static_assert(sycl::is_device_copyable_v<std::array<std::optional<int>, 3>>);
  static_assert(sycl::is_device_copyable_v<std::variant<int, float>>);
  static_assert(!sycl::is_device_copyable_v<std::tuple<int, std::string>>);
  static_assert(!sycl::is_device_copyable_v<std::pair<std::string, int>>);
  static_assert(!sycl::is_device_copyable_v<std::variant<int, std::string>>);
}

// Types with a mark are declared copyable all at once, as libraries of kernels do.
struct Marked {
  static constexpr bool may_be_copied = true;
  ~Marked() {}
};
struct Unmarked {
  ~Unmarked() {}
};

// Copied by a function of its own, and vouched for.
struct Counted {
  explicit Counted(int n) : n(n) {}
  Counted(const Counted& other) : n(other.n) {}
  int n;
};
struct Base {
  int inherited = 5;
};
class Derived : Base { // not of standard layout
public:
  int value() const { return inherited + own_; }

private:
  int own_ = 6;
};

} // namespace

template <>
struct sycl::is_device_copyable<Counted> : std::true_type {};
template <class T>
struct sycl::detail::is_device_copyable_impl<T, std::enable_if_t<T::may_be_copied>> : std::true_type {};

namespace {

TEST(DeviceCopyable, is_what_a_program_declares_so_by_a_condition) {
  static_assert(sycl::is_device_copyable_v<Marked> && sycl::is_device_copyable_v<const Marked>);
  static_assert(!sycl::is_device_copyable_v<Unmarked> && !sycl::is_device_copyable_v<const Unmarked>);
}

TEST(DeviceCopyable, goes_into_kernels_whatever_it_is_made_of) {
  sycl::queue q;
  sycl::buffer<int> b{sycl::range<1>(4)};
  int* const out = sycl::malloc_shared<int>(1, q);
  const std::tuple<int, float> tuple(1, 2.0f);
  const std::optional<int> optional(3);
  const Counted counted(4);
  const Derived derived;
  const int numbers[2] = {7, 8};
  enum class Kind { a, b } kind = Kind::b;
  const auto inner = [derived, optional] { return derived.value() + *optional; };
  q.submit([&](sycl::handler& cgh) {
    sycl::accessor all(b, cgh);
    const sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device> same = all;
    sycl::local_accessor<int, 2> local({2, 2}, cgh);
    cgh.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
      local[1][1] = std::get<0>(tuple) + counted.n + numbers[1];
      all[0] = local[1][1] + inner();
      *out = same[0] + (kind == Kind::b ? 100 : 0);
    });
  });
  q.wait();
  EXPECT_EQ(*out, 1 + 4 + 8 + 11 + 3 + 100);
  sycl::free(out, q);
}

} // namespace
