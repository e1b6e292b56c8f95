// The vendor's intrinsics for flat addresses, called directly.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

using Row = detail::vector_type_t<int, 16>;

// From the second number on, to the one behind: neither is aligned to more than a number.
void blocks(sycl::queue& queue, int* from, int* to) {
  queue.parallel_for<class FlatBlocks>(sycl::range<1>(8), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    const Row row = __esimd_svm_block_ld<int, 16, 4>(reinterpret_cast<const Row*>(from + 16 * i + 1));
    __esimd_svm_block_st<int, 16, 4>(reinterpret_cast<Row*>(to + 16 * i + 2), row);
  });
}

// Every second number is gathered; where the mask says so, it is scattered to the reverse places.
void lanes(sycl::queue& queue, int* from, int* to) {
  queue.parallel_for<class FlatLanes>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    const simd<uint64_t, 16> sources(reinterpret_cast<uint64_t>(from + 32 * i), 8);
    const simd<uint64_t, 16> targets(reinterpret_cast<uint64_t>(to + 16 * i + 15), static_cast<uint64_t>(-4));
    const Row all = __esimd_svm_gather<int, 16>(sources.data());
    const simd_mask<16> odd = (simd<int, 16>(all) & 1) != 0;
    __esimd_svm_scatter<int, 16>(targets.data(), all, odd.data());
    const simd<int, 16> again = __esimd_svm_gather<int, 16>(targets.data(), odd.data());
    __esimd_svm_scatter<int, 16>((targets + 256).data(), (again + 1).data(), odd.data());
  });
}

// Operations with none, one and two operands; what they return goes behind.
void atomics(sycl::queue& queue, int* values, int* before) {
  queue.parallel_for<class FlatAtomics>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    const simd<uint64_t, 16> places(reinterpret_cast<uint64_t>(values + 16 * i), 4);
    const simd_mask<16> all(1);
    simd<int, 16> found = __esimd_svm_atomic0<atomic_op::inc, int, 16>(places.data(), all.data());
    found += simd<int, 16>(
        __esimd_svm_atomic1<atomic_op::add, int, 16>(places.data(), simd<int, 16>(0, 3).data(), all.data()));
    const simd<int, 16> expected = simd<int, 16>(8, 3);
    found += simd<int, 16>(__esimd_svm_atomic2<atomic_op::cmpxchg, int, 16>(places.data(), simd<int, 16>(-1).data(),
                                                                            expected.data(), all.data()));
    found.copy_to(before + 16 * i);
  });
}

void launch(sycl::queue& queue, int* from, int* to, int* values, int* before) {
  blocks(queue, from, to);
  lanes(queue, from, to);
  atomics(queue, values, before);
}
