// Conversions of which devices have no instructions here: to and from numbers of 8 and 4 bits, and of doubles to halves.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

namespace esimd = sycl::ext::intel::esimd;
using esimd::simd;
using sycl::half;
using sycl::ext::intel::experimental::esimd::bf8;
using sycl::ext::intel::experimental::esimd::hf8;
using sycl::ext::oneapi::bfloat16;

// 32 elements an item.
template <class Name, class From, class To>
void convert(sycl::queue& queue, const From* from, To* to, int items) {
  queue.parallel_for<Name>(sycl::range<1>(items), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const simd<From, 32> values = esimd::block_load<From, 32>(from + item[0] * 32);
    esimd::block_store<To, 32>(to + item[0] * 32, simd<To, 32>(values));
  });
}

template <class Name, class To, class From>
void round_by_random_bits(sycl::queue& queue, const From* from, const unsigned char* random, To* to, int items) {
  queue.parallel_for<Name>(sycl::range<1>(items), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const simd<From, 32> values = esimd::block_load<From, 32>(from + item[0] * 32);
    const simd<unsigned char, 32> bits = esimd::block_load<unsigned char, 32>(random + item[0] * 32);
    esimd::block_store<To, 32>(to + item[0] * 32, esimd::srnd<To>(values, bits));
  });
}

// 32 elements of each operand an item: 16 words to nearest, then 16 by the bias.
template <class Name, esimd::downconvert_packing_mode Packing, esimd::downconvert_output_mode Output, class From>
void to_4_bits(sycl::queue& queue, const From* from, const unsigned* bias, unsigned* to, int items) {
  queue.parallel_for<Name>(sycl::range<1>(items), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const simd<From, 32> a = esimd::block_load<From, 32>(from + item[0] * 64),
                         b = esimd::block_load<From, 32>(from + item[0] * 64 + 32);
    const simd<unsigned, 16> bits = esimd::block_load<unsigned, 16>(bias + item[0] * 16);
    esimd::block_store<unsigned, 16>(to + item[0] * 32, esimd::downconvert<Packing, Output>(a, b));
    esimd::block_store<unsigned, 16>(to + item[0] * 32 + 16, esimd::downconvert<Packing, Output>(a, b, bits));
  });
}

void by_table(sycl::queue& queue, const unsigned* table, const unsigned* codes, unsigned* to) {
  queue.parallel_for<class ByTable>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    const simd<unsigned, 16> words = esimd::block_load<unsigned, 16>(table);
    simd<unsigned, 16> source = esimd::block_load<unsigned, 16>(codes);
    const simd<unsigned char, 64> bytes = source.bit_cast_view<unsigned char>();
    const simd<unsigned short, 32> shorts = source.bit_cast_view<unsigned short>();
    esimd::block_store<unsigned, 16>(to, esimd::packed_4bit_upconvert_lut<3>(words, bytes));
    esimd::block_store<unsigned, 16>(to + 16, esimd::packed_4bit_upconvert_lut<1>(words, shorts));
  });
}

void round_doubles(sycl::queue& queue, const double* doubles, half* halves, int items) {
  convert<class DoubleToHalf>(queue, doubles, halves, items);
}

void launch(sycl::queue& queue, half* halves, bfloat16* brains, bf8* bf8s, hf8* hf8s, unsigned char* bytes,
            unsigned* words, unsigned* results, int items) {
  convert<class HalfToBf8>(queue, halves, bf8s, items);
  convert<class HalfToHf8>(queue, halves, hf8s, items);
  convert<class Bf8ToHalf>(queue, bf8s, halves, items);
  convert<class Hf8ToHalf>(queue, hf8s, halves, items);
  round_by_random_bits<class HalfToBf8ByBits, bf8>(queue, halves, bytes, bf8s, items);
  round_by_random_bits<class BfloatToHf8ByBits, hf8>(queue, brains, bytes, hf8s, items);
  using enum esimd::downconvert_packing_mode;
  using enum esimd::downconvert_output_mode;
  to_4_bits<class HalfToE2m1, mode_1, s1e2m1>(queue, halves, words, results, items);
  to_4_bits<class BfloatToInt4, mode_2, int4>(queue, brains, words, results, items);
  by_table(queue, words, words + 16, results);
}
