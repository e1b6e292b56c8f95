// Calls with all template arguments that the vendor's headers have, in their order, the types of offsets, accessors and
// properties included: a parameter that moves or disappears does not compile. What the calls do is shown by what they
// leave behind. Forms whose purpose is that T and N follow from a view are called as they are meant to be, without them.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <functional>

namespace spelled {
using namespace sycl::ext::intel::esimd;
namespace experimental = sycl::ext::intel::experimental::esimd;
using experimental::lsc_data_size;

using List = decltype(properties{alignment<16>});
using Hints = decltype(properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>});
using StoreHints = decltype(properties{cache_hint_L1<cache_hint::write_back>, cache_hint_L2<cache_hint::write_back>});
using AtomicHints = decltype(properties{cache_hint_L1<cache_hint::uncached>, cache_hint_L2<cache_hint::write_back>});
using Tag = overaligned_tag<16>;
using Offset = std::uint32_t;
using Wide = std::uint64_t;
template <class T>
using View = simd_view<simd<T, 16>, region1d_t<T, 16, 1>>;

// Adds a result to those that the item leaves.
template <class V>
void keep(float* to, int& place, const V& values) {
  simd<float, 16> result(values);
  block_store<float, 16>(to + 16 * place++, result);
}
} // namespace spelled

// ---- global memory through pointers ---------------------------------------------------------------------------------
void spelled_pointers(sycl::queue& queue, float* from, float* to) {
  queue.single_task<class SpelledPointers>([=]() SYCL_ESIMD_KERNEL {
    using namespace spelled;
    int place = 0;
    simd<Offset, 16> at(0, 8);
    simd<Offset, 8> pairs(0, 16);
    const simd_mask<16> mask = at < 100u;
    const simd_mask<8> few = pairs < 100u;
    simd<float, 16> values(1.5f, 0.25f), other(3.0f, 0.5f);
    auto view = at.select<16, 1>(0);
    auto pair_view = pairs.select<8, 1>(0);
    auto value_view = values.select<16, 1>(0);

    keep(to, place, gather<float, 16, 2, Offset, Hints>(from, pairs, few, values, Hints()));
    keep(to, place, gather<float, 16, 1, Offset, List>(from, at, mask, values));
    keep(to, place, gather<float, 16, 1, Offset, List>(from, at, mask, List()));
    keep(to, place, gather<float, 16, 1, Offset, List>(from, at));
    keep(to, place, gather<float, 16, 1, Wide>(from, at, mask, values)); // converts the offsets
    keep(to, place, gather<float, 16, 1, Offset>(from, 4, mask));        // and one number
    keep(to, place, gather<float, 16, Offset, List>(from, at, mask, values, List()));
    keep(to, place, gather<float, 16, Offset, List>(from, at, mask));
    keep(to, place, gather<float, 16, Offset, List>(from, at));
    keep(to, place, gather<float, 16, 1, decltype(view), List>(from, view, mask, values, List()));
    keep(to, place, gather<float, 16, 1, decltype(view), List>(from, view, mask));
    keep(to, place, gather<float, 16, 1, decltype(view), List>(from, view));
    keep(to, place, gather<2>(from, pair_view, few, value_view));
    keep(to, place, gather<2, decltype(pair_view), float, 16, List>(from, pair_view, few, List()));
    keep(to, place, gather<2, decltype(pair_view), float, 16, List>(from, pair_view));
    keep(to, place, gather(from, view, mask, value_view, List()));
    keep(to, place, gather<float, 16, int>(from, 8, mask));

    keep(to, place, block_load<float, 16, List>(from));
    keep(to, place, block_load<float, 16, List>(from, 16));
    keep(to, place, block_load<float, 16, Hints>(from, simd_mask<1>(1)));
    keep(to, place, block_load<float, 16, Hints>(from, 16, simd_mask<1>(0)));
    keep(to, place, block_load<float, 16, Hints>(from, simd_mask<1>(0), values, Hints()));
    keep(to, place, block_load<float, 16, Hints>(from, 16, simd_mask<1>(1), values));
    keep(to, place, block_load<float, 16, Tag>(from, Tag()));
    keep(to, place, block_load(from, simd_mask<1>(0), value_view));
    keep(to, place, block_load(from, 16, simd_mask<1>(0), value_view, Hints()));

    prefetch<float, 16, 2, Offset, Hints>(from, pairs, few);
    prefetch<float, 16, 2, Offset, Hints>(from, pairs, Hints());
    prefetch<float, 16, Offset, Hints>(from, at, mask);
    prefetch<float, 16, Offset, Hints>(from, at);
    prefetch<float, 16, 1, decltype(view), Hints>(from, view, mask, Hints());
    prefetch<float, 16, 1, decltype(view), Hints>(from, view);
    prefetch<2, decltype(pair_view), float, 16>(from, pair_view, few, Hints());
    prefetch<2>(from, pair_view, Hints());
    prefetch<float, 16, Offset, Hints>(from, Offset(64), simd_mask<1>(1));
    prefetch<float, 16, Offset, Hints>(from, Offset(64));
    prefetch<float, 16, Hints>(from, simd_mask<1>(1));
    prefetch<float, 16, Hints>(from);

    float* const target = to + 16 * place;
    scatter<float, 16, 2, Offset, StoreHints>(target, pairs, values, few, StoreHints());
    scatter<float, 16, 1, Offset, List>(target + 32, at, values, mask);
    scatter<float, 16, 1, Offset, List>(target + 33, at, values);
    scatter<float, 16, 1, decltype(view), List>(target + 64, view, values, mask, List());
    scatter<float, 16, 1, decltype(view), List>(target + 65, view, values);
    scatter<2>(target + 96, pair_view, value_view, few);
    scatter(target + 128, view, value_view, mask, List());
    scatter<float, 1, Offset>(target + 129, Offset(8), simd<float, 1>(9.0f), simd_mask<1>(1));
    block_store<float, 16, List>(target + 160, values);
    block_store<float, 16, List>(target + 176, 16, values, List());
    block_store<float, 16, StoreHints>(target + 196, values, simd_mask<1>(1));
    block_store<float, 16, StoreHints>(target + 196, 64, values, simd_mask<1>(1), StoreHints());
    block_store<float, 16, Tag>(target + 228, other, Tag());
    block_store(target + 244, value_view, List());
    block_store(target + 244, 64, value_view, simd_mask<1>(1));

    keep(to, place = 60, gather_rgba<rgba_channel_mask::R, float, 16, Offset>(from, at, mask));
    keep(to, place, gather_rgba<rgba_channel_mask::G, float, 16>(from, at));
    keep(to, place, gather_rgba<rgba_channel_mask::B, float, 16, Offset>(from, Offset(16), mask));
    keep(to, place, gather_rgba<rgba_channel_mask::A>(from, view, mask));
    float* const pixels = to + 16 * place;
    simd<float, 64> four(2.0f, 0.5f);
    scatter_rgba<rgba_channel_mask::ABGR, float, 16, Offset>(pixels, at * 2u, four, mask);
    scatter_rgba<rgba_channel_mask::R, float, 16, Offset>(pixels + 64, at, values);
    scatter_rgba<rgba_channel_mask::R, float, 1, Offset>(pixels + 100, Offset(16), simd<float, 1>(5.0f),
                                                         simd_mask<1>(1));
  });
}

