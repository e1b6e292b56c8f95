// What a work-group shares: 16 items pass rows of 64 floats on to their neighbour through shared local memory.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

void rotate_rows(sycl::queue& queue, const float* from, float* to) {
  queue.parallel_for<class RotateRows>(sycl::nd_range<1>(1024, 16), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    using namespace sycl::ext::intel::esimd;
    slm_init<4096>();
    const unsigned mine = static_cast<unsigned>(item.get_local_id(0));
    const std::size_t row = item.get_global_id(0);
    slm_block_store<float, 64>(mine * 256, block_load<float, 64>(from + row * 64));
    barrier();
    block_store<float, 64>(to + row * 64, slm_block_load<float, 64>((mine + 1) % 16 * 256));
  });
}

// Lanes of their own: element l of the item's 16 goes to SLM offset 68 l and comes back doubled.
void scatter_in_group(sycl::queue& queue, const int* from, int* to) {
  queue.parallel_for<class ScatterInGroup>(sycl::nd_range<1>(64, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    using namespace sycl::ext::intel::esimd;
    slm_init(2048);
    const simd<std::uint32_t, 16> offsets(0, 68);
    slm_scatter<int, 16>(offsets, block_load<int, 16>(from + item.get_group(0) * 16));
    fence<memory_kind::local>();
    block_store<int, 16>(to + item.get_group(0) * 16, slm_gather<int, 16>(offsets) * 2);
  });
}
