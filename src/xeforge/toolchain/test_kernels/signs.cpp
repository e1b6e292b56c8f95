// What the sign of a number decides: small signed numbers that become unsigned, remainders of bytes, zeros taken from zero, the
// smallest number's negative and absolute value, products of bytes of extended numbers.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

constexpr int signed_lanes = 16, results_of_signs = 4, floats_of_signs = 4, results_of_bytes = 6,
              results_of_wrapped = 8, results_of_products = 5;

// Item i takes 16 lanes of x and y, and writes 4 times 16 numbers and 4 times 16 floats.
template <class Name, class Signed, class Unsigned>
void unsigned_of_signed(sycl::queue& queue, const Signed* x, const Unsigned* y, Unsigned* to, float* floats,
                        int items) {
  using namespace sycl::ext::intel::esimd;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const Signed* const xs = x + item[0] * signed_lanes;
    const Unsigned* const ys = y + item[0] * signed_lanes;
    Unsigned* const results = to + item[0] * signed_lanes * results_of_signs;
    float* const numbers = floats + item[0] * signed_lanes * floats_of_signs;
    const simd<Signed, signed_lanes> a(xs);
    const simd<Unsigned, signed_lanes> extended = a, other(ys);
    simd<Unsigned, signed_lanes>(min(extended, other)).copy_to(results);
    simd<Unsigned, signed_lanes>(max(extended, simd<Unsigned, signed_lanes>(Unsigned{6})))
        .copy_to(results + signed_lanes);
    simd<Unsigned, signed_lanes>(merge(extended, other, extended < other)).copy_to(results + 2 * signed_lanes);
    convert<float>(extended).copy_to(numbers);
    convert<float>(simd<Unsigned, signed_lanes>(static_cast<Unsigned>(xs[0]))).copy_to(numbers + 2 * signed_lanes);
    const simd<Unsigned, signed_lanes> first_other(ys[0]);
    convert<float>(convert<Unsigned>(convert<signed char>(first_other))).copy_to(numbers + 3 * signed_lanes);
    for (int i = 0; i < signed_lanes; ++i) {
      const Unsigned one = static_cast<Unsigned>(xs[i]);
      results[3 * signed_lanes + i] = one < ys[i] ? one : ys[i];
      numbers[signed_lanes + i] = static_cast<float>(one);
    }
  });
}

template void unsigned_of_signed<class WordsOfShorts>(sycl::queue&, const short*, const unsigned*, unsigned*, float*,
                                                      int);
template void unsigned_of_signed<class WordsOfBytes>(sycl::queue&, const signed char*, const unsigned*, unsigned*,
                                                     float*, int);
template void unsigned_of_signed<class ShortsOfBytes>(sycl::queue&, const signed char*, const unsigned short*,
                                                      unsigned short*, float*, int);
template void unsigned_of_signed<class LongsOfWords>(sycl::queue&, const int*, const unsigned long*, unsigned long*,
                                                     float*, int);

// 16 lanes each: x % 7, x % y, 100 % y, x / y, |x| ^ 5, whether the lower 8 bits of x * y are positive.
void byte_remainders(sycl::queue& queue, const signed char* x, const signed char* y, signed char* to, int items) {
  using namespace sycl::ext::intel::esimd;
  using bytes = simd<signed char, signed_lanes>;
  queue.parallel_for<class ByteRemainders>(
      sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
        signed char* const results = to + item[0] * signed_lanes * results_of_bytes;
        const bytes a(x + item[0] * signed_lanes), b(y + item[0] * signed_lanes);
        bytes(a % bytes(7)).copy_to(results);
        bytes(a % b).copy_to(results + signed_lanes);
        bytes(bytes(100) % b).copy_to(results + 2 * signed_lanes);
        bytes(a / b).copy_to(results + 3 * signed_lanes);
        bytes(bytes(abs(a)) ^ bytes(5)).copy_to(results + 4 * signed_lanes);
        const bytes products = a * b;
        bytes(merge(bytes(1), bytes(0), products > bytes(0))).copy_to(results + 5 * signed_lanes);
      });
}