// ---- atomics --------------------------------------------------------------------------------------------------------
void spelled_atomics(sycl::queue& queue, std::uint32_t* words, float* to) {
  queue.single_task<class SpelledAtomics>([=]() SYCL_ESIMD_KERNEL {
    using namespace spelled;
    int place = 0;
    simd<Offset, 16> at(0, 4);
    const simd_mask<16> mask = at < 40u;
    simd<std::uint32_t, 16> one(1, 1), expected = gather<std::uint32_t, 16>(words, at);
    auto view = at.select<16, 1>(0);
    using OffsetView = decltype(view);
    const auto kept = [&](const simd<std::uint32_t, 16>& found) {
      simd<std::uint32_t, 16> result = found;
      result.merge(simd<std::uint32_t, 16>(0), !mask); // undefined where it is off
      keep(to, place, result & 0xffffu);
    };
    kept(atomic_update<atomic_op::inc, std::uint32_t, 16, Offset, AtomicHints>(words, at, mask, AtomicHints()));
    kept(atomic_update<atomic_op::inc, std::uint32_t, 16, Offset, AtomicHints>(words, at));
    kept(atomic_update<atomic_op::inc, std::uint32_t, 16, OffsetView, AtomicHints>(words, view, mask));
    kept(atomic_update<atomic_op::load, std::uint32_t, 16, Offset>(words, Offset(8), mask));
    kept(atomic_update<atomic_op::add, std::uint32_t, 16, Offset, AtomicHints>(words, at, one, mask, AtomicHints()));
    kept(atomic_update<atomic_op::add, std::uint32_t, 16, Offset, AtomicHints>(words, at, one));
    kept(atomic_update<atomic_op::add, std::uint32_t, 16, OffsetView, AtomicHints>(words, view, one, mask));
    kept(atomic_update<atomic_op::add>(words, view, one.select<16, 1>(0), mask));
    kept(atomic_update<atomic_op::cmpxchg, std::uint32_t, 16, Offset, AtomicHints>(words, at, one, expected, mask,
                                                                                   AtomicHints()));
    kept(atomic_update<atomic_op::cmpxchg, std::uint32_t, 16, Offset, AtomicHints>(words, at, one, expected));
    kept(atomic_update<atomic_op::cmpxchg, std::uint32_t, 16, OffsetView, AtomicHints>(words, view, one, expected,
                                                                                       mask));
    kept(atomic_update<native::lsc::atomic_op::umax, std::uint32_t, 16, Offset>(words, at, one, mask));
    constexpr auto size = lsc_data_size::u32;
    constexpr auto uncached = cache_hint::uncached, written = cache_hint::write_back;
    kept(experimental::lsc_atomic_update<atomic_op::inc, std::uint32_t, 16, size, uncached, written, Offset>(words, at,
                                                                                                             mask));
    kept(experimental::lsc_atomic_update<atomic_op::add, std::uint32_t, 16, size, uncached, written, Offset>(
        words, at, one, mask));
    kept(experimental::lsc_atomic_update<atomic_op::cmpxchg, std::uint32_t, 16, size, uncached, written, Offset>(
        words, at, expected, one, mask));
    kept(experimental::lsc_atomic_update<atomic_op::inc, std::uint32_t, 16, size, uncached, written, OffsetView>(
        words, view, mask));
    scatter<std::uint32_t, 16>(words + 16, at, gather<std::uint32_t, 16>(words, at));
  });
}

