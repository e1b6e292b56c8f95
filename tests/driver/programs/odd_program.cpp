// C++ that becomes no single message or instruction of a device: numbers at any address, checks for
// overflow, wide sums, quotients by constants, comparisons of memory, complex numbers. Each kernel
// writes what it computes; the host computes the same. The exit code is how many numbers differ.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

constexpr int items = 9, most = 64;

struct Numbers {
  std::int64_t* next;
  void operator()(std::int64_t number) { *next++ = number; }
};

#pragma pack(push, 1)
struct Packed {
  char a;
  int b;
  std::int64_t c;
  short d;
  float e;
  const char* f;
  volatile int g;
};
#pragma pack(pop)

void fill(Packed& to, const char* bytes, int i) {
  to.a = bytes[i];
  to.b = i * 1000003;
  to.c = to.b * std::int64_t{1000003};
  to.d = static_cast<short>(i * 300);
  to.e = static_cast<float>(i) / 4;
  to.f = bytes + i;
  to.g = to.b + 1;
}

void show(const Packed& packed, Numbers& numbers, const char* bytes) {
  numbers(packed.a);
  numbers(packed.b);
  numbers(packed.c);
  numbers(packed.d);
  numbers(static_cast<std::int64_t>(packed.e * 4));
  numbers(packed.f - bytes);
  numbers(packed.g);
}

