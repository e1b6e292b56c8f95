// The five mistakes that docs/guide/find-a-bug.md walks through, as they are made, and put right.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "defects.hpp"

template <class Name, class Kernel>
void in_groups_of_four(sycl::queue& q, Kernel kernel) {
  q.parallel_for<Name>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL { kernel(item); }).wait();
}

// ---- a simd that begins with garbage -----------------------------------------------------------------------------------
class RowSums;
void garbage(sycl::queue& q, const float* from, float* to) {
  q.parallel_for<RowSums>(sycl::range<1>(4), [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
     simd<float, 16> sum;
     for (int x = 0; x < 256; x += 16)
       sum += esimd::block_load<float, 16>(from + 256 * row[0] + x);
     sum.copy_to(to + 16 * row[0]);
   }).wait();
}
class RowSumsRight;
void garbage_right(sycl::queue& q, const float* from, float* to) {
  q.parallel_for<RowSumsRight>(sycl::range<1>(4), [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
     simd<float, 16> sum = 0;
     for (int x = 0; x < 256; x += 16)
       sum += esimd::block_load<float, 16>(from + 256 * row[0] + x);
     sum.copy_to(to + 16 * row[0]);
   }).wait();
}

// ---- partial sums without a barrier ------------------------------------------------------------------------------------
class GroupSum;
void no_barrier(sycl::queue& q, const float* from, float* to) {
  in_groups_of_four<GroupSum>(q, [=](sycl::nd_item<1> item) {
    esimd::slm_init<4 * sizeof(float)>();
    const auto i = static_cast<std::uint32_t>(item.get_local_id(0));
    esimd::slm_block_store<float, 1>(4 * i, esimd::block_load<float, 1>(from + i));
    if (i == 0)
      to[item.get_group(0)] = esimd::reduce<float>(esimd::slm_block_load<float, 4>(0), std::plus<>());
  });
}
class GroupSumRight;
void no_barrier_right(sycl::queue& q, const float* from, float* to) {
  in_groups_of_four<GroupSumRight>(q, [=](sycl::nd_item<1> item) {
    esimd::slm_init<4 * sizeof(float)>();
    const auto i = static_cast<std::uint32_t>(item.get_local_id(0));
    esimd::slm_block_store<float, 1>(4 * i, esimd::block_load<float, 1>(from + i));
    esimd::barrier();
    if (i == 0)
      to[item.get_group(0)] = esimd::reduce<float>(esimd::slm_block_load<float, 4>(0), std::plus<>());
  });
}

// ---- a block that begins between two ------------------------------------------------------------------------------------
class Window;
void odd_offset(sycl::queue& q, const float* from, float* to) {
  q.single_task<Window>([=]() SYCL_ESIMD_KERNEL {
     esimd::slm_init<256>();
     esimd::slm_block_store<float, 64>(0, esimd::block_load<float, 64>(from));
     const simd<float, 32> window = esimd::slm_block_load<float, 32>(7 * sizeof(float));
     window.copy_to(to);
   }).wait();
}
class WindowRight;
void odd_offset_right(sycl::queue& q, const float* from, float* to) {
  q.single_task<WindowRight>([=]() SYCL_ESIMD_KERNEL {
     esimd::slm_init<256>();
     esimd::slm_block_store<float, 64>(0, esimd::block_load<float, 64>(from));
     const simd<float, 32> window = esimd::slm_block_load<float, 32>(8 * sizeof(float));
     window.copy_to(to);
   }).wait();
}

// ---- a barrier in one branch ---------------------------------------------------------------------------------------------
class Branches;
void half_a_barrier(sycl::queue& q, const float* from, float* to) {
  in_groups_of_four<Branches>(q, [=](sycl::nd_item<1> item) {
    esimd::slm_init<2 * sizeof(float)>();
    const auto i = static_cast<std::uint32_t>(item.get_local_id(0));
    if (i < 2) {
      esimd::slm_block_store<float, 1>(4 * i, esimd::block_load<float, 1>(from + i));
      esimd::barrier();
      esimd::slm_block_load<float, 1>(4 - 4 * i).copy_to(to + 4 * item.get_group(0) + i);
    }
  });
}
class BranchesRight;
void half_a_barrier_right(sycl::queue& q, const float* from, float* to) {
  in_groups_of_four<BranchesRight>(q, [=](sycl::nd_item<1> item) {
    esimd::slm_init<2 * sizeof(float)>();
    const auto i = static_cast<std::uint32_t>(item.get_local_id(0));
    if (i < 2)
      esimd::slm_block_store<float, 1>(4 * i, esimd::block_load<float, 1>(from + i));
    esimd::barrier();
    if (i < 2)
      esimd::slm_block_load<float, 1>(4 - 4 * i).copy_to(to + 4 * item.get_group(0) + i);
  });
}

// ---- a lane for each row ---------------------------------------------------------------------------------------------------
class ColumnSums;
void lane_for_each_row(sycl::queue& q, const float* from, float* to) {
  q.parallel_for<ColumnSums>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 16> rows(0, 256 * sizeof(float));
     simd<float, 16> sums = 0;
     for (int x = 0; x < 256; ++x)
       sums += esimd::gather<float, 16>(from + 4096 * i[0] + x, rows);
     sums.copy_to(to + 16 * i[0]);
   }).wait();
}
class ColumnSumsRight;
void lane_for_each_row_right(sycl::queue& q, const float* from, float* to) {
  q.parallel_for<ColumnSumsRight>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<float, 16> sums = 0;
     for (int row = 0; row < 16; ++row) {
       simd<float, 16> sum = 0;
       for (int x = 0; x < 256; x += 16)
         sum += esimd::block_load<float, 16>(from + 4096 * i[0] + 256 * row + x);
       sums[row] = esimd::reduce<float>(sum, std::plus<>());
     }
     sums.copy_to(to + 16 * i[0]);
   }).wait();
}

template <void (*kernel)(sycl::queue&, const float*, float*)>
void with_memory(sycl::queue& q) {
  const Memory<float> from(q, 4 * 4096), to(q, 64);
  kernel(q, from.get(), to.get());
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"garbage", with_memory<garbage>, with_memory<garbage_right>},
                  {"no_barrier", with_memory<no_barrier>, with_memory<no_barrier_right>},
                  {"odd_offset", with_memory<odd_offset>, with_memory<odd_offset_right>},
                  {"half_a_barrier", with_memory<half_a_barrier>, with_memory<half_a_barrier_right>},
                  {"lane_for_each_row", with_memory<lane_for_each_row>, with_memory<lane_for_each_row_right>}});
}