// 16 lanes each: 0 - x, x + 0, and both again of single numbers.
void zeros(sycl::queue& queue, const float* x, float* to, int items) {
  using namespace sycl::ext::intel::esimd;
  using floats = simd<float, signed_lanes>;
  queue.parallel_for<class Zeros>(sycl::range<1>(static_cast<std::size_t>(items)),
                                  [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
                                    const float* const numbers = x + item[0] * signed_lanes;
                                    float* const results = to + item[0] * signed_lanes * results_of_signs;
                                    const floats a(numbers);
                                    floats(0.0f - a).copy_to(results);
                                    floats(a + 0.0f).copy_to(results + signed_lanes);
                                    for (int i = 0; i < signed_lanes; ++i) {
                                      results[2 * signed_lanes + i] = 0.0f - numbers[i];
                                      results[3 * signed_lanes + i] = numbers[i] + 0.0f;
                                    }
                                  });
}

// 16 lanes each, where -x and |x| of the smallest number are that number: the larger one of them and y, whether they are equal to y, and
// as 64 bits. (-x < y) and the like of single numbers.
template <class Name, class T>
void wrapped_signs(sycl::queue& queue, const T* x, const T* y, long* to, int items) {
  using namespace sycl::ext::intel::esimd;
  using numbers = simd<T, signed_lanes>;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const T *const xs = x + item[0] * signed_lanes, *const ys = y + item[0] * signed_lanes;
    long* results = to + item[0] * signed_lanes * results_of_wrapped;
    const numbers a(xs), b(ys);
    const numbers negative = numbers(T(0)) - a, absolute = abs(a);
    for (const numbers& changed : {negative, absolute}) {
      convert<long>(numbers(max(changed, b))).copy_to(results);
      convert<long>(numbers(merge(numbers(T(1)), numbers(T(0)), changed == b))).copy_to(results + signed_lanes);
      convert<long>(changed).copy_to(results + 2 * signed_lanes);
      results += 3 * signed_lanes;
    }
    for (int i = 0; i < signed_lanes; ++i) {
      const T one = static_cast<T>(0u - static_cast<unsigned long>(xs[i]));
      results[i] = one < ys[i];
      results[signed_lanes + i] = one;
    }
  });
}

template void wrapped_signs<class WrappedBytes>(sycl::queue&, const signed char*, const signed char*, long*, int);
template void wrapped_signs<class WrappedShorts>(sycl::queue&, const short*, const short*, long*, int);
template void wrapped_signs<class WrappedInts>(sycl::queue&, const int*, const int*, long*, int);
template void wrapped_signs<class WrappedLongs>(sycl::queue&, const long*, const long*, long*, int);

// 16 lanes each: y + the products of the bytes of an extended number, without a sign, with one, and of the first one alone, and of y; the
// upper half of a product.
void byte_products(sycl::queue& queue, const unsigned short* u, const short* s, const int* y, int* to, int items) {
  using namespace sycl::ext::intel::esimd;
  using numbers = simd<int, signed_lanes>;
  queue.parallel_for<class ByteProducts>(
      sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
        int* const results = to + item[0] * signed_lanes * results_of_products;
        const numbers factor(y + item[0] * signed_lanes);
        const numbers unsigned_ones = convert<int>(simd<unsigned short, signed_lanes>(u + item[0] * signed_lanes));
        const numbers signed_ones = convert<int>(simd<short, signed_lanes>(s + item[0] * signed_lanes));
        dp4a<int>(factor, unsigned_ones, factor).copy_to(results);
        dp4a<int>(factor, signed_ones, factor).copy_to(results + signed_lanes);
        dp4a<int>(factor, numbers(int(s[0])), factor).copy_to(results + 2 * signed_lanes);
        numbers lower;
        numbers(imul(lower, signed_ones, factor)).copy_to(results + 3 * signed_lanes);
        // Computed in 16 bits, of which the lower byte of each may be negative.
        const numbers others =
            convert<int>(simd<unsigned short, signed_lanes>(u + (items - 1 - item[0]) * signed_lanes));
        const numbers bytes = convert<int>(convert<unsigned char>(factor));
        dp4a<int>(factor, factor, numbers(others ^ bytes)).copy_to(results + 4 * signed_lanes);
      });
}