// ---- the lsc functions ----------------------------------------------------------------------------------------------
void spelled_lsc(sycl::queue& queue, float* from, float* to) {
  queue.single_task<class SpelledLsc>([=]() SYCL_ESIMD_KERNEL {
    using namespace spelled;
    using namespace experimental;
    constexpr auto size = lsc_data_size::u32;
    constexpr auto in = cache_hint::cached, out = cache_hint::write_back;
    int place = 0;
    simd<Offset, 16> at(0, 8);
    simd<Offset, 8> pairs(0, 16);
    const simd_mask<16> mask = at < 100u;
    simd<float, 16> values(1.5f, 0.25f);
    auto view = at.select<16, 1>(0);
    keep(to, place, lsc_gather<float, 2, size, in, in, 8, Offset>(from, pairs, simd_mask<8>(1)));
    keep(to, place, lsc_gather<float, 1, size, in, in, 16, Offset>(from, at, mask, values));
    keep(to, place, lsc_gather<float, 1, size, in, in, 16, decltype(view)>(from, view, mask));
    keep(to, place, lsc_gather<float, 1, size, in, in, 16, Offset>(from, Offset(4), mask));
    keep(to, place, lsc_block_load<float, 16, size, in, in, Tag>(from, Tag()));
    keep(to, place, lsc_block_load<float, 16, size, in, in, Tag>(from, simd_mask<1>(1)));
    keep(to, place, lsc_block_load<float, 16, size, in, in, Tag>(from, simd_mask<1>(0), values, Tag()));
    lsc_prefetch<float, 1, size, in, in, 16, Offset>(from, at, mask);
    lsc_prefetch<float, 16, size, in, in>(from);
    float* const target = to + 16 * place;
    lsc_scatter<float, 2, size, out, out, 8, Offset>(target, pairs, values, simd_mask<8>(1));
    lsc_scatter<float, 1, size, out, out, 16, decltype(view)>(target + 32, view, values, mask);
    lsc_block_store<float, 16, size, out, out, Tag>(target + 64, values, Tag());
    lsc_block_store<float, 16, size, out, out, Tag>(target + 80, values, simd_mask<1>(1));
    lsc_fence<lsc_memory_kind::untyped_global, lsc_fence_op::none, lsc_scope::group, 16>();
    fence<memory_kind::global, fence_flush_op::none, fence_scope::group>();
    fence<fence_mask::global_coherent_fence>();
  });
}

