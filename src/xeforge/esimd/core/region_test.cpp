// T03, T05, T06, T07: views of every shape, nested and re-typed, against a model that lists the bytes of each element.
#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

using Random = std::mt19937;
int below(Random& random, int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }

// What a view stands for: rows x columns elements, each the byte positions it occupies in the block.
struct Model {
  int rows, columns;
  std::vector<std::vector<int>> elements;
};

Model select_rows_and_columns(const Model& from, int rows, int stride_y, int columns, int stride_x, int y, int x) {
  Model result{rows, columns, {}};
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      result.elements.push_back(
          from.elements[static_cast<std::size_t>((y + r * stride_y) * from.columns + x + c * stride_x)]);
  return result;
}

Model retyped(const Model& from, int element_size, int rows, int columns) {
  std::vector<int> bytes;
  for (const auto& element : from.elements)
    bytes.insert(bytes.end(), element.begin(), element.end());
  Model result{rows, columns, {}};
  for (std::size_t i = 0; i < bytes.size(); i += static_cast<std::size_t>(element_size))
    result.elements.emplace_back(bytes.begin() + static_cast<long>(i),
                                 bytes.begin() + static_cast<long>(i) + element_size);
  return result;
}

// ---- one step from a view to a view on it ---------------------------------------------------------------------------
template <int Size, int Stride>
struct Select {
  static auto step(auto&& view, Model& model, Random& random) {
    const int offset = below(random, model.columns - (Size - 1) * Stride);
    model = select_rows_and_columns(model, 1, 0, Size, Stride, 0, offset);
    return view.template select<Size, Stride>(static_cast<std::uint16_t>(offset));
  }
};
template <int SizeY, int StrideY, int SizeX, int StrideX>
struct Select2 {
  static auto step(auto&& view, Model& model, Random& random) {
    const int y = below(random, model.rows - (SizeY - 1) * StrideY);
    const int x = below(random, model.columns - (SizeX - 1) * StrideX);
    model = select_rows_and_columns(model, SizeY, StrideY, SizeX, StrideX, y, x);
    return view.template select<SizeY, StrideY, SizeX, StrideX>(static_cast<std::uint16_t>(y),
                                                                static_cast<std::uint16_t>(x));
  }
};
template <class U>
struct Cast {
  static auto step(auto&& view, Model& model, Random&) {
    const auto result = view.template bit_cast_view<U>();
    model = retyped(model, sizeof(U), 1, result.length);
    return result;
  }
};
template <class U, int H, int W>
struct Cast2 {
  static auto step(auto&& view, Model& model, Random&) {
    model = retyped(model, sizeof(U), H, W);
    return view.template bit_cast_view<U, H, W>();
  }
};
struct Row {
  static auto step(auto&& view, Model& model, Random& random) {
    const int i = below(random, model.rows);
    model = select_rows_and_columns(model, 1, 0, model.columns, 1, i, 0);
    return view.row(i);
  }
};
struct Column {
  static auto step(auto&& view, Model& model, Random& random) {
    const int i = below(random, model.columns);
    model = select_rows_and_columns(model, model.rows, 1, 1, 0, 0, i);
    return view.column(i);
  }
};

constexpr int block_length = 64;
using Block = simd<std::int32_t, block_length>;
using Bytes = std::array<unsigned char, block_length * 4>;

Bytes bytes_of(const Block& block) {
  Bytes bytes;
  const auto raw = block.data();
  std::memcpy(bytes.data(), &raw, bytes.size());
  return bytes;
}

template <class View>
void expect_reads_and_writes(Block& block, View view, const Model& model, Random& random) {
  using T = typename View::element_type;
  constexpr std::size_t n = View::length;
  ASSERT_EQ(model.elements.size(), n);
  Bytes bytes = bytes_of(block);
  std::array<T, n> expected;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t b = 0; b < sizeof(T); ++b)
      reinterpret_cast<unsigned char*>(&expected[i])[b] = bytes[static_cast<std::size_t>(model.elements[i][b])];
  ASSERT_EQ(elements(simd<T, n>(view)), expected);

  std::array<T, n> fresh;
  for (T& value : fresh)
    value = static_cast<T>(random());
  view = from_array(fresh);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t b = 0; b < sizeof(T); ++b)
      bytes[static_cast<std::size_t>(model.elements[i][b])] = reinterpret_cast<const unsigned char*>(&fresh[i])[b];
  ASSERT_EQ(bytes_of(block), bytes);
}

