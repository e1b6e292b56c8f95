// What kernels capture: a tuple has a constructor that moves it, so that the object that holds it is not passed like others. The
// exit code is how many numbers differ from what the host has.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <utility>
#include <variant>

using namespace sycl::ext::intel::esimd;

union Number {
  int whole;
  float part;
};
struct Bits {
  unsigned few : 5, more : 11;
  short rest;
};
enum class Kind : short { first = 3, second = 400 };
struct Point {
  int x, y;
  Point(int a, int b) : x(a), y(b) {}
  Point(const Point& other) : x(other.x), y(other.y) {}
};
template <>
struct sycl::is_device_copyable<Point> : std::true_type {};

constexpr int items = 4, numbers = 16;

int main() {
  sycl::queue q;
  int* const out = sycl::malloc_shared<int>(items * numbers, q);
  float* const lanes = sycl::malloc_shared<float>(16, q);
  const std::tuple<int, double> pair{3, 4.5};
  const std::tuple<std::pair<int, std::tuple<char, std::int64_t>>, std::array<short, 3>> deep{
      {11, {'x', std::int64_t{1} << 40}}, {1, -2, 3}};
  const std::variant<int, float> either = 2.5f;
  Number number;
  number.part = 1.25f;
  const Bits bits{7, 1000, -3};
  const std::array<int, 6> table{1, 2, 3, 4, 5, 6};
  const Kind kind = Kind::second;
  const bool flag = true;
  const char letter = 'c';
  const sycl::half half = 1.5f;
  const simd<float, 16> ramp(0, 1);
  const Point point(5, 6);
  // The same statements for both sides: a lambda that holds a tuple is no capture of another one.
#define XEFORGE_COMPUTE(i, to)                                                                                         \
  to[0] = std::get<0>(pair);                                                                                           \
  to[1] = static_cast<int>(std::get<1>(pair) * 2);                                                                     \
  to[2] = static_cast<int>(either.index()) * 10 + static_cast<int>(*std::get_if<float>(&either));                      \
  to[3] = static_cast<int>(number.part * 4);                                                                           \
  to[4] = static_cast<int>(bits.few + bits.more) + bits.rest;                                                          \
  to[5] = table[static_cast<std::size_t>(((i) * 5 + 1) % 6)];                                                          \
  to[6] = static_cast<int>(kind);                                                                                      \
  to[7] = flag * 1000 + letter;                                                                                        \
  to[8] = static_cast<int>(static_cast<float>(half) * 2);                                                              \
  to[9] = std::get<0>(deep).first + std::get<0>(std::get<0>(deep).second);                                             \
  to[10] = static_cast<int>(std::get<1>(std::get<0>(deep).second) >> 38);                                              \
  to[11] = std::get<1>(deep)[static_cast<std::size_t>((i) % 3)];                                                       \
  to[12] = point.x * 10 + point.y
  q.fill(out, 0, items * numbers).wait();
  q.parallel_for<class Captures>(sycl::range<1>(items), [=](sycl::id<1> id) SYCL_ESIMD_KERNEL {
     const int i = static_cast<int>(id[0]);
     int* const to = out + i * numbers;
     XEFORGE_COMPUTE(i, to);
     const simd<float, 16> twice = ramp * 2.0f;
     if (i == 0)
       twice.copy_to(lanes);
   }).wait();
  int wrong = 0;
  for (int i = 0; i < items; ++i) {
    int expected[numbers] = {};
    XEFORGE_COMPUTE(i, expected);
    for (int k = 0; k < numbers; ++k)
      if (out[i * numbers + k] != expected[k] && ++wrong < 10)
        std::printf("item %d, number %d: %d instead of %d\n", i, k, out[i * numbers + k], expected[k]);
  }
  for (int k = 0; k < 16; ++k)
    wrong += lanes[k] != static_cast<float>(2 * k);
  sycl::free(out, q);
  sycl::free(lanes, q);
  return wrong;
}