// ---- two dimensions: a surface of 16 rows of 64 floats --------------------------------------------------------------
void spelled_blocks_2d(sycl::queue& queue, float* from, float* to) {
  queue.single_task<class SpelledBlocks2d>([=]() SYCL_ESIMD_KERNEL {
    using namespace spelled;
    using namespace experimental;
    constexpr auto in = cache_hint::cached, out = cache_hint::write_back;
    constexpr unsigned width = 255, height = 15, pitch = 255;
    simd<float, 64> block = load_2d<float, 16, 4, 1, false, false, 64, Hints>(from, width, height, pitch, 4, 2);
    prefetch_2d<float, 16, 4, 1, 64, Hints>(from, width, height, pitch, 0, 0);
    store_2d<float, 16, 4, 64, StoreHints>(to, width, height, pitch, 0, 0, block);
    block = lsc_load_2d<float, 16, 4, 1, false, false, in, in, 64>(from, width, height, pitch, 20, 6);
    lsc_prefetch_2d<float, 16, 4, 1, in, in, 64>(from, width, height, pitch, 0, 0);
    lsc_store_2d<float, 16, 4, out, out, 64>(to, width, height, pitch, 16, 0, block);
    config_2d_mem_access<float, 16, 4, 1> access(from, width, height, pitch, 12, 8);
    block = lsc_load_2d<float, 16, 4, 1, false, false, in, in, 64>(access);
    lsc_prefetch_2d<float, 16, 4, 1, false, false, in, in, 64>(access);
    access.set_data_pointer(to).set_x(32).set_y(0);
    lsc_store_2d<float, 16, 4, 1, out, out, 64>(access, block);
  });
}

// ---- shared local memory --------------------------------------------------------------------------------------------
void spelled_in_group(sycl::queue& queue, float* to) {
  queue.parallel_for<class SpelledInGroup>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
    using namespace spelled;
    using namespace experimental;
    slm_init<4096>();
    int place = 0;
    simd<Offset, 16> at(0, 8);
    simd<Offset, 8> pairs(0, 16);
    const simd_mask<16> mask = at < 100u;
    const simd_mask<8> few = pairs < 100u;
    simd<float, 16> values(1.5f, 0.25f), other(3.0f, 0.5f);
    auto view = at.select<16, 1>(0);
    auto pair_view = pairs.select<8, 1>(0);
    auto value_view = values.select<16, 1>(0);
    for (unsigned i = 0; i < 64; ++i)
      slm_block_store<float, 16, List>(i * 64, values + float(i));
    slm_block_store<float, 16, Tag>(64, other, Tag());
    slm_block_store<float, 16, List>(128, other, simd_mask<1>(1));
    slm_block_store(192, value_view);
    slm_scatter<float, 16, 2, List>(pairs + 256u, values, few);
    slm_scatter<float, 16, 1, List>(at + 512u, other);
    slm_scatter<float, 16, 1, decltype(view), List>(view, values, mask, List());
    slm_scatter<2>(pair_view, value_view, few);
    slm_scatter_rgba<float, 16, rgba_channel_mask::R>(at + 768u, values, mask);
    slm_scalar_store<float>(1024, 7.0f);
    lsc_slm_block_store<float, 16, lsc_data_size::u32, Tag>(1088, values, Tag());
    lsc_slm_scatter<float, 2, lsc_data_size::u32, 8>(pairs + 1152u, values, few);
    keep(to, place, slm_gather<float, 16, 2, List>(pairs, few, values, List()));
    keep(to, place, slm_gather<float, 16, 2, List>(pairs, few, values));
    keep(to, place, slm_gather<float, 16, 1, List>(at, mask));
    keep(to, place, slm_gather<float, 16, 1, List>(at));
    keep(to, place, slm_gather<float, 16, List>(at, mask, values));
    keep(to, place, slm_gather<float, 16, List>(at, mask));
    keep(to, place, slm_gather<float, 16, List>(at + 512u));
    keep(to, place, slm_gather<float, 16, 1, decltype(view), List>(view, mask, values));
    keep(to, place, slm_gather<2>(pair_view, few, value_view));
    keep(to, place, slm_gather_rgba<float, 16, rgba_channel_mask::G>(at, mask));
    keep(to, place, slm_block_load<float, 16, Tag>(64, Tag()));
    keep(to, place, slm_block_load<float, 16, List>(128));
    keep(to, place, slm_block_load<float, 16, List>(128, simd_mask<1>(1)));
    keep(to, place, slm_block_load<float, 16, List>(192, simd_mask<1>(0), values));
    keep(to, place, slm_block_load(192, simd_mask<1>(0), value_view));
    keep(to, place, slm_scalar_load<float>(1024));
    keep(to, place, lsc_slm_block_load<float, 16, lsc_data_size::u32, Tag>(1088, Tag()));
    keep(to, place, lsc_slm_gather<float, 2, lsc_data_size::u32, 8>(pairs + 1152u, few, values));
    const simd<std::uint32_t, 16> one(1, 1);
    slm_scatter<std::uint32_t, 16>(at, one);
    keep(to, place, slm_atomic_update<atomic_op::inc, std::uint32_t, 16>(at));
    keep(to, place, slm_atomic_update<atomic_op::add, std::uint32_t, 16>(at, one));
    keep(to, place, slm_atomic_update<atomic_op::cmpxchg, std::uint32_t, 16>(at, one, one + 1u));
    keep(to, place,
         lsc_slm_atomic_update<atomic_op::add, std::uint32_t, 16, lsc_data_size::u32>(at, one, simd_mask<16>(1)));
    named_barrier_init<1>();
    named_barrier_signal<true>(0, 0, 1, 1);
    named_barrier_wait(0);
    named_barrier_signal<false>(0, 0, 1, 1);
    named_barrier_wait(0);
  });
}

