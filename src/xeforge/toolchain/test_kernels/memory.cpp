// Memory by message: blocks with predicates, vectors for each lane, atomics, and all of it in shared local memory.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

namespace esimd = sycl::ext::intel::esimd;
using esimd::atomic_op;
using esimd::cache_hint;
using esimd::lsc_data_size;
using Offsets = esimd::simd<std::uint32_t, 16>;

void vectors(sycl::queue& queue, const float* from, float* to, std::uint32_t bytes) {
  // Four elements for each of 16 lanes: one message each way, under the mask.
  queue.parallel_for<class VectorsOfFour>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const Offsets offsets(static_cast<std::uint32_t>(item[0]) * 256, 16);
    const esimd::simd_mask<16> mask = offsets < bytes;
    esimd::scatter<float, 64, 4>(to, offsets, esimd::gather<float, 64, 4>(from, offsets, mask) * 2.0f, mask);
  });
  // Eight of them: two messages each way; eight lanes are sent as 16.
  queue.parallel_for<class VectorsOfEight>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const esimd::simd<std::uint32_t, 8> offsets(static_cast<std::uint32_t>(item[0]) * 256, 32);
    const auto values =
        esimd::lsc_gather<float, 8, lsc_data_size::u32, cache_hint::cached, cache_hint::cached, 8, std::uint32_t>(
            from, offsets);
    esimd::lsc_scatter<float, 8, lsc_data_size::u32, cache_hint::write_back, cache_hint::write_back, 8, std::uint32_t>(
        to, offsets, values * 2.0f);
  });
}

void predicated_blocks(sycl::queue& queue, const float* from, float* to, int count) {
  queue.parallel_for<class PredicatedBlocks>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const esimd::simd_mask<1> inside(static_cast<int>(item[0]) < count);
    const auto values = esimd::block_load<float, 64>(from, item[0] * 256, inside, esimd::simd<float, 64>(1.0f));
    esimd::block_store(to, item[0] * 256, values * 2.0f, inside);
  });
}

// Blocks from inside of others that were loaded or stored before. The vector compiler alone finds where they begin: at elements
// of constant vectors.
void inner_blocks(sycl::queue& queue, const std::int16_t* from, std::int16_t* to) {
  queue.parallel_for<class InnerBlocks>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const esimd::properties any_place{esimd::alignment<2>};
    const esimd::simd<int, 16> distances(0, 3);
    const std::int16_t* const x = from + item[0] * 64;
    std::int16_t* const results = to + item[0] * 128;
    const auto whole = esimd::block_load<std::int16_t, 32>(x, any_place);
    esimd::block_store(results, esimd::block_load<std::int16_t, 12>(x + distances[5], any_place), any_place);
    const auto words = esimd::block_load<std::int32_t, 8>(reinterpret_cast<const std::int32_t*>(x + distances[4]));
    esimd::block_store(reinterpret_cast<std::int32_t*>(results + 16), words);
    esimd::block_store<std::int16_t, 32>(results + 32, whole * std::int16_t(3), any_place);
    const auto stored = esimd::block_load<std::int16_t, 16>(results + 32 + distances[2], any_place);
    esimd::block_store<std::int16_t, 16>(results + 64, stored + std::int16_t(1), any_place);
    results[80] = x[distances[7]];
    esimd::block_store(results + 96, esimd::simd<std::int16_t, 16>(5, 7), any_place);
    esimd::block_store(results + 112, esimd::block_load<std::int16_t, 8>(results + 96 + distances[1], any_place),
                       any_place);
  });
}

// Blocks of three numbers that are used behind divisions of bytes, for which the vector compiler calls functions, and behind loops.
void three_lanes(sycl::queue& queue, const float* from, float* to, const std::uint8_t* bytes, std::uint16_t* counts) {
  queue.parallel_for<class ThreeLanes>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const esimd::properties any_place{esimd::alignment<4>};
    esimd::slm_init<16>();
    esimd::slm_block_store<float, 3>(0, esimd::simd<float, 3>(from + item[0] * 3) * 2.0f, any_place);
    const auto local = esimd::slm_block_load<float, 3>(0, any_place);
    const auto global = esimd::block_load<float, 3>(
        from + item[0] * 3, esimd::properties{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                              esimd::cache_hint_L2<esimd::cache_hint::cached>, esimd::alignment<4>});
    const std::uint8_t* const own = bytes + item[0] * 4;
    std::uint16_t entries[6] = {counts[item], counts[item], 1, 2, 3, 4};
    entries[own[0] % 6] = 9;
    for (int i = 0; i < own[1] % 8; ++i)
      entries[static_cast<unsigned>(i + own[2]) % 6] = entries[static_cast<unsigned>(i + own[3]) % 6];
    counts[item] = entries[own[2] % 6];
    local.copy_to(to + item[0] * 6);
    global.copy_to(to + item[0] * 6 + 3);
  });
}

void narrow_elements(sycl::queue& queue, const std::uint32_t* from, std::uint32_t* to) {
  queue.parallel_for<class NarrowElements>(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    const Offsets offsets(0, 8);
    const auto bytes = esimd::lsc_gather<std::uint32_t, 1, lsc_data_size::u8u32>(from, offsets);
    esimd::lsc_scatter<std::uint32_t, 1, lsc_data_size::u16u32>(to, offsets, bytes + 1u);
    esimd::lsc_prefetch<std::uint32_t, 1, lsc_data_size::u32, cache_hint::cached, cache_hint::cached>(from, offsets);
  });
}

