// Single elements: what programs do with v[i] where they would with a number, and views of whole vectors.
#include "program_support.hpp"

#include <algorithm>
#include <cmath>

namespace {

using namespace sycl::ext::intel::esimd;
using sycl::half;

TEST(Programs, a_number_adds_up_elements_of_a_vector_of_any_type) {
  sycl::queue q;
  UsmArray<double> sums(q, 5);
  double* out = sums;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     const simd<int, 16> integers(1, 1);
     simd<int, 16> i = integers;
     simd<float, 16> f(0.5f, 1.0f);
     simd<half, 16> h(half(1), half(2));
     simd<sycl::ext::oneapi::bfloat16, 16> b(3.0f);
     simd<uint64_t, 16> u(uint64_t(1) << 40, uint64_t(1));
     int of_integers = 0;
     float of_floats = 0, of_halves = 0, of_bfloats = 0;
     uint64_t of_longs = 0;
     for (int k = 0; k < 16; k++) {
       of_integers += i[k];
       of_floats += f[k];
       of_halves += h[k];
       of_bfloats += b[k];
       of_longs |= u[k];
     }
     of_floats -= f.select<8, 2>(0)[1]; // an element of a view
     out[0] = of_integers;
     out[1] = of_floats;
     out[2] = of_halves;
     out[3] = of_bfloats;
     out[4] = double(of_longs);
   }).wait();
  EXPECT_EQ(out[0], 136);
  EXPECT_EQ(out[1], 128 - 2.5);
  EXPECT_EQ(out[2], 256);
  EXPECT_EQ(out[3], 48);
  EXPECT_EQ(out[4], double((uint64_t(1) << 40) + 15));
}

TEST(Programs, an_element_is_an_index_a_condition_and_an_argument) {
  sycl::queue q;
  UsmArray<int> results(q, 8);
  int* out = results;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     simd<int, 8> v(0, 3);
     simd<half, 8> h(half(0.5f), half(0.25f));
     int table[8] = {5, 4, 3, 2, 1, 0, 7, 6};
     out[0] = table[v[1]];
     out[1] = v[0] ? 1 : 2;
     out[2] = v[2] == 6 && v[3] > v[2] && v[1] < 4;
     switch (int(v[1])) {
     case 3:
       out[3] = 33;
       break;
     default:
       out[3] = 0;
     }
     half one(h[2]);
     float largest = std::max<float>(h[1], h[3]);
     out[4] = int(one) + int(largest * 100);
     int shifted = 1;
     shifted <<= v[1];
     out[5] = shifted;
     simd<int, 1> single = 4;
     int number = 1;
     number += single;
     out[6] = number;
     v[4] = v[5] = v[1];
     out[7] = v[4] + v[5];
   }).wait();
  const int expected[] = {2, 2, 1, 33, 126, 8, 5, 6};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(out[i], expected[i]) << i;
}

TEST(Programs, a_view_of_a_whole_vector_needs_no_select) {
  sycl::queue q;
  UsmArray<int> results(q, 16);
  int* out = results;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     simd<int, 16> v(0, 1);
     simd_view whole = v;
     whole *= 3;
     simd_view<simd<int, 16>> spelled(v);
     spelled += 1;
     v.copy_to(out);
   }).wait();
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(out[i], 3 * i + 1);
}

TEST(Programs, the_fraction_of_a_number_takes_its_type_from_it) {
  sycl::queue q;
  UsmArray<float> results(q, 9);
  float* out = results;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     simd<float, 8> x(-1.75f, 0.5f);
     simd<float, 8> fractions = frc(x);
     fractions.copy_to(out);
     out[8] = frc(2.25f);
   }).wait();
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(out[i], (-1.75f + 0.5f * i) - std::floor(-1.75f + 0.5f * i));
  EXPECT_EQ(out[8], 0.25f);
}

} // namespace
