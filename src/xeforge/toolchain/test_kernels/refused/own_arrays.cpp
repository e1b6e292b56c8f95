// An array that each item has to itself, too large for registers and indexed by what memory says.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

void launch(sycl::queue& queue, int* values) {
  queue.parallel_for<class OwnArray>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    int own[4096];
    for (int k = 0; k < values[0]; ++k)
      own[values[k] & 4095] = k;
    values[4 + i] = own[values[i] & 4095];
  });
}
