// range, id, item, nd_range: what programs do with them outside a launch.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>
#include <type_traits>

namespace {

TEST(Index, an_id_of_one_dimension_is_a_number) {
  const sycl::id<1> place(7);
  const std::size_t number = place;
  EXPECT_EQ(number, 7u);
  EXPECT_EQ(static_cast<int>(place[0]), 7);
  EXPECT_EQ(place.get(0), 7u);
  float data[10] = {};
  data[place] = 1.0f;
  EXPECT_EQ(*(data + place), 1.0f);
  EXPECT_TRUE(place == 7);
  EXPECT_TRUE(7 == place);
  EXPECT_TRUE(place != 8u);
  EXPECT_TRUE(place < 8 && 6u < place);
  EXPECT_FLOAT_EQ(place * 1.5f, 10.5f);
}

TEST(Index, a_comparison_that_fails_guards_what_stands_to_its_right) {
  const sycl::id<1> place(7);
  bool reached = false;
  if (place < 5 && (reached = true))
    ADD_FAILURE();
  EXPECT_FALSE(reached);
}

TEST(Index, arithmetic_goes_number_by_number) {
  const sycl::id<3> a(7, 8, 9), b(1, 2, 3);
  EXPECT_EQ(a + b, sycl::id<3>(8, 10, 12));
  EXPECT_EQ(a - b, sycl::id<3>(6, 6, 6));
  EXPECT_EQ(a * 2, sycl::id<3>(14, 16, 18));
  EXPECT_EQ(100 - a, sycl::id<3>(93, 92, 91));
  EXPECT_EQ(a / b, sycl::id<3>(7, 4, 3));
  EXPECT_EQ(a % 4u, sycl::id<3>(3, 0, 1));
  EXPECT_EQ(a << b, sycl::id<3>(14, 32, 72));
  EXPECT_EQ((a & 1), sycl::id<3>(1, 0, 1));
  EXPECT_EQ((a > 7), sycl::id<3>(0, 1, 1));
  sycl::id<3> c = a;
  c += b;
  c *= 2;
  EXPECT_EQ(c, sycl::id<3>(16, 20, 24));
  EXPECT_NE(c, a);
  EXPECT_EQ(sycl::range<2>(3, 4) * sycl::range<2>(2, 5), sycl::range<2>(6, 20));
  static_assert(std::is_same_v<decltype(a + 1), sycl::id<3>>);
  static_assert(std::is_same_v<decltype(sycl::range<2>(1, 2) * 3), sycl::range<2>>);
}

TEST(Index, has_the_signs_of_numbers) {
  constexpr sycl::id<2> place(1, 2);
  static_assert(+place == place);
  static_assert(-place + sycl::id<2>(3, 3) == sycl::id<2>(2, 1));
}

TEST(Index, counts_in_every_dimension) {
  sycl::id<2> place(3, 4);
  EXPECT_EQ(place++, sycl::id<2>(3, 4));
  EXPECT_EQ(++place, sycl::id<2>(5, 6));
  EXPECT_EQ(place--, sycl::id<2>(5, 6));
  EXPECT_EQ(--place, sycl::id<2>(3, 4));
}

TEST(Index, an_item_has_an_id) {
  int last = 0;
  int* const p = &last;
  sycl::queue()
      .parallel_for(sycl::range<2>(3, 4),
                    [=](sycl::item<2> item) {
                      const sycl::id<2> place = item;
                      if (place == sycl::id<2>(2, 3))
                        *p = 1;
                    })
      .wait();
  EXPECT_EQ(last, 1);
}

TEST(Index, shapes_are_made_from_numbers_braces_and_each_other) {
  const int rows = 32;
  const sycl::range<1> from_int = rows;
  EXPECT_EQ(from_int.size(), 32u);
  EXPECT_EQ(sycl::range<1>{rows}[0], 32u);
  EXPECT_EQ(sycl::range(2, 3, 4).size(), 24u);
  EXPECT_EQ(sycl::range<3>().size(), 0u);
  EXPECT_EQ(sycl::id<2>(sycl::range<2>(5, 6)), sycl::id<2>(5, 6));
  EXPECT_EQ(sycl::id<2>(), sycl::id<2>(0, 0));

  const sycl::nd_range<1> from_numbers(rows * 16, 16);
  EXPECT_EQ(from_numbers.get_global_range()[0], 512u);
  EXPECT_EQ(from_numbers.get_local_range()[0], 16u);
  EXPECT_EQ(from_numbers.get_group_range()[0], 32u);
  const sycl::nd_range<2> from_braces({64, 6}, {16, 1});
  EXPECT_EQ(from_braces.get_group_range(), sycl::range<2>(4, 6));
  const sycl::nd_range<3> from_ranges(sycl::range<3>(2, 4, 6), sycl::range<3>(1, 2, 3));
  EXPECT_EQ(from_ranges.get_group_range(), sycl::range<3>(2, 2, 2));
}

TEST(Index, the_old_namespace_is_the_same_namespace) {
  static_assert(std::is_same_v<cl::sycl::range<2>, sycl::range<2>>);
  static_assert(std::is_same_v<cl::sycl::half, sycl::half>);
  static_assert(std::is_same_v<sycl::ext::oneapi::bfloat16, sycl::ext::oneapi::experimental::bfloat16>);
}

TEST(Builtins, bit_cast_min_and_max_take_numbers) {
  EXPECT_EQ(sycl::bit_cast<std::uint32_t>(1.0f), 0x3f800000u);
  EXPECT_EQ(sycl::min(3, -4), -4);
  EXPECT_EQ(sycl::max(3u, 4u), 4u);
  EXPECT_EQ(static_cast<float>(sycl::max(sycl::half(1.5f), sycl::half(-2.0f))), 1.5f);
}

} // namespace
