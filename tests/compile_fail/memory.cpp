// Accesses to memory, atomics, accessors, barriers and fences.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

// expect: VS elements for one offset are 1, 2, 3, 4, 8, 16, 32 or 64
namespace T17_gather_of_five_elements_for_each_lane {
auto kernel(const float* p, simd<unsigned, 8> at) { return gather<float, 40, 5>(p, at); }
} // namespace T17_gather_of_five_elements_for_each_lane

// expect: scatter_rgba: the channels are R, GR, BGR or ABGR
namespace T17_scatter_rgba_of_green_and_blue {
void kernel(float* p, simd<unsigned, 8> at, simd<float, 16> pixels) {
  scatter_rgba<rgba_channel_mask::BG>(p, at, pixels);
}
} // namespace T17_scatter_rgba_of_green_and_blue

// expect: the alignment is at least the size of an element
namespace T18_gather_of_less_alignment_than_an_element {
auto kernel(const unsigned* p, simd<unsigned, 8> at) { return gather<unsigned, 8>(p, at, properties{alignment<2>}); }
} // namespace T18_gather_of_less_alignment_than_an_element

// expect: no matching function for call to 'gather'
namespace T18_gather_with_float_offsets {
simd<float, 8> kernel(const float* p, simd<float, 8> at) { return gather<float, 8>(p, at); }
} // namespace T18_gather_with_float_offsets

// expect: the alignment is at least the size of an element
namespace T18_scatter_of_less_alignment_than_an_element {
void kernel(double* p, simd<unsigned, 8> at, simd<double, 8> values) {
  scatter(p, at, values, properties{alignment<4>});
}
} // namespace T18_scatter_of_less_alignment_than_an_element

// expect: one offset for every VS elements
namespace T18_one_offset_too_few {
simd<float, 8> kernel(const float* p, simd<unsigned, 8> at) { return gather<float, 8, 2>(p, at); }
} // namespace T18_one_offset_too_few

// expect: atomic: this operation takes values, and got the mask where they belong
namespace T20_atomic_add_of_a_mask {
auto kernel(unsigned* p, simd<unsigned, 8> at, simd_mask<8> on) {
  return atomic_update<atomic_op::add, unsigned, 8>(p, at, on);
}
} // namespace T20_atomic_add_of_a_mask

// expect: atomic: this operation is for integers
namespace T20_atomic_add_of_float {
auto kernel(float* p, simd<unsigned, 8> at) { return atomic_update<atomic_op::add, float, 8>(p, at, 1.0f); }
} // namespace T20_atomic_add_of_float

// expect: atomic: this operation takes one operand
namespace T20_atomic_add_without_an_operand {
auto kernel(int* p, simd<unsigned, 8> at) { return slm_atomic_update<atomic_op::add, int, 8>(at); }
} // namespace T20_atomic_add_without_an_operand

// expect: atomic: cmpxchg and fcmpxchg take two operands
namespace T20_atomic_cmpxchg_with_one_operand {
auto kernel(int* p, simd<unsigned, 8> at) { return lsc_atomic_update<atomic_op::cmpxchg, int, 8>(p, at, 1); }
} // namespace T20_atomic_cmpxchg_with_one_operand

// expect: atomic: fadd, fsub, fmin, fmax and fcmpxchg are for floating-point elements
namespace T20_atomic_fadd_of_int {
auto kernel(int* p, simd<unsigned, 8> at) { return atomic_update<atomic_op::fadd, int, 8>(p, at, 1); }
} // namespace T20_atomic_fadd_of_int

// expect: atomic: inc, dec, predec and load take no operand
namespace T20_atomic_inc_with_an_operand {
auto kernel(int* p, simd<unsigned, 8> at, simd_mask<8> on) {
  return atomic_update<atomic_op::inc, int, 8>(p, at, 1, on);
}
} // namespace T20_atomic_inc_with_an_operand

// expect: atomic: elements have 2, 4 or 8 bytes
namespace T20_atomic_of_bytes {
auto kernel(char* p, simd<unsigned, 8> at) { return atomic_update<atomic_op::inc, char, 8>(p, at); }
} // namespace T20_atomic_of_bytes

