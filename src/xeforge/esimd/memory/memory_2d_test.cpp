// T23: two-dimensional blocks against a reference that looks up every byte of every element on its own. T24:
// prefetches.
#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/esimd/memory/config_2d.hpp"

#include <sys/mman.h>

namespace xeforge::esimd {
namespace {

using namespace testing;

using Bytes = std::vector<unsigned char>;

// A matrix in memory with random bytes everywhere, also between the width and the pitch and around it.
struct Matrix {
  int width, height, pitch; // bytes, rows, bytes: as they are, not less one
  Bytes memory;
  static constexpr int margin = 256;

  Matrix(int width, int height, int pitch) : width(width), height(height), pitch(pitch) {
    std::mt19937 random(static_cast<unsigned>(width * 31 + height * 7 + pitch));
    memory.resize(static_cast<std::size_t>(2 * margin + height * pitch));
    for (unsigned char& byte : memory)
      byte = static_cast<unsigned char>(random());
  }
  unsigned char* base() { return memory.data() + margin; }
  template <class T>
  T* elements() {
    return reinterpret_cast<T*>(base());
  }
  bool has(int byte_x, int y) const { return byte_x >= 0 && byte_x < width && y >= 0 && y < height; }
  unsigned char& byte(int byte_x, int y) { return base()[y * pitch + byte_x]; }
};

template <class T, int W, int H, int NB = 1, bool Transposed = false, bool Transformed = false>
struct Shape {
  static constexpr int size = sizeof(T), pack = 4 / size > 0 ? 4 / size : 1;
  static constexpr int columns = Transformed ? (W > 8 ? 16 : W > 4 ? 8 : W > 2 ? 4 : W) : W;
  static constexpr int rows = Transformed ? (H + pack - 1) / pack * pack : H;
  static constexpr int count = columns * rows * NB;