template <class T>
T at(const char* bytes) {
  T number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

void numbers_at_any_address(char* bytes, int i, Numbers& numbers) {
  numbers(at<int>(bytes + 5 * i));
  numbers(at<std::int64_t>(bytes + 3 * i));
  numbers(at<short>(bytes + 7 * i));
  numbers(static_cast<std::int64_t>(at<float>(bytes + 5 * i) * 0));
  Packed own[3];
  for (int k = 0; k < 3; ++k)
    fill(own[k], bytes, i + k);
  show(own[i % 3], numbers, bytes);
  auto* const shared = reinterpret_cast<Packed*>(bytes + 128 + i * sizeof(Packed));
  fill(*shared, bytes, i);
  shared->b += 5;
  show(*shared, numbers, bytes);
}

template <class T>
void checks_for_overflow(T a, T b, Numbers& numbers) {
  T result;
  numbers(__builtin_add_overflow(a, b, &result));
  numbers(static_cast<std::int64_t>(result));
  numbers(__builtin_sub_overflow(a, b, &result));
  numbers(static_cast<std::int64_t>(result));
  numbers(__builtin_mul_overflow(a, b, &result));
  numbers(static_cast<std::int64_t>(result));
}

// What the optimiser makes the same of.
bool fits(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t product = a * b;
  return a == 0 || product / a == b;
}

// A loop that the optimiser replaces by a product of more bits.
template <class T>
T sum_to(T end) {
  T sum = 0;
  for (T i = 0; i < end; ++i)
    sum += i;
  return sum;
}

void every_check(const char* bytes, int i, Numbers& numbers) {
  numbers(sum_to<std::int64_t>(bytes[i] * bytes[i + 1]));
  numbers(static_cast<std::int64_t>(sum_to<std::size_t>(static_cast<std::size_t>(bytes[i] & 127))));
  numbers(sum_to<int>(bytes[i]));
  const std::int64_t wide = std::numeric_limits<std::int64_t>::max() / 4 * (i - 4) + i;
  const int narrow = std::numeric_limits<int>::max() / 4 * (i - 4) + i;
  checks_for_overflow<std::int64_t>(wide, i * 2 - 5, numbers);
  checks_for_overflow<std::uint64_t>(static_cast<std::uint64_t>(wide), static_cast<std::uint64_t>(i), numbers);
  checks_for_overflow<int>(narrow, i * 2 - 5, numbers);
  checks_for_overflow<unsigned>(static_cast<unsigned>(narrow), static_cast<unsigned>(i), numbers);
  numbers(fits(static_cast<std::uint64_t>(wide), static_cast<std::uint64_t>(i)));
}

// Doubles, bit by bit.
void doubles(const char*, int i, Numbers& numbers) {
  const auto bits = [&](double x) { numbers(std::bit_cast<std::int64_t>(x)); };
  const double x = 49.0 * i;
  bits(x / 49.0);
  bits(x / 8.0);
  bits((x + 1) / 3.0);
  bits(std::floor(-0.25 * (i - 4)));
  bits(std::ceil(-0.25 * (i - 4)));
  bits(std::floor(-0.0 * i));
  bits(std::trunc(-0.25 * i));
}

void comparisons(const char* bytes, int i, Numbers& numbers) {
  std::array<int, 5> a{}, b{};
  a[static_cast<std::size_t>(i % 5)] = bytes[i];
  b[static_cast<std::size_t>(i % 3)] = bytes[i];
  numbers(a == b);
  numbers(std::equal(bytes, bytes + i, bytes + 1));
  const int order = std::memcmp(bytes + i, bytes + 2 * i, static_cast<std::size_t>(i));
  numbers((order > 0) - (order < 0));
}

// Of whole numbers, and of quotients that are whole.
template <class T>
void products_and_quotients(int i, Numbers& numbers) {
  const std::complex<T> a(T(i - 3), T(2 * i + 1)), b(T(1), T(i % 2 == 0 ? 1 : -1));
  for (const std::complex<T>& result : {a * b, a * b / b, a * T(3), (a + b) * std::conj(a)}) {
    numbers(static_cast<std::int64_t>(std::real(result)));
    numbers(static_cast<std::int64_t>(std::imag(result)));
  }
  numbers(static_cast<std::int64_t>(std::norm(a)));
}

int main() {
  sycl::queue q;
  char* const bytes = sycl::malloc_shared<char>(128 + items * sizeof(Packed), q);
  auto* const found = sycl::malloc_shared<std::int64_t>(items * most, q);
  int wrong = 0;
  const auto check = [&]<class Name>(Name*, const char* what, auto kernel) {
    for (int k = 0; k < 128; ++k)
      bytes[k] = static_cast<char>(k * 37 + 11);
    q.fill(found, std::int64_t{0}, items * most).wait();
    q.parallel_for<Name>(sycl::range<1>(items), [=](sycl::id<1> id) SYCL_ESIMD_KERNEL {
       const int i = static_cast<int>(id[0]);
       Numbers numbers{found + i * most};
       kernel(bytes, i, numbers);
     }).wait();
    for (int i = 0; i < items; ++i) {
      std::vector<std::int64_t> expected(most);
      Numbers numbers{expected.data()};
      kernel(bytes, i, numbers);
      for (int k = 0; k < most; ++k)
        if (found[i * most + k] != expected[k] && ++wrong < 10)
          std::printf("%s: item %d, number %d: %lld instead of %lld\n", what, i, k,
                      static_cast<long long>(found[i * most + k]), static_cast<long long>(expected[k]));
    }
  };
  check(static_cast<class Addresses*>(nullptr), "addresses",
        [](char* from, int i, Numbers& numbers) { numbers_at_any_address(from, i, numbers); });
  check(static_cast<class Checks*>(nullptr), "checks",
        [](char* from, int i, Numbers& numbers) { every_check(from, i, numbers); });
  check(static_cast<class Doubles*>(nullptr), "doubles",
        [](char* from, int i, Numbers& numbers) { doubles(from, i, numbers); });
  check(static_cast<class Comparisons*>(nullptr), "comparisons",
        [](char* from, int i, Numbers& numbers) { comparisons(from, i, numbers); });
  check(static_cast<class ComplexNumbers*>(nullptr), "complex numbers", [](char*, int i, Numbers& numbers) {
    products_and_quotients<float>(i, numbers);
    products_and_quotients<double>(i, numbers);
  });
  sycl::free(bytes, q);
  sycl::free(found, q);
  return wrong;
}
