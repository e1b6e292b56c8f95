// Finding values in registers: masks packed to words, words searched for bits.
#include "program_support.hpp"

namespace {

constexpr int LENGTH = 256;
constexpr int WORDS = LENGTH / 32;

// The last chunk's first match, of all chunks at once: one packed mask per chunk, one fbl for all of them.
int position_in_last_chunk(sycl::queue& q, const sycl::half* data, sycl::half target) {
  UsmArray<int> answer(q, 1);
  int* out = answer;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     using namespace sycl::ext::intel::esimd;
     simd<sycl::half, LENGTH> row = block_load<sycl::half, LENGTH>(data);
     simd<uint32_t, WORDS> masks;
#pragma unroll
     for (int w = 0; w < WORDS; w++) {
       simd<sycl::half, 32> chunk = row.select<32, 1>(w * 32);
       masks[w] = pack_mask(chunk == target);
     }
     simd<uint32_t, WORDS> first = fbl(masks);
     simd<int32_t, WORDS> bit = first.bit_cast_view<int32_t>();
     simd<int32_t, WORDS> place = bit + simd<int32_t, WORDS>(0, 32);
     place = merge(bit, place, bit == -1);
     out[0] = (int)hmax<int32_t>(place);
   }).wait();
  return answer[0];
}

TEST(Programs, packed_masks_and_fbl_find_a_value_in_chunks) {
  sycl::queue q;
  UsmArray<sycl::half> data(q, LENGTH);
  for (int i = 0; i < LENGTH; ++i)
    data[i] = sycl::half(static_cast<float>(i % 60));
  for (const int wanted : {0, 17, 59, 60}) {
    int expected = -1;
    for (int chunk = 0; chunk < WORDS; ++chunk)
      for (int i = 31; i >= 0; --i)
        if (static_cast<float>(data[chunk * 32 + i]) == static_cast<float>(wanted))
          expected = chunk * 32 + i;
    EXPECT_EQ(position_in_last_chunk(q, data, sycl::half(static_cast<float>(wanted))), expected) << wanted;
  }
}

// Counts and compacts what passes a threshold, lane by lane of a packed mask.
TEST(Programs, values_above_a_threshold_are_compacted_in_order) {
  sycl::queue q;
  UsmArray<sycl::half> data(q, LENGTH);
  UsmArray<int> kept(q, LENGTH), count(q, 1);
  fill_with_noise(data, LENGTH, 1.f);
  const sycl::half* in = data;
  int *out = kept, *total = count;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     using namespace sycl::ext::intel::esimd;
     int n = 0;
     for (int chunk = 0; chunk < LENGTH; chunk += 32) {
       simd<float, 32> x = convert<float>(block_load<sycl::half, 32>(in + chunk));
       uint32_t left = pack_mask(x > 0.25f && x < 0.75f);
       while (left != 0) {
         out[n++] = chunk + (int)fbl(left);
         left &= left - 1;
       }
     }
     total[0] = n;
   }).wait();
  int expected = 0;
  for (int i = 0; i < LENGTH; ++i)
    if (static_cast<float>(data[i]) > 0.25f && static_cast<float>(data[i]) < 0.75f) {
      ASSERT_EQ(kept[expected], i);
      ++expected;
    }
  EXPECT_EQ(count[0], expected);
}

// Divergence replaced by merge; the lanes' results land in every second element.
TEST(Programs, both_sides_of_a_branch_are_merged_and_interleaved) {
  constexpr int N = 64;
  sycl::queue q;
  UsmArray<float> out(q, 2 * N);
  float* o = out;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     using namespace sycl::ext::intel::esimd;
     simd<int, N> lane(0, 1);
     simd_mask<N> low = lane < 20;
     simd<float, N> a = convert<float>(lane) * 2.f, b = 100.f - convert<float>(lane);
     simd<float, 2 * N> both(0.f);
     both.select<N, 2>(0) = merge(a, b, low);
     both.select<N, 2>(1) = merge(b, a, low);
     block_store<float, 2 * N>(o, both);
   }).wait();
  for (int i = 0; i < N; ++i) {
    const float doubled = 2.f * static_cast<float>(i), rest = 100.f - static_cast<float>(i);
    EXPECT_EQ(out[2 * i], i < 20 ? doubled : rest);
    EXPECT_EQ(out[2 * i + 1], i < 20 ? rest : doubled);
  }
}

} // namespace