// ---- messages: those of raw_messages() in memory.cpp ----------------------------------------------------------------
void spelled_messages(sycl::queue& queue, std::uint32_t* words) {
  queue.single_task<class SpelledMessages>([=]() SYCL_ESIMD_KERNEL {
    using namespace spelled;
    constexpr auto not_eot = raw_send_eot::not_eot;
    constexpr auto not_sendc = raw_send_sendc::not_sendc;
    simd<std::uint32_t, 16> payload(0u); // 8 rows of 8 words of a surface of 32 rows of 64 words
    payload.select<2, 1>(0).bit_cast_view<std::uint64_t>() = reinterpret_cast<std::uint64_t>(words);
    payload[2] = 255, payload[3] = 31, payload[4] = 255, payload[6] = 1, payload[7] = 7u | 7u << 8;
    const simd<std::uint32_t, 64> zeros(0u);
    raw_send<0, 0xf, 1, not_eot, not_sendc, std::uint32_t, 16>(payload, 0, 0x02000403u); // without result: a prefetch
    simd<std::uint32_t, 64> block = raw_send<0, 0xf, 1, 4, not_eot, not_sendc, std::uint32_t, 64, std::uint32_t, 16>(
        zeros, payload, 0, 0x02400403u);
    block += raw_send<0, 0xf, 1, 4, 0, 0>(zeros, payload, 0, 0x02400403u);
    block += raw_send<std::uint32_t, 64, std::uint32_t, 16, 16>(zeros, payload, 0, 0x02400403u, 0, 0xf, 1, 4);
    const simd<std::uint64_t, 16> addresses(reinterpret_cast<std::uint64_t>(words), 4);
    const simd<std::uint32_t, 16> values = block.select<16, 1>(0);
    raw_sends<4, 0xf, 2, 1, not_eot, not_sendc, std::uint64_t, 16, std::uint32_t, 16>(addresses, values, 0,
                                                                                      0x0400058cu);
    const simd<std::uint32_t, 16> before =
        raw_sends<4, 0xf, 2, 1, 1, not_eot, not_sendc, std::uint32_t, 16, std::uint64_t, 16, std::uint32_t, 16>(
            values, addresses, values, 0, 0x0410058cu);
    block_store<std::uint32_t, 64>(words + 2048, block);
    block_store<std::uint32_t, 16>(words + 2112, before);
  });
}

