// Functions of SYCL's vec that round nothing: of whole numbers in float, of integers, and conditions.
#include <sycl/sycl.hpp>

constexpr int results_of_vecs = 20, items_of_vecs = 8;

// Of eight numbers for each item.
void functions_of_vecs(sycl::queue& queue, const int* numbers, int* to) {
  queue.parallel_for<class FunctionsOfVecs>(sycl::range<1>(items_of_vecs), [=](sycl::id<1> item) {
    const int* const from = numbers + item[0] * 8;
    int* const results = to + item[0] * results_of_vecs;
    const sycl::int4 a(from[0], from[1], from[2], from[3]), b(from[4], from[5], from[6], from[7]);
    const sycl::float4 x = a.convert<float>(), y = b.convert<float>();
    const sycl::int4 is_less = sycl::isless(x, y);
    const sycl::int4 sums = sycl::fma(x, y, sycl::max(x, 2.0f)).convert<int>();
    const sycl::int4 chosen = sycl::select(sycl::fabs(x), sycl::clamp(y, -1, 3), is_less).convert<int>();
    const sycl::int4 turned = sycl::cross(x, y).convert<int>();
    const sycl::int4 bits = sycl::add_sat(sycl::abs(a), 0x7ffffffd) - sycl::popcount(b);
    for (int i = 0; i < 4; ++i) {
      results[i] = sums[i];
      results[4 + i] = chosen[i];
      results[8 + i] = turned[i];
      results[12 + i] = bits[i];
    }
    results[16] = static_cast<int>(sycl::dot(x, y));
    results[17] = sycl::any(is_less);
    results[18] = sycl::all(is_less);
    results[19] = static_cast<int>(sycl::distance(x.swizzle<0, 0>(), y.swizzle<0, 0>()) > sycl::length(x[0] - y[0]));
  });
}