void atomics(sycl::queue& queue, std::uint32_t* words, float* floats, std::uint64_t* longs, std::uint16_t* shorts) {
  queue.parallel_for<class GlobalAtomics>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const Offsets offsets(0, 4);
    const esimd::simd_mask<16> mask = offsets < static_cast<std::uint32_t>(item[0]);
    esimd::atomic_update<atomic_op::inc, std::uint32_t, 16>(words, offsets, mask);
    esimd::atomic_update<atomic_op::add, std::uint64_t, 16>(longs, offsets * 2u, std::uint64_t(3), mask);
    esimd::atomic_update<atomic_op::smax, std::uint16_t, 16>(shorts, offsets, std::uint16_t(4), mask);
    const auto properties =
        esimd::properties{esimd::cache_hint_L1<cache_hint::uncached>, esimd::cache_hint_L2<cache_hint::write_back>};
    esimd::atomic_update<atomic_op::fadd, float, 16>(floats, offsets, 0.5f, mask, properties);
    const auto before = esimd::atomic_update<atomic_op::predec, std::uint32_t, 16>(words, offsets);
    esimd::block_store<std::uint32_t, 16>(words + 1024, before);
  });
}

// T19: the message has the expected value in its first register, the new one in the second, whichever name is used.
void exchanges(sycl::queue& queue, std::uint32_t* words) {
  queue.parallel_for<class UnifiedExchange>(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    esimd::atomic_update<atomic_op::cmpxchg, std::uint32_t, 16>(words, Offsets(0, 4), Offsets(0x77), Offsets(0x11));
  });
  queue.parallel_for<class LscExchange>(sycl::range<1>(16), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
    esimd::lsc_atomic_update<atomic_op::cmpxchg, std::uint32_t, 16>(words, Offsets(0, 4), Offsets(0x11), Offsets(0x77),
                                                                    esimd::simd_mask<16>(1));
  });
}

void in_group(sycl::queue& queue, const std::uint32_t* from, std::uint32_t* to) {
  queue.parallel_for<class GroupMessages>(sycl::nd_range<1>(64, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    esimd::slm_init<4096>();
    const Offsets offsets(0, 32);
    const esimd::simd_mask<16> mask = offsets < static_cast<std::uint32_t>(item.get_group(0));
    esimd::lsc_slm_scatter<std::uint32_t, 4, lsc_data_size::u32, 16>(
        offsets, esimd::block_load<std::uint32_t, 64>(from + item.get_group(0) * 64));
    esimd::slm_atomic_update<atomic_op::add, std::uint32_t, 16>(offsets, Offsets(1), mask);
    esimd::fence();
    const auto values = esimd::lsc_slm_gather<std::uint32_t, 2, lsc_data_size::u32, 16>(offsets);
    esimd::block_store(to + item.get_group(0) * 32, values);
  });
}

// T35: messages as a program writes them: a block of a surface, an atomic without and with result.
void raw_messages(sycl::queue& queue, std::uint32_t* words, std::uint32_t width, std::uint32_t height) {
  queue.parallel_for<class RawMessages>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    esimd::simd<std::uint32_t, 16> payload(0u);
    payload.select<2, 1>(0).bit_cast_view<std::uint64_t>() = reinterpret_cast<std::uint64_t>(words);
    payload[2] = width - 1;
    payload[3] = height - 1;
    payload[4] = width - 1;
    payload[5] = static_cast<std::uint32_t>(item[0]) * 8;
    payload[6] = 1; // below the words that the atomics of other items change
    payload[7] = 7u | 7u << 8;
    const auto block = esimd::raw_send(esimd::simd<std::uint32_t, 64>(0u), payload, 0, 0x02400403u, 0, 0xf, 1, 4);
    const esimd::simd<std::uint64_t, 16> addresses(reinterpret_cast<std::uint64_t>(words), 4);
    const esimd::simd<std::uint32_t, 16> values = block.select<16, 1>(0);
    esimd::raw_sends(addresses, values, 0, 0x0400058cu, 4, 0xf, 2, 1);
    const auto before = esimd::raw_sends<4, 0xf, 2, 1, 1>(values, addresses, values, 0, 0x0410058cu);
    esimd::block_store<std::uint32_t, 16>(words + 1024, before);
  });
}

// The enabled lanes take adjacent elements, through a pointer, in shared local memory and in a vector; the lanes that are
// on are those of the item's word.
void expansions(sycl::queue& queue, const std::uint32_t* masks, const float* from, float* to) {
  queue.parallel_for<class Expansions>(sycl::nd_range<1>(16, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    const auto i = item.get_global_id(0);
    float* const mine = to + i * 256;
    const esimd::simd_mask<16> mask = esimd::unpack_mask<16>(masks[i]);
    const esimd::simd_mask<32> wide = esimd::unpack_mask<32>(masks[i]);
    const esimd::simd<float, 16> values = esimd::block_load<float, 16>(from + i * 16);
    esimd::mask_compress_store(mine, values, mask);
    esimd::block_store<float, 16>(mine + 32, esimd::mask_expand_load(from + i, mask));
    esimd::block_store<float, 32>(mine + 64, esimd::mask_expand_load<float, 32>(from + i, wide));
    const auto few = esimd::mask_expand_load<std::uint8_t, 5>(reinterpret_cast<const std::uint8_t*>(from + i),
                                                              mask.select<5, 1>(2).read());
    esimd::simd<float, 24> vector(-1.0f);
    esimd::mask_compress_store<float, 16, 24>(vector, 7, values, mask);
    esimd::block_store<float, 24>(mine + 128, vector);
    esimd::block_store<float, 5>(mine + 160, esimd::simd<float, 5>(few));
  });
}
