// Kernels with 128 and with 256 registers in one source, with a function, a table and a specialization constant in common. The group
// of 64 is one that devices allow kernels with 128 registers alone. First the headers that most programs begin with: those are kept.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>

#include <sycl/ext/intel/experimental/grf_size_properties.hpp>

using sycl::ext::intel::esimd::simd;

namespace {

constexpr sycl::specialization_id<int> factor(3);
constexpr int summands[16] = {7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5, 2};

ESIMD_NOINLINE simd<int, 16> step(simd<int, 16> values, int by, int which) {
  return values * by + summands[which & 15];
}

struct Large {
  int* values;
  void operator()(sycl::nd_item<1> item, sycl::kernel_handler handler) const SYCL_ESIMD_KERNEL {
    const int i = static_cast<int>(item.get_global_id(0));
    simd<int, 16> row(values + 16 * i);
    row = step(row, handler.get_specialization_constant<factor>(), i);
    row.copy_to(values + 16 * i);
  }
  auto get(sycl::ext::oneapi::experimental::properties_tag) const {
    return sycl::ext::oneapi::experimental::properties{sycl::ext::intel::experimental::grf_size<256>};
  }
};

} // namespace

int main() try {
  sycl::queue queue;
  constexpr int rows = 64;
  int* const values = sycl::malloc_shared<int>(16 * rows, queue);
  for (int i = 0; i < 16 * rows; ++i)
    values[i] = i;
  queue
      .submit([&](sycl::handler& handler) {
        handler.set_specialization_constant<factor>(5);
        handler.parallel_for(sycl::nd_range<1>(rows, 32), Large{values});
      })
      .wait();
  queue
      .submit([&](sycl::handler& handler) {
        handler.parallel_for<class Plain>(sycl::nd_range<1>(rows, rows),
                                          [=](sycl::nd_item<1> item, sycl::kernel_handler kernel) SYCL_ESIMD_KERNEL {
                                            const int i = static_cast<int>(item.get_global_id(0));
                                            simd<int, 16> row(values + 16 * i);
                                            row = step(row, kernel.get_specialization_constant<factor>(), i + 1);
                                            row.copy_to(values + 16 * i);
                                          });
      })
      .wait();
  int wrong = 0;
  for (int i = 0; i < 16 * rows; ++i)
    wrong += values[i] != (i * 5 + summands[i / 16 % 16]) * 3 + summands[(i / 16 + 1) % 16];
  if (wrong != 0)
    std::printf("%d of %d numbers are wrong\n", wrong, 16 * rows);
  sycl::free(values, queue);
  return wrong != 0;
} catch (const sycl::exception& e) {
  std::puts(e.what());
  return 1;
}
