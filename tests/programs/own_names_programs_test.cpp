// Programs call their own things what they like, and use the namespaces of the extension at once.
#include "program_support.hpp"

// Plain words, among them all that the headers use for what is theirs: ambiguous as soon as an import brings another.
constexpr int lanes = 16;
constexpr int vec = 7, step = 11, rows = 7, mask = 9, width = 10, offset = 12;
constexpr int port = 1, only = 2, bits = 3, refused = 4, lane_numbers = 5, machine = 7, base = 8, objects = 9;
constexpr int tile = 1, row = 2, column = 3, block = 4, region = 5, view = 6, source = 7, result = 8, accesses = 9;
struct half {
  int value;
};
struct bfloat16 {
  int value;
};
struct raw_vector {
  int value;
};
struct raw_element_t {
  int value;
};
struct mask_vec {
  int value;
};
struct Hints {
  int value;
};

namespace {

using namespace sycl::ext::intel::esimd;
using namespace sycl::ext::intel::experimental::esimd;

constexpr int sum_of_words = port + only + bits + refused + lane_numbers + machine + base + objects + tile + row +
                             column + block + region + view + source + result + accesses + mask + width + offset;
static_assert(sum_of_words == 115);

// Templates that take anything, under words of the headers' own functions: found by argument, both would fit.
template <class A, class B, class F>
int compare(const A&, const B&, F) {
  return 1;
}
template <class A, class B, class F>
int combine(const A&, const B&, F) {
  return 2;
}
template <class X>
int raw_of(const X&) {
  return 3;
}
template <class A, class B, class C, class D>
int load_through_accessor(A&, const B&, C, D) {
  return 5;
}

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

TEST(Programs, may_use_the_words_of_the_headers_for_their_own_types_and_functions) {
  const half a{1};
  const bfloat16 b{2};
  const raw_vector c{3};
  const raw_element_t d{4};
  const mask_vec e{5};
  const Hints f{6};
  EXPECT_EQ(a.value + b.value + c.value + d.value + e.value + f.value, 21);

  simd<int, lanes> x(0, 1);
  const auto nothing = [] {};
  EXPECT_EQ(compare(x, x, nothing), 1);
  EXPECT_EQ(combine(x, x.select<4, 2>(0), nothing), 2);
  EXPECT_EQ(raw_of(x), 3);
  EXPECT_EQ(load_through_accessor(x, x, 0u, nothing), 5);
}

} // namespace