// expect: a store or an atomic through a local accessor of const elements
namespace T20_atomic_of_const_elements {
void kernel(sycl::local_accessor<const unsigned, 1> reader, simd<unsigned, 8> offsets) {
  atomic_update<atomic_op::inc, unsigned>(reader, offsets);
}
} // namespace T20_atomic_of_const_elements

// expect: lsc: blocks are copied as they are
namespace T22_lsc_block_with_u8u32 {
auto kernel(const unsigned* p) { return lsc_block_load<unsigned, 8, lsc_data_size::u8u32>(p); }
} // namespace T22_lsc_block_with_u8u32

// expect: lsc: the data size is not that of the elements
namespace T22_lsc_data_size_of_another_type {
auto kernel(const float* p, simd<unsigned, 8> at) { return lsc_gather<float, 1, lsc_data_size::u64>(p, at); }
} // namespace T22_lsc_data_size_of_another_type

// expect: shared local memory belongs to a group
namespace T26_fence_of_slm_for_the_gpu {
void kernel() { fence<memory_kind::local, fence_flush_op::none, fence_scope::gpu>(); }
} // namespace T26_fence_of_slm_for_the_gpu

// expect: a group has 32 named barriers
namespace T29_named_barriers_33 {
void kernel() { named_barrier_init<33>(); }
} // namespace T29_named_barriers_33

// expect: alignment: a power of two
namespace alignment_of_three {
simd<float, 8> kernel(const float* p) { return block_load<float, 8>(p, properties{alignment<3>}); }
} // namespace alignment_of_three

// expect: the vendor's atomic intrinsics: the number in the name is that of the operation's operands
namespace flat_atomic_of_too_few_operands {
auto kernel(simd<uint64_t, 8> places, simd_mask<8> mask) {
  return __esimd_svm_atomic0<atomic_op::add, int, 8>(places.data(), mask.data());
}
} // namespace flat_atomic_of_too_few_operands

// expect: the vendor's intrinsics of flat lanes: got elements of less than 32 bits
namespace flat_gather_of_bytes {
auto kernel(simd<uint64_t, 8> places) { return __esimd_svm_gather<unsigned char, 8>(places.data()); }
} // namespace flat_gather_of_bytes

// expect: a load or prefetch through an accessor that only writes
namespace load_through_an_accessor_that_writes {
using Writer = sycl::accessor<float, 1, sycl::access_mode::write>;
void kernel(const Writer& writer) { simd<float, 8>().copy_from(writer, 0); }
} // namespace load_through_an_accessor_that_writes

// expect: a load or prefetch through an accessor that only writes
namespace lsc_prefetch_through_an_accessor_that_writes {
using namespace sycl::ext::intel::experimental::esimd;

using Writer = sycl::accessor<int, 1, sycl::access_mode::write>;
void kernel(const Writer& writer) {
  lsc_prefetch<int, 8, lsc_data_size::default_size, cache_hint::cached, cache_hint::cached>(writer, 0);
}
} // namespace lsc_prefetch_through_an_accessor_that_writes

// expect: a load or prefetch through an accessor that only writes
namespace prefetch_through_an_accessor_that_writes {
using Writer = sycl::accessor<unsigned, 1, sycl::access_mode::write>;
void kernel(const Writer& writer) {
  prefetch<unsigned>(writer, simd<unsigned, 16>(0, 4),
                     properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>});
}
} // namespace prefetch_through_an_accessor_that_writes

// expect: a store or an atomic through a local accessor of const elements
namespace scatter_through_a_local_accessor_of_const_elements {
void kernel(sycl::local_accessor<const int, 1> reader, simd<unsigned, 8> offsets, simd<int, 8> values) {
  scatter<int>(reader, offsets, values);
}
} // namespace scatter_through_a_local_accessor_of_const_elements

// expect: a store or an atomic through a local accessor of const elements
namespace store_through_a_local_accessor_of_const_elements {
void kernel(sycl::local_accessor<const float, 1> reader, simd<float, 8> values) { block_store(reader, 0, values); }
} // namespace store_through_a_local_accessor_of_const_elements

// expect: a store or an atomic through an accessor that only reads
namespace store_through_an_accessor_that_reads {
struct Reader {
  using value_type = const float;
  const float* get_pointer() const { return nullptr; }
  bool is_placeholder() const { return false; }
};
void kernel(Reader reader, simd<float, 8> values) { block_store(reader, 0, values); }
} // namespace store_through_an_accessor_that_reads