// ---- mathematics ----------------------------------------------------------------------------------------------------
void spelled_mathematics(sycl::queue& queue, float* to) {
  queue.single_task<class SpelledMathematics>([=]() SYCL_ESIMD_KERNEL {
    using namespace spelled;
    int place = 0;
    using On = saturation_on_tag;
    using Off = saturation_off_tag;
    const simd<float, 16> x(0.25f, 0.5f), y(3.0f, -0.5f);
    const simd<int, 16> i(-20, 7), j(5, 3);
    const simd<std::uint32_t, 16> u(9, 1000), v(3, 77);
    keep(to, place, abs<float, int, 16>(i));
    keep(to, place, abs<float, 16>(y));
    keep(to, place, max<float, 16, Off>(x, y) + max<float, 16, On>(x, 0.5f) + max<float, 16, Off>(0.5f, y));
    keep(to, place, min<float, 16, Off>(x, y) + min<float, Off>(1.0f, 2.0f) + max<float, On>(3.0f, 2.0f));
    keep(to, place, rndd<int, 16, Off>(y) + rndu<int, 16, Off>(y) + rnde<int, 16, Off>(y) + rndz<int, 16, Off>(y));
    keep(to, place, floor<float, 16, On>(x) + ceil<float, 16, Off>(x) + trunc<float, 16, Off>(y));
    keep(to, place, floor<int, Off>(2.5f) + ceil<int, Off>(2.5f) + trunc<int, Off>(2.5f) + rnde<int, Off>(2.5f));
    keep(to, place, div_ieee<float, 16, float, Off>(x, y) + div_ieee<float, 16, float, Off>(x, 3.0f));
    keep(to, place,
         sqrt_ieee<float, 16, Off>(x) + sqrt_ieee<float, Off>(9.0f) + div_ieee<float, float, Off>(1.0f, 3.0f));
    keep(to, place,
         shl<int, int, 16, int, Off>(i, 3) + shr<int, int, 16, int, Off>(i, 1) + shl<int, int, int, Off>(3, 2));
    keep(to, place, lsr<std::uint32_t, std::uint32_t, 16, int, Off>(u, 2) + asr<int, int, 16, int, Off>(i, 2));
    keep(to, place, rol<std::uint32_t, std::uint32_t, 16>(u, v) & 0xffffu);
    keep(to, place, ror<std::uint32_t, std::uint32_t, 16, int>(u, 5) & 0xffffu);
    keep(to, place, quot<int, 16, int>(i, 3) + mod<int, 16, int>(i, 3));
    simd<std::uint32_t, 16> low, carry;
    keep(to, place, imul<std::uint32_t, std::uint32_t, std::uint32_t, 16>(low, u << 20, v) + (low >> 20));
    keep(to, place, (addc<16>(carry, u, v) + carry + subb<16>(carry, u, v) + carry) & 0xffffu);
    keep(to, place, dp4a<int, int, int, int, 16, Off>(i, i, j));
    keep(to, place, bfn<bfn_t::x & ~bfn_t::y | bfn_t::z, std::uint32_t, 16>(u, v, u + v) & 0xffffu);
    keep(to, place, cbit<std::uint32_t, 16>(u) + fbl<std::uint32_t, 16>(u) + fbh<std::uint32_t, 16>(u));
    keep(to, place, lzd<std::uint32_t, std::uint32_t, 16>(u) + (bf_reverse<std::uint32_t, std::uint32_t, 16>(u) >> 16));
    keep(to, place, float(ballot<std::uint32_t, 16>(u & 8u)) + float(pack_mask<16>(u > 3000u)));
    keep(to, place, simd<float, 16>(unpack_mask<16>(0x1234)));
    keep(to, place,
         reduce<float, float, 16, std::plus<>>(x, std::plus<>()) +
             reduce<float, float, 16, std::multiplies<>>(y, std::multiplies<>()));
    keep(to, place, hmax<float, float, 16>(x) + hmin<float, float, 16>(y));
    keep(to, place, merge<float, 16>(x, y, i > 10) + simd<float, 16>(merge<16>(i > 3, i > 20, j > 9)));
    keep(to, place, convert<float, int, 16>(i) + saturate<float, float, 16>(x));
    keep(to, place, experimental::frem<float, 16>(x, y));
  });
}

// ---- through accessors ----------------------------------------------------------------------------------------------
// What the launches of tests have in the place of accessors; the same calls with SYCL's classes are instantiated below.
template <class T>
struct ArrayAccessor {
  using value_type = T;
  T* memory;
  T* get_pointer() const { return memory; }
  bool is_placeholder() const { return false; }
};
struct GroupAccessor {
  using value_type = float;
  float* get_pointer() const { return nullptr; }
  std::uint32_t slm_offset() const { return 2048; }
};

