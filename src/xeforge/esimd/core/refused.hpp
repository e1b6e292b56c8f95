// Unsupported names of the extension: the spellings of 2021, images, and instructions that today's devices
// no longer have. They are in a separate namespace that esimd imports, so that ordinary lookup finds them, but
// argument-dependent lookup does not: a program may have its own functions with these names.
#pragma once

#include "xeforge/base/refused.hpp"
#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {
namespace refused {

XEFORGE_REFUSED_BEGIN

// ---- images ---------------------------------------------------------------------------------------------------------
XEFORGE_REFUSED_FUNCTION(media_block_load, "there are no images here; put the surface into memory and use load_2d")
XEFORGE_REFUSED_FUNCTION(media_block_store, "there are no images here; put the surface into memory and use store_2d")
XEFORGE_REFUSED_FUNCTION(gather_rgba_typed, "there are no images here; use gather_rgba on a buffer of pixels")
XEFORGE_REFUSED_FUNCTION(scatter_rgba_typed, "there are no images here; use scatter_rgba on a buffer of pixels")
XEFORGE_REFUSED_FUNCTION(lsc_gather_rgba_typed, "there are no images here; use gather_rgba on a buffer of pixels")
XEFORGE_REFUSED_FUNCTION(lsc_scatter_rgba_typed, "there are no images here; use scatter_rgba on a buffer of pixels")
XEFORGE_REFUSED_FUNCTION(lsc_prefetch_rgba_typed, "there are no images here; use prefetch on a buffer of pixels")

// ---- spellings of 2021: memory --------------------------------------------------------------------------------------
XEFORGE_REFUSED_FUNCTION(gather4, "a spelling of 2021; use gather_rgba<rgba_channel_mask::...>(base, offsets)")
XEFORGE_REFUSED_FUNCTION(scatter4,
                         "a spelling of 2021; use scatter_rgba<rgba_channel_mask::...>(base, offsets, values)")
XEFORGE_REFUSED_FUNCTION(slm_load, "a spelling of 2021; use slm_gather<T, N>(offsets)")
XEFORGE_REFUSED_FUNCTION(slm_store, "a spelling of 2021; use slm_scatter<T, N>(offsets, values): the offsets first")
XEFORGE_REFUSED_FUNCTION(slm_load4, "a spelling of 2021; use slm_gather_rgba<T, N, rgba_channel_mask::...>(offsets)")
XEFORGE_REFUSED_FUNCTION(slm_store4,
                         "a spelling of 2021; use slm_scatter_rgba<T, N, rgba_channel_mask::...>(offsets, values)")
XEFORGE_REFUSED_FUNCTION(slm_atomic, "a spelling of 2021; use slm_atomic_update<atomic_op::..., T, N>(offsets, ...)")
XEFORGE_REFUSED_FUNCTION(flat_atomic,
                         "a spelling of 2021; use atomic_update<atomic_op::..., T, N>(pointer, offsets, ...)")
XEFORGE_REFUSED_FUNCTION(flat_load, "a spelling of 2021; use gather<T, N>(pointer, offsets)")
XEFORGE_REFUSED_FUNCTION(flat_store,
                         "a spelling of 2021; use scatter<T, N>(pointer, offsets, values): the offsets first")
XEFORGE_REFUSED_FUNCTION(flat_load4, "a spelling of 2021; use gather_rgba<rgba_channel_mask::...>(pointer, offsets)")
XEFORGE_REFUSED_FUNCTION(flat_store4,
                         "a spelling of 2021; use scatter_rgba<rgba_channel_mask::...>(pointer, offsets, values)")
XEFORGE_REFUSED_FUNCTION(flat_block_load, "a spelling of 2021; use block_load<T, N>(pointer)")
XEFORGE_REFUSED_FUNCTION(flat_block_store, "a spelling of 2021; use block_store(pointer, values)")
XEFORGE_REFUSED_FUNCTION(esimd_get_value,
                         "there are no surface indices here; give the memory functions the accessor itself")
XEFORGE_REFUSED_FUNCTION(get_surface_index,
                         "there are no surface indices here; give the memory functions the accessor itself")
XEFORGE_REFUSED_TYPE(SurfaceIndex, "there are no surface indices here; give the memory functions the accessor itself")

// ---- spellings of 2021: the group -----------------------------------------------------------------------------------
XEFORGE_REFUSED_FUNCTION(esimd_barrier, "a spelling of 2021; use barrier()")
XEFORGE_REFUSED_FUNCTION(esimd_sbarrier, "a spelling of 2021; use split_barrier<split_barrier_action::...>()")
XEFORGE_REFUSED_FUNCTION(esimd_fence,
                         "a spelling of 2021; use fence<memory_kind::..., fence_flush_op::..., fence_scope::...>()")
XEFORGE_REFUSED_FUNCTION(esimd_raw_send_load, "a spelling of 2021, for messages that Xe no longer has; use raw_send")
XEFORGE_REFUSED_FUNCTION(esimd_raw_send_store, "a spelling of 2021, for messages that Xe no longer has; use raw_send")
XEFORGE_REFUSED_FUNCTION(esimd_raw_sends_load, "a spelling of 2021, for messages that Xe no longer has; use raw_sends")
XEFORGE_REFUSED_FUNCTION(esimd_raw_sends_store, "a spelling of 2021, for messages that Xe no longer has; use raw_sends")
XEFORGE_REFUSED_FUNCTION(esimd_dpas, "a spelling of 2021; use xmx::dpas<8, RepeatCount, T>(C, B, A)")
XEFORGE_REFUSED_FUNCTION(esimd_dpasw, "a spelling of 2021; use xmx::dpas<8, RepeatCount, T>(C, B, A)")

// ---- spellings of 2021: arithmetic, whose names of today lack the prefix --------------------------------------------
#define XEFORGE_WITHOUT_PREFIX(name) XEFORGE_REFUSED_FUNCTION(esimd_##name, "a spelling of 2021; use " #name)
XEFORGE_WITHOUT_PREFIX(abs)
XEFORGE_WITHOUT_PREFIX(max)
XEFORGE_WITHOUT_PREFIX(min)
XEFORGE_WITHOUT_PREFIX(sqrt)
XEFORGE_WITHOUT_PREFIX(rsqrt)
XEFORGE_WITHOUT_PREFIX(inv)
XEFORGE_WITHOUT_PREFIX(exp)
XEFORGE_WITHOUT_PREFIX(log)
XEFORGE_WITHOUT_PREFIX(pow)
XEFORGE_WITHOUT_PREFIX(sin)
XEFORGE_WITHOUT_PREFIX(cos)
XEFORGE_WITHOUT_PREFIX(atan)
XEFORGE_WITHOUT_PREFIX(acos)
XEFORGE_WITHOUT_PREFIX(asin)
XEFORGE_WITHOUT_PREFIX(sqrt_ieee)
XEFORGE_WITHOUT_PREFIX(div_ieee)
XEFORGE_WITHOUT_PREFIX(frc)
XEFORGE_WITHOUT_PREFIX(rnde)
XEFORGE_WITHOUT_PREFIX(rndd)
XEFORGE_WITHOUT_PREFIX(rndu)
XEFORGE_WITHOUT_PREFIX(rndz)
XEFORGE_WITHOUT_PREFIX(shl)
XEFORGE_WITHOUT_PREFIX(shr)
XEFORGE_WITHOUT_PREFIX(lsr)
XEFORGE_WITHOUT_PREFIX(asr)
XEFORGE_WITHOUT_PREFIX(rol)
XEFORGE_WITHOUT_PREFIX(ror)
XEFORGE_WITHOUT_PREFIX(imul)
XEFORGE_WITHOUT_PREFIX(quot)
XEFORGE_WITHOUT_PREFIX(mod)
XEFORGE_WITHOUT_PREFIX(div)
XEFORGE_WITHOUT_PREFIX(dp4a)
XEFORGE_WITHOUT_PREFIX(lzd)
XEFORGE_WITHOUT_PREFIX(cbit)
XEFORGE_WITHOUT_PREFIX(fbl)
XEFORGE_WITHOUT_PREFIX(fbh)
XEFORGE_WITHOUT_PREFIX(bf_reverse)
XEFORGE_WITHOUT_PREFIX(bf_insert)
XEFORGE_WITHOUT_PREFIX(bf_extract)
XEFORGE_WITHOUT_PREFIX(pack_mask)
XEFORGE_WITHOUT_PREFIX(unpack_mask)
#undef XEFORGE_WITHOUT_PREFIX

// ---- instructions that the devices of today do not have -------------------------------------------------------------
XEFORGE_REFUSED_FUNCTION(plane, "Xe has no such instruction; write p[0] * x + p[1] * y + p[3]")
XEFORGE_REFUSED_FUNCTION(line, "Xe has no such instruction; write p[0] * x + p[3]")
XEFORGE_REFUSED_FUNCTION(lrp, "Xe has no such instruction; write a * x + (1 - a) * y")
XEFORGE_REFUSED_FUNCTION(lerp, "Xe has no such instruction; write a * x + (1 - a) * y")
XEFORGE_REFUSED_FUNCTION(dp2, "Xe has no such instruction; multiply and add selected elements")
XEFORGE_REFUSED_FUNCTION(dp3, "Xe has no such instruction; multiply and add selected elements")
XEFORGE_REFUSED_FUNCTION(dp4, "Xe has no such instruction; multiply and add selected elements, or dp4a of bytes")
XEFORGE_REFUSED_FUNCTION(dph, "Xe has no such instruction; multiply and add selected elements")
XEFORGE_REFUSED_FUNCTION(mad, "use fma(x, y, z), or x * y + z")

// ---- types of 2021 --------------------------------------------------------------------------------------------------
XEFORGE_REFUSED_TYPE(EsimdAtomicOpType, "a spelling of 2021; use atomic_op")
XEFORGE_REFUSED_TYPE(EsimdFenceMask, "a spelling of 2021; use fence_mask")
XEFORGE_REFUSED_TYPE(EsimdSbarrierType, "a spelling of 2021; use split_barrier_action")
XEFORGE_REFUSED_TYPE(EsimdPrecisionType, "a spelling of 2021; use xmx::dpas_argument_type")
XEFORGE_REFUSED_TYPE(CacheHint, "a spelling of 2021; use cache_hint")
XEFORGE_REFUSED_TYPE(ChannelMaskType, "a spelling of 2021; use rgba_channel_mask")

// ---- numbers of 2021 ------------------------------------------------------------------------------------------------
#define XEFORGE_CHANNELS(letters)                                                                                      \
  XEFORGE_REFUSED_VALUE(ESIMD_##letters##_ENABLE, "a spelling of 2021; use rgba_channel_mask::" #letters)
XEFORGE_CHANNELS(R)
XEFORGE_CHANNELS(G)
XEFORGE_CHANNELS(GR)
XEFORGE_CHANNELS(B)
XEFORGE_CHANNELS(BR)
XEFORGE_CHANNELS(BG)
XEFORGE_CHANNELS(BGR)
XEFORGE_CHANNELS(A)
XEFORGE_CHANNELS(AR)
XEFORGE_CHANNELS(AG)
XEFORGE_CHANNELS(AGR)
XEFORGE_CHANNELS(AB)
XEFORGE_CHANNELS(ABR)
XEFORGE_CHANNELS(ABG)
XEFORGE_CHANNELS(ABGR)
#undef XEFORGE_CHANNELS
XEFORGE_REFUSED_VALUE(ESIMD_GLOBAL_COHERENT_FENCE, "a spelling of 2021; use fence_mask::global_coherent_fence")
XEFORGE_REFUSED_VALUE(ESIMD_L3_FLUSH_INSTRUCTIONS, "a spelling of 2021; use fence_mask::l3_flush_instructions")
XEFORGE_REFUSED_VALUE(ESIMD_L3_FLUSH_TEXTURE_DATA, "a spelling of 2021; use fence_mask::l3_flush_texture_data")
XEFORGE_REFUSED_VALUE(ESIMD_L3_FLUSH_CONSTANT_DATA, "a spelling of 2021; use fence_mask::l3_flush_constant_data")
XEFORGE_REFUSED_VALUE(ESIMD_L3_FLUSH_RW_DATA, "a spelling of 2021; use fence_mask::l3_flush_rw_data")
XEFORGE_REFUSED_VALUE(ESIMD_LOCAL_BARRIER, "a spelling of 2021; use fence_mask::local_barrier")
XEFORGE_REFUSED_VALUE(ESIMD_L1_FLUASH_RO_DATA, "a spelling of 2021; use fence_mask::l1_flush_ro_data")
XEFORGE_REFUSED_VALUE(ESIMD_SW_BARRIER, "a spelling of 2021; use fence_mask::sw_barrier")
XEFORGE_REFUSED_VALUE(ESIMD_SBARRIER_SIGNAL, "a spelling of 2021; use split_barrier_action::signal")
XEFORGE_REFUSED_VALUE(ESIMD_SBARRIER_WAIT, "a spelling of 2021; use split_barrier_action::wait")

XEFORGE_REFUSED_END

} // namespace refused
inline namespace XEFORGE_TARGET {
using namespace refused;
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
