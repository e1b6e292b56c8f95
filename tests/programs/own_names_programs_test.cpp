// Programs call their own things what they like, and use the namespaces of the extension at once.
#include "program_support.hpp"

constexpr int lanes = 16;
constexpr int vec = 7, step = 11, rows = 7, mask = 9, width = 10, offset = 12;

namespace {

using namespace sycl::ext::intel::esimd;
using namespace sycl::ext::intel::experimental::esimd;

TEST(Programs, may_use_plain_words_for_their_own_things) {
  sycl::queue q;
  UsmArray<int> results(q, lanes);
  int* out = results;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     simd<int, lanes> v(vec, step);
     v += rows;
     v.copy_to(out);
   }).wait();
  for (int i = 0; i < lanes; ++i)
    EXPECT_EQ(out[i], 14 + 11 * i);
}

} // namespace
