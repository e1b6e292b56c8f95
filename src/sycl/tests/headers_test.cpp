// Parts of SYCL and of the extension under the names that the vendor's headers have, each of which brings what it
// names.
#include <sycl/access/access.hpp>
#include <sycl/accessor_image.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/builtins_esimd.hpp>
#include <sycl/detail/core.hpp>
#include <sycl/exception_list.hpp>
#include <sycl/ext/intel/esimd/alt_ui.hpp>
#include <sycl/ext/intel/esimd/common.hpp>
#include <sycl/ext/intel/esimd/math.hpp>
#include <sycl/ext/intel/esimd/memory.hpp>
#include <sycl/ext/intel/esimd/memory_properties.hpp>
#include <sycl/ext/intel/esimd/simd.hpp>
#include <sycl/ext/intel/esimd/simd_view.hpp>
#include <sycl/ext/intel/esimd/types.hpp>
#include <sycl/ext/intel/esimd/xmx/common.hpp>
#include <sycl/ext/intel/experimental/esimd/common.hpp>
#include <sycl/ext/intel/experimental/esimd/kernel_properties.hpp>
#include <sycl/ext/intel/experimental/esimd/math.hpp>
#include <sycl/ext/intel/experimental/esimd/tfloat32.hpp>
#include <sycl/ext/intel/experimental/fp_control_kernel_properties.hpp>
#include <sycl/ext/intel/experimental/grf_size_properties.hpp>
#include <sycl/ext/oneapi/experimental/builtins.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/memcpy2d.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_local_memory.hpp>
#include <sycl/info/info_desc.hpp>
#include <sycl/marray.hpp>
#include <sycl/properties/queue_properties.hpp>
#include <sycl/usm.hpp>
#include <sycl/usm/usm_allocator.hpp>
#include <sycl/usm/usm_enums.hpp>
#include <sycl/vector.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace {

namespace esimd = sycl::ext::intel::esimd;

TEST(Headers, bring_what_they_are_named_after) {
  sycl::queue q(sycl::property::queue::in_order{});
  using Allocator = sycl::usm_allocator<std::uint32_t, sycl::usm::alloc::shared>;
  std::vector<std::uint32_t, Allocator> words(16, Allocator(q));
  std::uint32_t* const p = words.data();
  q.single_task([=]() SYCL_ESIMD_KERNEL { esimd::simd<std::uint32_t, 16>(0, 3).copy_to(p); }).wait();
  EXPECT_EQ(words[15], 45u);
  EXPECT_EQ(sycl::bit_cast<std::uint32_t>(1.0f), 0x3f800000u);
#ifndef __SYCL_RT_OS_LINUX
  FAIL() << "the system has no name";
#endif
#ifndef __ESIMD_FORCE_STATELESS_MEM
  FAIL() << "nothing says that offsets of accessors may have 64 bits";
#endif
}

// Within a few units in the last place of the results, for vectors and for one number spread over a vector.
TEST(Headers, functions_of_sycl_take_vectors_of_floats) {
  for (float base : {0.125f, 3.0f, 1000.5f}) {
    const esimd::simd<float, 8> x(base, 0.75f);
    const esimd::simd<float, 8> sine = sycl::sin(x), cosine = sycl::cos<8>(x), logarithm = sycl::log<8>(x);
    const esimd::simd<float, 8> exponential = sycl::exp<8>(base / 16);
    for (int i = 0; i < 8; ++i) {
      EXPECT_NEAR(sine[i], std::sin(double(x[i])), 4e-7);
      EXPECT_NEAR(cosine[i], std::cos(double(x[i])), 4e-7);
      EXPECT_NEAR(logarithm[i], std::log(double(x[i])), 1e-6 * (1 + std::abs(std::log(double(x[i])))));
      EXPECT_NEAR(exponential[i] / std::exp(double(base / 16)), 1, 1e-5);
    }
  }
}

} // namespace
