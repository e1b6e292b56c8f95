// Regions of regions: elements of replicated vectors, as they are and as bytes, and writes of elements that lie far apart.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

constexpr int region_lanes = 32, results_of_regions = 12;

// Item i takes 32 elements of x, and 64 from the first or the second 32 on, and writes 12 times 32.
template <class Name, class T>
void take_regions(sycl::queue& queue, const T* x, T* to, int items) {
  using namespace sycl::ext::intel::esimd;
  using Vector = simd<T, region_lanes>;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    T* results = to + item[0] * region_lanes * results_of_regions;
    const auto store = [&](const Vector& vector) {
      vector.copy_to(results);
      results += region_lanes;
    };
    Vector whole(x + item[0] * region_lanes);
    const Vector spread = whole.template replicate_vs_w_hs<4, 1, 8, 0>(10); // 10 eight times, 11 eight times ...
    const Vector sliding = whole.template replicate_vs_w_hs<4, 2, 8, 1>(3); // 3 to 10, 5 to 12 ...
    const Vector again = whole.template replicate_w<4, 8>(3);               // 3 to 10, again and again
    Vector result = 0;
    result.template select<16, 1>(0) = spread.template select<16, 1>(5);
    result.template select<16, 1>(16) = sliding.template select<16, 1>(5);
    store(result);
    result.template select<16, 1>(0) = again.template select<16, 1>(5);
    result.template select<8, 1>(16) = sliding.template select<8, 3>(2);
    result[30] = spread[13];
    result[31] = sliding[29];
    store(result);
    Vector one = whole.template replicate_vs_w_hs<1, 3, region_lanes, 0>(14);
    auto bytes = one.template bit_cast_view<std::uint8_t>();
    simd<std::uint8_t, region_lanes> shifted = bytes.template select<region_lanes, 1>(11);
    one.template bit_cast_view<std::uint8_t>().template select<region_lanes, 1>(0) = shifted;
    store(one);
    result = whole;
    result.template select<4, 4>(5) = whole.template select<4, 1>(0) + T(1);
    result.template select<2, 4>(1) = whole.template select<2, 2>(3) + T(2);
    store(result);
    result = whole;
    result.template select<8, 4>(0) = whole.template select<8, 1>(9) + T(3);
    store(result);
    result = whole;
    const simd<T, 5> added = whole.template select<5, 2>(1) + T(4);
    result.template select<5, 4>(7).merge(added, added > T(5));
    store(result);
    result = whole;
    result.template select<8, 2>(1).template select<3, 2>(2) = whole.template select<8, 1>(7).template select<3, 2>(1);
    store(result);
    result = whole;
    simd<std::int16_t, region_lanes> lower = convert<std::int16_t>(convert<std::int32_t>(whole) * 77);
    result.template bit_cast_view<std::int8_t>().template select<8, 1>(3) =
        lower.template bit_cast_view<std::int8_t>().template select<8, 1>(5);
    store(result);
    result = whole;
    simd<T, 16> rows; // 0, 5, 10, 15, then the elements behind these ...
    if constexpr (sizeof(T) >= 4) {
      rows = gather<T, 16, 4>(x + item[0] * region_lanes, simd<std::uint32_t, 4>(0, 5 * sizeof(T)));
    } else {
      for (int row = 0; row < 4; ++row)
        rows.template select<4, 1>(4 * row) = whole.template select<4, 5>(row);
    }
    simd<std::uint8_t, 16> part = rows.template bit_cast_view<std::uint8_t>().template select<16, 1>(9);
    part ^= std::uint8_t(85);
    result.template bit_cast_view<std::uint8_t>().template select<16, 2>(1) = part;
    store(result);
    result = whole;
    const simd<T, 8> loaded(x + item[0] * region_lanes + 8);
    simd<T, 8> copy = loaded;
    const simd<std::uint8_t, 8> sums =
        copy.template bit_cast_view<std::uint8_t>().template select<8, 1>(3) + std::uint8_t(1);
    result.template bit_cast_view<std::uint8_t>().template select<8, 1>(0) = sums;
    result.template select<8, 1>(16) = loaded;
    store(result);
    const simd<T, 2 * region_lanes> two(x + item[0] % 2 * region_lanes);
    simd<T, 2 * region_lanes> of_two = two.template replicate_vs_w_hs<4, 2, 16, 2>(12);
    of_two.template select<32, 2>(1).template select<8, 2>(11) -=
        two.template select<32, 1>(6).template select<8, 2>(11);
    store(of_two.template select<32, 1>(0));
    store(of_two.template select<32, 1>(32));
  });
}

template void take_regions<class RegionsOfInts>(sycl::queue&, const int*, int*, int);
template void take_regions<class RegionsOfShorts>(sycl::queue&, const short*, short*, int);
template void take_regions<class RegionsOfLongs>(sycl::queue&, const long*, long*, int);
template void take_regions<class RegionsOfDoubles>(sycl::queue&, const double*, double*, int);

// Bytes that lie apart where they come from (loaded at any address, gathered, converted, chosen), as numbers of 16 and 32 bits of
// which sums are wider still.
constexpr int joined_bytes = 16, sums_of_joined = 8;
inline void join_bytes(sycl::queue& queue, const std::uint8_t* x, std::int64_t* to, int items) {
  using namespace sycl::ext::intel::esimd;
  queue.parallel_for<class JoinedBytes>(
      sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
        const std::uint8_t* const from = x + item[0] * joined_bytes;
        std::int64_t* const sums = to + item[0] * sums_of_joined;
        int next = 0;
        const auto sum = [&](simd<std::uint8_t, joined_bytes> bytes) {
          const simd<std::uint16_t, joined_bytes / 2> pairs = bytes.bit_cast_view<std::uint16_t>();
          const simd<std::uint32_t, joined_bytes / 4> fours = bytes.bit_cast_view<std::uint32_t>();
          sums[next++] = reduce<std::int64_t>(pairs, std::plus<>());
          sums[next++] = reduce<std::int64_t>(fours, std::plus<>());
        };
        sum(simd<std::uint8_t, joined_bytes>(from + 1));
        sum(gather<std::uint8_t, joined_bytes>(from, simd<std::uint32_t, joined_bytes>(1, 1)));
        const simd<std::uint8_t, 2 * joined_bytes> two(from);
        sum(two.select<joined_bytes, 2>(0).read());
        sum(simd<std::uint8_t, joined_bytes>(simd<std::int32_t, joined_bytes>(two.select<joined_bytes, 1>(3)) * 77));
      });
}