void walk(Block&, auto&&, const Model&, Random&) {}

template <class Step, class... Rest>
void walk(Block& block, auto&& view, Model model, Random& random) {
  auto next = Step::step(view, model, random);
  expect_reads_and_writes(block, next, model, random);
  if constexpr (sizeof...(Rest) > 0)
    walk<Rest...>(block, next, model, random);
}

// Follows the steps 40 times with random offsets; after each one the view is read and written.
template <class... Steps>
void follow() {
  Random random(11);
  for (int round = 0; round < 40; ++round) {
    std::array<std::int32_t, block_length> content;
    for (auto& value : content)
      value = static_cast<std::int32_t>(random());
    Block block = from_array(content);
    Model model{1, block_length, {}};
    for (int i = 0; i < block_length; ++i)
      model.elements.push_back({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
    walk<Steps...>(block, block, model, random);
  }
}

using std::int16_t, std::int32_t, std::int64_t, std::int8_t, std::uint16_t;

TEST(Region, the_only_element_is_that_of_every_index) {
  simd<float, 1> one(2.5f);
  volatile int anywhere = 100000;
  one[anywhere] = 4.0f;
  one[anywhere] += 1.0f;
  EXPECT_EQ(float(one[0]), 5.0f);
  EXPECT_EQ(std::as_const(one)[anywhere], 5.0f);
}

TEST(Region, T06_one_dimension_inside_one_dimension) {
  follow<Select<16, 1>, Select<4, 2>, Select<2, 3>, Select<1, 1>>();
  follow<Select<9, 7>, Select<3, 4>, Select<2, 1>>();
  follow<Select<31, 2>, Select<15, 2>, Select<7, 2>, Select<3, 2>>();
  follow<Select<64, 1>, Select<64, 1>, Select<63, 1>>();
}
TEST(Region, T06_two_dimensions_have_the_pitch_of_their_parent) {
  follow<Cast2<int32_t, 8, 8>, Select2<4, 2, 3, 2>, Select2<2, 2, 2, 1>, Select2<1, 1, 2, 1>>();
  follow<Cast2<int32_t, 4, 16>, Select2<3, 1, 5, 3>, Select2<2, 2, 3, 1>>();
  follow<Cast2<int32_t, 16, 4>, Select2<8, 1, 4, 1>, Select2<4, 1, 4, 1>, Select2<2, 3, 1, 1>>();
}
TEST(Region, T06_rows_are_of_one_dimension_and_columns_of_two) {
  follow<Cast2<int32_t, 8, 8>, Row, Select<3, 2>, Select<1, 1>>();
  follow<Cast2<int32_t, 8, 8>, Column, Select2<3, 2, 1, 1>>();
  follow<Cast2<int32_t, 8, 8>, Select2<4, 2, 4, 2>, Row, Select<2, 1>>();
  follow<Cast2<int32_t, 8, 8>, Select2<4, 2, 4, 2>, Column, Row>();
}
TEST(Region, T06_elements_may_be_taken_for_another_type) {
  follow<Cast<int16_t>, Select<32, 2>, Select<5, 3>>();
  follow<Cast<int64_t>, Select<8, 3>, Cast<int8_t>, Select<9, 5>>();
  follow<Select<16, 2>, Cast<int8_t>, Select<11, 5>>();
  follow<Cast2<int16_t, 8, 16>, Row, Cast<int32_t>, Select<3, 2>>();
  follow<Cast2<int8_t, 16, 16>, Select2<4, 3, 8, 1>, Row, Cast<int64_t>>();
}
TEST(Region, T06_a_part_may_be_taken_for_rows_of_its_own) {
  follow<Select<32, 1>, Cast2<int32_t, 4, 8>, Select2<2, 2, 3, 2>>();
  follow<Select<32, 2>, Cast2<int16_t, 4, 16>, Row>();
  follow<Select<24, 1>, Cast2<int16_t, 3, 16>, Column>();
  follow<Cast2<int32_t, 8, 8>, Select2<4, 1, 4, 1>, Cast2<int32_t, 2, 8>, Select2<2, 1, 3, 2>>();
  follow<Cast2<int32_t, 8, 8>, Row, Cast2<int8_t, 4, 8>, Select2<2, 2, 4, 1>>();
}

TEST(Region, T07_a_stride_of_0_reads_one_element_again_and_again) {
  simd<int, 8> v(10, 1);
  EXPECT_EQ(elements(simd<int, 4>(v.select<4, 0>(3))), (std::array<int, 4>{13, 13, 13, 13}));
  EXPECT_EQ(elements(v.select<4, 0>(3) + v.select<4, 1>(0)), (std::array<int, 4>{23, 24, 25, 26}));
  EXPECT_EQ(lanes_of(v.select<4, 0>(2) > v.select<4, 1>(1)), (std::array<uint16_t, 4>{1, 0, 0, 0}));
  auto rows = v.bit_cast_view<int, 2, 4>();
  EXPECT_EQ(elements(simd<int, 6>(rows.select<3, 0, 2, 1>(1, 2))), (std::array<int, 6>{16, 17, 16, 17, 16, 17}));
  EXPECT_EQ(elements(simd<int, 6>(rows.select<2, 1, 3, 0>(0, 1))), (std::array<int, 6>{11, 11, 11, 15, 15, 15}));
  const simd<int, 8> constant = v;
  EXPECT_EQ(elements(constant.select<3, 0>(7)), (std::array<int, 3>{17, 17, 17}));
}

TEST(Region, T07_offsets_are_taken_as_16_bits) {
  simd<int, 8> v(10, 1);
  const unsigned far = 65536 + 3;
  EXPECT_EQ(elements(simd<int, 2>(v.select<2, 2>(static_cast<std::uint16_t>(far)))), (std::array<int, 2>{13, 15}));
  static_assert(std::is_same_v<decltype(region1d_t<int, 2, 2>().M_offset_x), std::uint16_t>);
  static_assert(std::is_same_v<decltype(v.select<2, 2>(0).getOffsetX()), std::uint16_t>);
}

TEST(Region, T05_overlapping_assignment_is_a_shift) {
  simd<int, 8> v(0, 1);
  v.select<7, 1>(1) = v.select<7, 1>(0);
  EXPECT_EQ(elements(v), (std::array<int, 8>{0, 0, 1, 2, 3, 4, 5, 6}));
  v.select<7, 1>(0) = v.select<7, 1>(1) * 2;
  EXPECT_EQ(elements(v), (std::array<int, 8>{0, 2, 4, 6, 8, 10, 12, 6}));
  v.select<4, 2>(0) = v.select<4, 2>(1);
  EXPECT_EQ(elements(v), (std::array<int, 8>{2, 2, 6, 6, 10, 10, 6, 6}));
}

TEST(Region, T05_a_block_converts_in_place_between_two_views_of_it) {
  simd<float, 8> block(1.0f, 1.5f);
  auto narrow = block.bit_cast_view<half>();
  narrow.select<8, 1>(0) = block;
  EXPECT_EQ(float(elements(simd<half, 16>(narrow))[7]), 11.5f);
  block = narrow.select<8, 1>(0);
  EXPECT_EQ(elements(block)[0], 1.0f);
  EXPECT_EQ(elements(block)[7], 11.5f);
}

TEST(Region, T03_auto_holds_a_view) {
  simd<int, 8> v(0, 1);
  auto low = v.select<4, 1>(0);
  low = simd<int, 4>(9);
  EXPECT_EQ(elements(v), (std::array<int, 8>{9, 9, 9, 9, 4, 5, 6, 7}));
  auto another = low;
  another = v.select<4, 1>(4);
  EXPECT_EQ(elements(v), (std::array<int, 8>{4, 5, 6, 7, 4, 5, 6, 7}));
  auto element = v[6];
  element = 1;
  v[7] = element + 1;
  EXPECT_EQ(elements(v)[6], 1);
  EXPECT_EQ(elements(v)[7], 2);
  another = low;
  EXPECT_EQ(elements(v)[0], 4);
}

TEST(Region, T03_parts_of_temporaries_and_constants_are_copies) {
  simd<int, 8> v(0, 1);
  auto copy = (v + 10).select<4, 2>(1);
  static_assert(std::is_same_v<decltype(copy), simd<int, 4>>);
  const simd<int, 8> constant(5, 1);
  auto of_constant = constant.select<2, 1>(3);
  static_assert(std::is_same_v<decltype(of_constant), simd<int, 2>>);
  static_assert(std::is_same_v<decltype(constant[3]), int>);
  static_assert(std::is_same_v<decltype((v + 10)[3]), int>);
  v = 0;
  EXPECT_EQ(elements(copy), (std::array<int, 4>{11, 13, 15, 17}));
  EXPECT_EQ(elements(of_constant), (std::array<int, 2>{8, 9}));
}

TEST(Region, assigning_to_a_view_converts_and_broadcasts) {
  simd<std::uint8_t, 8> v(0);
  v.select<4, 1>(0) = simd<float, 4>(2.9f, 100.0f);
  v.select<2, 1>(4) = 7;
  simd<int, 4> other(40, 1);
  v.select<2, 1>(6) = other[3];
  EXPECT_EQ(elements(v), (std::array<std::uint8_t, 8>{2, 102, 202, 255, 7, 7, 43, 43}));
}

TEST(Region, braces_may_stand_around_what_a_view_is_assigned) {
  simd<int, 8> a(1, 1);
  auto middle = a.select<4, 1>(2);
  middle = {7};
  a.select<2, 1>(0) = {2.9};
  a[7] = {-5};
  EXPECT_EQ(elements(a), (std::array<int, 8>{2, 2, 7, 7, 7, 7, 7, -5}));
  middle = {};
  middle.write(9).select<2, 2>(0) = {4};
  EXPECT_EQ(elements(a), (std::array<int, 8>{2, 2, 4, 9, 4, 9, 7, -5}));
  simd<half, 4> halves(half(1.0f));
  halves.select<2, 1>(1) = {half(2.5f)};
  EXPECT_EQ(elements(halves), (std::array<half, 4>{half(1.0f), half(2.5f), half(2.5f), half(1.0f)}));
  simd_mask<4> mask = 0;
  mask.select<2, 2>(0) = {1};
  EXPECT_EQ(elements(simd<int, 4>(mask)), (std::array<int, 4>{1, 0, 1, 0}));
}

TEST(Region, a_single_element_is_any_element) {
  simd<int, 1> one[3] = {1, 2, 3};
  for (int i = 0; i < 5; ++i) {
    one[1][i] = 7 + i;
    EXPECT_EQ(one[1][2 * i], 7 + i);
  }
  EXPECT_EQ(one[0][0] + one[2][0], 4);
}

TEST(Region, a_view_tells_its_shape) {
  simd<half, 64> v(0);
  auto rows = v.bit_cast_view<half, 4, 16>();
  auto part = rows.select<2, 2, 4, 3>(1, 5);
  using Part = decltype(part);
  static_assert(Part::is2D() && !Part::is1D() && Part::length == 8);
  static_assert(Part::getSizeX() == 4 && Part::getStrideX() == 3 && Part::getSizeY() == 2 && Part::getStrideY() == 2);
  static_assert(shape_type<Part>::type::Size_x == 4 && shape_type<Part>::type::Size_y == 2);
  static_assert(detail::is_simd_view_type_v<Part> && !detail::is_simd_view_type_v<simd<half, 64>>);
  EXPECT_EQ(part.getOffsetX(), 5);
  EXPECT_EQ(part.getOffsetY(), 1);
  static_assert(decltype(rows.row(0))::is1D() && decltype(rows.column(0))::is2D());
}

TEST(Region, run_time_offsets_reach_every_element_of_a_large_block) {
  simd<half, 512> data(0);
  for (int chunk = 0; chunk < 16; ++chunk)
    data.select<32, 1>(static_cast<uint16_t>(chunk * 32)) = simd<half, 32>(half(chunk));
  for (int chunk = 0; chunk < 16; ++chunk) {
    const simd<half, 32> part = data.select<32, 1>(static_cast<uint16_t>(chunk * 32));
    EXPECT_EQ(float(elements(part)[0]), static_cast<float>(chunk));
    EXPECT_EQ(float(elements(part)[31]), static_cast<float>(chunk));
    EXPECT_EQ(float(data[chunk * 32 + 5]), static_cast<float>(chunk));
  }
}

} // namespace
} // namespace xeforge::esimd