  // Where element (row, column) of a block stands, by the textbook.
  static int index(int block, int row, int column) {
    const int start = block * columns * rows;
    if (Transposed)
      return start + column * H + row;
    if (Transformed)
      return start + row / pack * columns * pack + column * pack + row % pack;
    return start + row * W + column;
  }
  // As registers have it: rows at powers of two, blocks at 64 bytes.
  static constexpr int row_length = Transposed ? H : Transformed ? columns * pack : W;
  static constexpr int power(int n) { return n <= 1 ? 1 : 2 * power((n + 1) / 2); }
  static constexpr int padded_block = (columns * rows / row_length * power(row_length) * size + 63) / 64 * 64 / size;
  static constexpr int padded_count = padded_block * NB;
  static int padded_index(int compact) {
    const int block = compact / (columns * rows), rest = compact % (columns * rows);
    return block * padded_block + rest / row_length * power(row_length) + rest % row_length;
  }
};

template <class T, int W, int H, int NB, bool Transposed, bool Transformed>
Bytes expected_block(Shape<T, W, H, NB, Transposed, Transformed>, Matrix& matrix, int x, int y) {
  using S = Shape<T, W, H, NB, Transposed, Transformed>;
  Bytes result(static_cast<std::size_t>(S::count * S::size), 0);
  for (int block = 0; block < NB; ++block)
    for (int row = 0; row < H; ++row)
      for (int column = 0; column < W; ++column)
        for (int k = 0; k < S::size; ++k) {
          const int byte_x = (x + block * W + column) * S::size + k;
          if (matrix.has(byte_x, y + row))
            result[static_cast<std::size_t>(S::index(block, row, column) * S::size + k)] = matrix.byte(byte_x, y + row);
        }
  return result;
}

template <class T, int N>
Bytes bytes_of(const simd<T, N>& values) {
  const auto array = elements(values);
  Bytes result(sizeof(array));
  std::memcpy(result.data(), static_cast<const void*>(array.data()), sizeof(array));
  return result;
}

struct Place {
  int x, y;
};
// On the surface, touching each edge, over each edge and corner, and far away on every side.
std::vector<Place> places(const Matrix& matrix, int size, int w, int h) {
  const int right = matrix.width / size, below = matrix.height;
  std::vector<Place> result;
  for (const int x : {0, 1, right - w, right - w + 1, right - 1, right, -1, -w, -w + 1, 1 << 20, -(1 << 20)})
    for (const int y : {0, 3, below - h, below - h + 1, below - 1, below, -1, -h, 1 << 20, -(1 << 20)})
      result.push_back({x, y});
  return result;
}

// Surfaces: roomy; no wider than the block; narrower than the block; a width that ends inside an element; odd pitch.
std::vector<Matrix> matrices(int size, int w, int h) {
  return {Matrix(4 * w * size, 2 * h + 3, 4 * w * size + 64), Matrix(w * size, h, w * size),
          Matrix(std::max(1, w / 2) * size, std::max(1, h / 2), 64),
          Matrix(w * size + size / 2 + 1, h + 1, w * size + 77)};
}

template <class T, int W, int H, int NB, bool Transposed, bool Transformed>
void check_load(Shape<T, W, H, NB, Transposed, Transformed> shape) {
  using S = decltype(shape);
  for (Matrix& matrix : matrices(S::size, W * NB, H))
    for (const auto& [x, y] : places(matrix, S::size, W * NB, H)) {
      const auto expected = expected_block(shape, matrix, x, y);
      const auto width = static_cast<unsigned>(matrix.width - 1), height = static_cast<unsigned>(matrix.height - 1),
                 pitch = static_cast<unsigned>(matrix.pitch - 1);
      const T* base = matrix.elements<T>();
      const auto got =
          bytes_of<T, S::count>(load_2d<T, W, H, NB, Transposed, Transformed>(base, width, height, pitch, x, y));
      ASSERT_EQ(got, expected) << sizeof(T) << " bytes, " << W << " x " << H << " x " << NB << " at " << x << ", " << y
                               << " of " << matrix.width << " x " << matrix.height;
      if constexpr (S::padded_count != S::count) {
        const auto padded = bytes_of<T, S::padded_count>(
            load_2d<T, W, H, NB, Transposed, Transformed, S::padded_count>(base, width, height, pitch, x, y));
        Bytes picked(expected.size());
        for (int i = 0; i < S::count; ++i)
          std::memcpy(picked.data() + i * S::size, padded.data() + S::padded_index(i) * S::size, sizeof(T));
        ASSERT_EQ(picked, expected) << "padded";
      }
    }
}

template <class T>
class Plain2d : public ::testing::Test {};
TYPED_TEST_SUITE(Plain2d, AllElements);

TYPED_TEST(Plain2d, T23_blocks_of_every_count_read_zero_outside_the_surface) {
  using T = TypeParam;
  constexpr int least = sizeof(T) >= 4 ? 1 : 4 / sizeof(T), most = 64 / sizeof(T);
  check_load(Shape<T, least, 1>{});
  check_load(Shape<T, least, 32>{});
  check_load(Shape<T, most, 3>{});
  check_load(Shape<T, most / 2, 8>{});
  check_load(Shape<T, least + 1, 5>{});
  check_load(Shape<T, most - 1, 2>{});
  if constexpr (sizeof(T) <= 4) {
    check_load(Shape<T, most / 2, 4, 2>{});
    check_load(Shape<T, least + 2, 3, 2>{});
  }
  if constexpr (sizeof(T) <= 2) {
    check_load(Shape<T, most / 4, 8, 4>{});
    check_load(Shape<T, least, 7, 4>{});
  }
}

template <class T>
class Transformed2d : public ::testing::Test {};
using Narrow = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, half, bfloat16>;
TYPED_TEST_SUITE(Transformed2d, Narrow);

TYPED_TEST(Transformed2d, T23_rows_are_packed_by_fours_of_bytes_and_filled_up_with_zeros) {
  using T = TypeParam;
  constexpr int pack = 4 / sizeof(T);
  check_load(Shape<T, 16, 16, 1, false, true>{});
  check_load(Shape<T, 16, 32, 1, false, true>{});
  check_load(Shape<T, 16, 16, 2, false, true>{});
  check_load(Shape<T, 8, 2 * pack, 4, false, true>{});
  check_load(Shape<T, 4, pack, 1, false, true>{});
  check_load(Shape<T, 5, 2 * pack + 1, 1, false, true>{});
  check_load(Shape<T, 13, 3 * pack - 1, 2, false, true>{});
  check_load(Shape<T, 7, 31, 1, false, true>{});
}

template <class T>
class Transposed2d : public ::testing::Test {};
using Words = ::testing::Types<std::int32_t, std::uint32_t, float>;
TYPED_TEST_SUITE(Transposed2d, Words);

TYPED_TEST(Transposed2d, T23_columns_come_one_after_another) {
  using T = TypeParam;
  check_load(Shape<T, 8, 16, 1, true>{});
  check_load(Shape<T, 8, 8, 1, true>{});
  check_load(Shape<T, 8, 32, 1, true>{});
  check_load(Shape<T, 1, 1, 1, true>{});
  check_load(Shape<T, 1, 32, 1, true>{});
  check_load(Shape<T, 3, 5, 1, true>{});
  check_load(Shape<T, 7, 31, 1, true>{});
  check_load(Shape<T, 4, 2, 1, true>{});
}
TEST(Transposed2d, T23_columns_of_64_bits) {
  check_load(Shape<double, 4, 8, 1, true>{});
  check_load(Shape<std::uint64_t, 2, 8, 1, true>{});
  check_load(Shape<std::int64_t, 1, 8, 1, true>{});
}

// ---- store ----------------------------------------------------------------------------------------------------------
template <class T, int W, int H>
void check_store() {
  using S = Shape<T, W, H>;
  for (const Matrix& original : matrices(S::size, W, H))
    for (const auto& [x, y] : places(original, S::size, W, H)) {
      const auto values = from_array(pick<S::count>(values_worth_trying<T>(100, 5), 0));
      const Bytes stored = bytes_of<T, S::count>(values);
      Matrix expected = original;
      for (int row = 0; row < H; ++row)
        for (int byte = 0; byte < W * S::size; ++byte)
          if (expected.has(x * S::size + byte, y + row))
            expected.byte(x * S::size + byte, y + row) = stored[static_cast<std::size_t>(row * W * S::size + byte)];

      const auto width = static_cast<unsigned>(original.width - 1), height = static_cast<unsigned>(original.height - 1),
                 pitch = static_cast<unsigned>(original.pitch - 1);
      Matrix matrix = original;
      store_2d<T, W, H>(matrix.elements<T>(), width, height, pitch, x, y, values);
      ASSERT_EQ(matrix.memory, expected.memory)
          << sizeof(T) << " bytes, " << W << " x " << H << " at " << x << ", " << y;

      if constexpr (S::padded_count != S::count) {
        std::array<T, S::padded_count> padded{};
        for (int i = 0; i < S::count; ++i)
          padded[static_cast<std::size_t>(S::padded_index(i))] = elements(values)[static_cast<std::size_t>(i)];
        matrix = original;
        store_2d<T, W, H, S::padded_count>(matrix.elements<T>(), width, height, pitch, x, y, from_array(padded));
        ASSERT_EQ(matrix.memory, expected.memory) << "padded";
      }
    }
}

template <class T>
class Store2d : public ::testing::Test {};
TYPED_TEST_SUITE(Store2d, AllElements);

TYPED_TEST(Store2d, T23_what_lies_outside_the_surface_is_dropped) {
  using T = TypeParam;
  constexpr int least = sizeof(T) >= 4 ? 1 : 4 / sizeof(T), most = 64 / sizeof(T);
  check_store<T, most, 8>();
  check_store<T, most / 2, 4>();
  check_store<T, least, 1>();
  check_store<T, least + 1, 7>();
  check_store<T, most - 1, 3>();
}

// ---- spellings ------------------------------------------------------------------------------------------------------
TEST(Config2d, T23_both_spellings_with_any_hints_do_the_same) {
  using enum cache_hint;
  Matrix matrix(128, 40, 192);
  const half* base = matrix.elements<half>();
  for (const auto& [x, y] : places(matrix, 2, 16, 16)) {
    const auto expected = bytes_of<half, 256>(load_2d<half, 16, 16, 1, false, true>(base, 127, 39, 191, x, y));
    EXPECT_EQ(expected, expected_block(Shape<half, 16, 16, 1, false, true>{}, matrix, x, y));
    config_2d_mem_access<half, 16, 16, 1> access(base, 127, 39, 191, x, y);
    EXPECT_EQ((bytes_of<half, 256>(lsc_load_2d<half, 16, 16, 1, false, true>(base, 127, 39, 191, x, y))), expected);
    EXPECT_EQ(
        (bytes_of<half, 256>(lsc_load_2d<half, 16, 16, 1, false, true, cached, cached>(base, 127, 39, 191, x, y))),
        expected);
    EXPECT_EQ((bytes_of<half, 256>(lsc_load_2d<half, 16, 16, 1, false, true, cached, cached>(access))), expected);
    EXPECT_EQ((bytes_of<half, 256>(load_2d<half, 16, 16, 1, false, true>(
                  base, 127, 39, 191, x, y, properties{cache_hint_L1<uncached>, cache_hint_L2<cached>}))),
              expected);
  }
  config_2d_mem_access<std::uint32_t, 8, 16, 1> words(matrix.elements<std::uint32_t>(), 127, 39, 191, 4, 2);
  EXPECT_EQ((bytes_of<std::uint32_t, 128>(lsc_load_2d<std::uint32_t, 8, 16, 1, true>(words))),
            expected_block(Shape<std::uint32_t, 8, 16, 1, true>{}, matrix, 4, 2));
  EXPECT_EQ((bytes_of<std::uint32_t, 128>(lsc_load_2d(words))),
            expected_block(Shape<std::uint32_t, 8, 16>{}, matrix, 4, 2));
}

TEST(Config2d, T23_both_spellings_of_the_store_do_the_same) {
  using enum cache_hint;
  const Matrix original(96, 20, 128);
  const simd<half, 128> values(from_array(pick<128>(values_worth_trying<half>(150, 8), 0)));
  for (const auto& [x, y] : places(original, 2, 16, 8)) {
    Matrix expected = original, pointer = original, payload = original;
    store_2d<half, 16, 8>(expected.elements<half>(), 95, 19, 127, x, y, values);
    lsc_store_2d<half, 16, 8, write_back, write_back>(pointer.elements<half>(), 95, 19, 127, x, y, values);
    config_2d_mem_access<half, 16, 8, 1> access(payload.elements<half>(), 95, 19, 127, x, y);
    lsc_store_2d<half, 16, 8, 1, write_back, write_back>(access, values);
    EXPECT_EQ(pointer.memory, expected.memory);
    EXPECT_EQ(payload.memory, expected.memory);
  }
}

TEST(Config2d, keeps_what_it_is_told_and_moves_from_block_to_block) {
  Matrix matrix(256, 30, 320), other(64, 9, 80);
  config_2d_mem_access<half, 8, 4, 2> access;
  access.set_data_pointer(matrix.elements<half>()).set_surface_width(255).set_surface_height(29);
  access.set_surface_pitch(319).set_x(3).set_y(5);
  EXPECT_EQ(access.get_data_pointer(), matrix.elements<half>());
  EXPECT_EQ(access.get_surface_width(), 255u);
  EXPECT_EQ(access.get_surface_height(), 29u);
  EXPECT_EQ(access.get_surface_pitch(), 319u);
  EXPECT_EQ(access.get_width(), 8);
  EXPECT_EQ(access.get_height(), 4);
  EXPECT_EQ(access.get_number_of_blocks(), 2);
  for (int step = 0; step < 20; ++step) {
    EXPECT_EQ((bytes_of<half, 64>(lsc_load_2d<half, 8, 4, 2>(access))),
              expected_block(Shape<half, 8, 4, 2>{}, matrix, 3 + 7 * step, 5 + step));
    access.set_x(access.get_x() + 7).set_y(access.get_y() + 1);
  }
  config_2d_mem_access<half, 8, 4, 2> copy(access);
  // Unsigned arithmetic that wraps below zero is a negative place.
  const unsigned four = 4;
  copy.set_x(four - 6u).set_y(2u - four).set_data_pointer(other.elements<half>());
  copy.set_surface_width(63).set_surface_height(8).set_surface_pitch(79);
  EXPECT_EQ(copy.get_x(), -2);
  EXPECT_EQ((bytes_of<half, 64>(lsc_load_2d<half, 8, 4, 2>(copy))),
            expected_block(Shape<half, 8, 4, 2>{}, other, -2, -2));
  EXPECT_EQ(access.get_data_pointer(), matrix.elements<half>());
}

TEST(Config2d, the_deprecated_names_are_the_same_functions) {
  Matrix matrix(64, 8, 64);
  const auto loaded = lsc_load2d<float, 16, 8>(matrix.elements<float>(), 63, 7, 63, 0, 0);
  EXPECT_EQ((bytes_of<float, 128>(loaded)), expected_block(Shape<float, 16, 8>{}, matrix, 0, 0));
  Matrix copy(64, 8, 64);
  std::fill(copy.memory.begin(), copy.memory.end(), 0);
  lsc_prefetch2d<float, 16, 8>(matrix.elements<float>(), 63, 7, 63, 0, 0);
  lsc_store2d<float, 16, 8>(copy.elements<float>(), 63, 7, 63, 0, 0, loaded);
  EXPECT_EQ(std::memcmp(copy.base(), matrix.base(), 512), 0);
}

// ---- prefetch -------------------------------------------------------------------------------------------------------
TEST(Prefetch2d, T24_touches_no_memory_wherever_it_points) {
  using enum cache_hint;
  void* const page =
      mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // any access would end the test
  ASSERT_NE(page, MAP_FAILED);
  for (const half* base : {static_cast<const half*>(page), static_cast<const half*>(nullptr)})
    for (const int x : {-70000, -3, 0, 16, 1 << 28})
      for (const int y : {-(1 << 30), -1, 0, 7, 1 << 30}) {
        prefetch_2d<half, 16, 16, 2>(base, 127, 31, 127, x, y,
                                     properties{cache_hint_L1<cached>, cache_hint_L2<cached>});
        lsc_prefetch_2d<half, 16, 16, 1, cached, cached>(base, 127, 31, 127, x, y);
        config_2d_mem_access<half, 16, 16, 1> access(base, 127, 31, 127, x, y);
        lsc_prefetch_2d<half, 16, 16, 1, false, true, cached, cached>(access);
        lsc_prefetch_2d<half, 16, 16, 1, false, false, streaming, cached>(access);
      }
  munmap(page, 4096);
}

} // namespace
} // namespace xeforge::esimd
