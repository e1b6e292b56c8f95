// Programs of today import the whole namespace and have names of their own that SYCL had in 2021.
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <gtest/gtest.h>

using namespace sycl;

enum vendor { INTEL = 1, OTHER };
namespace ONEAPI {
constexpr int level = 2;
}
struct program {
  int value;
};

TEST(own_names, those_that_sycl_had_in_2021_are_free) {
  const program own{INTEL + OTHER + ONEAPI::level};
  EXPECT_EQ(own.value, 5);
}