template <class Base, class Words>
inline void through_accessors(Base memory, Words words, float* to) SYCL_ESIMD_FUNCTION {
  using namespace spelled;
  using namespace experimental;
  constexpr auto size = lsc_data_size::u32;
  constexpr auto in = cache_hint::cached, out = cache_hint::write_back, uncached = cache_hint::uncached;
  int place = 0;
  simd<Offset, 16> at(0, 8);
  simd<Offset, 8> pairs(0, 16);
  const simd_mask<16> mask = at < 100u;
  const simd_mask<8> few = pairs < 100u;
  simd<float, 16> values(1.5f, 0.25f);
  auto view = at.select<16, 1>(0);
  auto pair_view = pairs.select<8, 1>(0);
  auto value_view = values.select<16, 1>(0);
  keep(to, place, gather<float, 16, Base>(memory, at, 16, mask));
  keep(to, place, gather<float, 16, Base>(memory, 16));
  keep(to, place, gather<float, 16, 2, Base, Offset, Hints>(memory, pairs, few, values, Hints()));
  keep(to, place, gather<float, 16, 1, Base, Offset, List>(memory, at, mask));
  keep(to, place, gather<float, 16, 1, Base, Offset, List>(memory, at));
  keep(to, place, gather<float, 16, Base, Offset, simd_mask<16>, List>(memory, at, mask, values, List()));
  keep(to, place, gather<float, 16, Base, Offset, simd_mask<16>, List>(memory, at, mask));
  keep(to, place, gather<float, 16, Base, Offset, List>(memory, at));
  keep(to, place, gather<float, 16, 1, Base, decltype(view), List>(memory, view, mask, values));
  keep(to, place, gather<float, 16, 1, Base, decltype(view), List>(memory, view));
  keep(to, place, gather<2>(memory, pair_view, few, value_view));
  keep(to, place, block_load<float, 16, Base, List>(memory));
  keep(to, place, block_load<float, 16, Base, List>(memory, 16));
  keep(to, place, block_load<float, 16, Base, Hints>(memory, 16, simd_mask<1>(1), values));
  keep(to, place, block_load<float, 16, Base, Hints>(memory, simd_mask<1>(0), values, Hints()));
  keep(to, place, block_load<float, 16, Base, Hints>(memory, simd_mask<1>(1)));
  keep(to, place, block_load<float, 16, Base, Tag>(memory, 16, Tag()));
  keep(to, place, block_load(memory, 16, simd_mask<1>(0), value_view));
  keep(to, place, scalar_load<float, Base>(memory, 12));
  keep(to, place, gather_rgba<rgba_channel_mask::G, Base, 16, float>(memory, at, 16, mask));
  keep(to, place, gather_rgba<rgba_channel_mask::G, Base, 16, float, Offset>(memory, at));
  prefetch<float, 16, 2, Base, Offset, Hints>(memory, pairs, few);
  prefetch<float, 16, Base, Offset, simd_mask<16>, Hints>(memory, at, mask);
  prefetch<float, 16, Base, Offset, Hints>(memory, at);
  prefetch<float, 16, Base, Offset, Hints>(memory, Offset(64), simd_mask<1>(1));
  prefetch<float, 16, Base, Hints>(memory);
  keep(to, place, lsc_gather<float, 2, size, in, in, 8, Base, Offset>(memory, pairs, few));
  keep(to, place, lsc_gather<float, 1, size, in, in, 16, Base>(memory, at, mask, values));
  keep(to, place, lsc_block_load<float, 16, size, in, in, Base, Tag>(memory, 16));
  keep(to, place, lsc_block_load<float, 16, size, in, in, Base, Tag>(memory, 16, simd_mask<1>(0), values, Tag()));
  lsc_prefetch<float, 1, size, in, in, 16, Base>(memory, at, mask);
  lsc_prefetch<float, 16, size, in, in, Base>(memory, 64);
  const simd<std::uint32_t, 16> one(1, 1);
  keep(to, place, atomic_update<atomic_op::inc, std::uint32_t, 16, Offset, Words, AtomicHints>(words, at) & 0xffffu);
  keep(to, place,
       atomic_update<atomic_op::add, std::uint32_t, 16, Offset, Words, AtomicHints>(words, at, one) & 0xffffu);
  keep(to, place,
       atomic_update<atomic_op::add, std::uint32_t, 16, decltype(view), Words, AtomicHints>(words, view, one) &
           0xffffu);
  keep(to, place,
       lsc_atomic_update<atomic_op::add, std::uint32_t, 16, size, uncached, out, Words, Offset>(words, at, one,
                                                                                                simd_mask<16>(1)) &
           0xffffu);
  scatter<float, 16, 2, Base, Offset, StoreHints>(memory, pairs + 512u, values, few);
  scatter<float, 16, 1, Base, Offset, List>(memory, at + 1024u, values, mask, List());
  scatter<float, 16, 1, Base, decltype(view), List>(memory, view, values);
  scatter<float, 16, Base>(memory, at, values, 1280, mask);
  scatter<2>(memory, pair_view, value_view, few);
  block_store<float, 16, Base, List>(memory, values);
  block_store<float, 16, Base, List>(memory, 1536, values);
  block_store<float, 16, Base, StoreHints>(memory, 1600, values, simd_mask<1>(1));
  block_store<float, 16, Base, Tag>(memory, 1664, values, Tag());
  block_store(memory, 1728, value_view);
  scalar_store<float, Base>(memory, 1792, 3.0f);
  scatter_rgba<rgba_channel_mask::R, Base, 16, float>(memory, at, values, 1856, mask);
  lsc_scatter<float, 2, size, out, out, 8, Base, Offset>(memory, pairs + 2048u, values, few);
  lsc_block_store<float, 16, size, out, out, Base, Tag>(memory, 2304, values);
  lsc_block_store<float, 16, size, out, out, Base, Tag>(memory, 2368, values, simd_mask<1>(1), Tag());
}

void spelled_accessors(sycl::queue& queue, float* floats, std::uint32_t* numbers, float* to) {
  queue.single_task<class SpelledAccessors>([=]() SYCL_ESIMD_KERNEL {
    through_accessors(ArrayAccessor<float>{floats}, ArrayAccessor<std::uint32_t>{numbers}, to);
  });
}
template void through_accessors(sycl::accessor<float, 1, sycl::access_mode::read_write>,
                                sycl::accessor<std::uint32_t, 1, sycl::access_mode::read_write>, float*);

template <class Base>
inline void through_local_accessor(Base memory, float* to) SYCL_ESIMD_FUNCTION {
  using namespace spelled;
  using namespace experimental;
  int place = 0;
  simd<Offset, 16> at(0, 8);
  simd<Offset, 8> pairs(0, 16);
  const simd_mask<16> mask = at < 100u;
  const simd_mask<8> few = pairs < 100u;
  simd<float, 16> values(1.5f, 0.25f);
  auto view = at.select<16, 1>(0);
  for (unsigned i = 0; i < 8; ++i)
    block_store<float, 16, Base, List>(memory, i * 64, values + float(i));
  block_store<float, 16, Base, List>(memory, values);
  block_store<float, 16, Base, List>(memory, 64, values, simd_mask<1>(1));
  block_store<float, 16, Base, Tag>(memory, 128, values, Tag());
  scatter<float, 16, 2, Base, List>(memory, pairs + 512u, values, few);
  scatter<float, 16, 1, decltype(view), Base, List>(memory, view, values);
  scatter<float, 16, Base>(memory, at, values, 768, mask);
  keep(to, place, gather<float, 16, 2, Base, List>(memory, pairs, few, values));
  keep(to, place, gather<float, 16, 1, Base, List>(memory, at, mask));
  keep(to, place, gather<float, 16, Base>(memory, at, 16, mask));
  keep(to, place, block_load<float, 16, Base, List>(memory));
  keep(to, place, block_load<float, 16, Base, List>(memory, 64));
  keep(to, place, block_load<float, 16, Base, List>(memory, 64, simd_mask<1>(0), values));
  keep(to, place, block_load<float, 16, Base, Tag>(memory, 128, Tag()));
  keep(to, place, gather_rgba<rgba_channel_mask::G, Base, 16, float>(memory, at, 16, mask));
  scatter_rgba<rgba_channel_mask::R, Base, 16, float>(memory, at, values, 1024, mask);
  keep(to, place,
       lsc_block_load<float, 16, lsc_data_size::u32, cache_hint::none, cache_hint::none, Base, Tag>(memory, 64));
  keep(to, place, atomic_update<atomic_op::fadd, float, 16, Base>(memory, at, values));
  keep(to, place,
       lsc_atomic_update<atomic_op::fadd, float, 16, lsc_data_size::u32, cache_hint::none, cache_hint::none, Base>(
           memory, at, values, simd_mask<16>(1)));
  keep(to, place, gather<float, 16, 1, Base, List>(memory, at));
}

void spelled_local_accessor(sycl::queue& queue, float* to) {
  queue.parallel_for<class SpelledLocalAccessor>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
    spelled::slm_init<8192>();
    through_local_accessor(GroupAccessor(), to);
  });
}
template void through_local_accessor(sycl::local_accessor<float, 1>, float*);
