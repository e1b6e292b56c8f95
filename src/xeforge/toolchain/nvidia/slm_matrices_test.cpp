// Tiles of 16 rows and matrices in shared local memory: what lanes do with rows, in lockstep on the host against plain
// loops; and the products' instructions as text, for only a card runs them.
#include "xeforge/toolchain/nvidia/distribution_for_test.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace xeforge::toolchain::nvidia {
namespace {

constexpr std::size_t rows = 16, columns = 32;

std::vector<float> tile_of_numbers() {
  std::vector<float> tile(rows * columns);
  for (std::size_t i = 0; i < tile.size(); ++i)
    tile[i] = static_cast<float>(i * 37 % 101) - 50.0f; // sums are exact in any order
  return tile;
}

const std::string load_tile = "  %x = load <512 x float>, ptr addrspace(4) %from, align 4\n";
const std::string store_tile = "  store <512 x float> %y, ptr addrspace(4) %to, align 4\n";

TEST(SlmMatrices, FoldRowsAndGiveEachElementTheNumberOfItsRow) {
  const std::vector<float> tile = tile_of_numbers();
  for (const std::string fold : {"maximum", "sum"}) {
    const std::string name = "@llvm.genx.slm.matrix.row." + fold + ".x0";
    const auto to =
        run(kernel_of(load_tile + "  %r = call <16 x float> " + name +
                          "(<512 x float> %x)\n"
                          "  %n = fneg <16 x float> %r\n"
                          "  %b = call <512 x float> @llvm.genx.rdregionf.x1(<16 x float> %n, i32 1, i32 32, i32 "
                          "0, i16 0, i32 0)\n  %y = fadd <512 x float> %x, %b\n" +
                          store_tile,
                      "declare <16 x float> " + name +
                          "(<512 x float>)\n"
                          "declare <512 x float> @llvm.genx.rdregionf.x1(<16 x float>, i32, i32, i32, i16, i32)\n"),
            tile, rows * columns);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto* const begin = tile.data() + row * columns;
      const float folded =
          fold == "sum" ? std::accumulate(begin, begin + columns, 0.0f) : *std::max_element(begin, begin + columns);
      for (std::size_t column = 0; column < columns; ++column)
        EXPECT_EQ(to[row * columns + column], begin[column] - folded) << fold << " " << row << " " << column;
    }
  }
}

// No lane asks another for the number of a row: each of the four that share it has it. Nor for elements: those of the
// array are loaded where the rows are folded.
TEST(SlmMatrices, MoveNothingForTheNumbersOfRows) {
  ParsedModule module(kernel_of(
      "  %p = call <256 x i32> @llvm.genx.slm.matrix.load.x3(ptr addrspace(4) %from, i64 64, i32 0, i32 16, i32 0, i32 "
      "32)\n"
      "  %h = bitcast <256 x i32> %p to <512 x half>\n  %x = fpext <512 x half> %h to <512 x float>\n"
      "  %r = call <16 x float> @llvm.genx.slm.matrix.row.sum.x0(<512 x float> %x)\n"
      "  %b = call <512 x float> @llvm.genx.rdregionf.x1(<16 x float> %r, i32 1, i32 32, i32 0, i16 0, i32 0)\n"
      "  %c = call <512 x float> @llvm.genx.slm.matrix.cut.x2(<512 x float> %x, <16 x i32> zeroinitializer, <16 x i32> "
      "splat "
      "(i32 9))\n  %y = fmul <512 x float> %c, %b\n"
      "  %s = call <16 x float> @llvm.genx.slm.matrix.row.sum.x0(<512 x float> %y)\n"
      "  store <16 x float> %s, ptr addrspace(4) %to, align 4\n",
      "declare <16 x float> @llvm.genx.slm.matrix.row.sum.x0(<512 x float>)\n"
      "declare <512 x float> @llvm.genx.rdregionf.x1(<16 x float>, i32, i32, i32, i16, i32)\n"
      "declare <512 x float> @llvm.genx.slm.matrix.cut.x2(<512 x float>, <16 x i32>, <16 x i32>)\n"
      "declare <256 x i32> @llvm.genx.slm.matrix.load.x3(ptr addrspace(4), i64, i32, i32, i32, i32)\n"));
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  const std::string text = module.text();
  EXPECT_FALSE(lowering::contains(text, "shfl.sync.idx"));
  EXPECT_TRUE(lowering::contains(text, "shfl.sync.bfly")); // the folds
}

TEST(SlmMatrices, CutColumnsThatARowDoesNotHave) {
  std::vector<float> from = tile_of_numbers();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t first = static_cast<std::int32_t>(row) - 3, end = static_cast<std::int32_t>(3 * row) - 2;
    from.push_back(0.0f), std::memcpy(&from.back(), &first, 4);
    from.push_back(0.0f), std::memcpy(&from.back(), &end, 4);
  }
  const auto to = run(
      kernel_of(
          load_tile +
              "  %p = getelementptr i8, ptr addrspace(4) %from, i64 2048\n"
              "  %limits = load <32 x i32>, ptr addrspace(4) %p, align 4\n"
              "  %first = shufflevector <32 x i32> %limits, <32 x i32> poison, <16 x i32> <i32 0, i32 2, i32 4, "
              "i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>\n"
              "  %end = shufflevector <32 x i32> %limits, <32 x i32> poison, <16 x i32> <i32 1, i32 3, i32 5, "
              "i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>\n"
              "  %y = call <512 x float> @llvm.genx.slm.matrix.cut.x0(<512 x float> %x, <16 x i32> %first, <16 x "
              "i32> %end)\n" +
              store_tile,
          "declare <512 x float> @llvm.genx.slm.matrix.cut.x0(<512 x float>, <16 x i32>, <16 x i32>)\n"),
      from, rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const int at = static_cast<int>(column), number = static_cast<int>(row);
      const bool stays = at >= number - 3 && at < 3 * number - 2;
      EXPECT_EQ(to[row * columns + column],
                stays ? from[row * columns + column] : -std::numeric_limits<float>::infinity())
          << row << " " << column;
    }
}

// Tiles of several widths, and bytes at every place in a block of 16, in rows of odd length. The array has 12 rows, of which
// the tile has all but the first, and ends with the readable memory.
TEST(SlmMatrices, KeepWhatBytesOfAnyAlignmentSay) {
  for (const std::size_t width : {32u, 64u, 128u})
    for (std::size_t offset = 0; offset < 16; ++offset) {
      const std::size_t pitch = width + 5, first_column = 3, column_count = width + 1;
      const std::size_t size = offset + 11 * pitch + column_count, blocks = (size + 15) / 16,
                        begin = 16 * blocks - size;
      std::vector<float> from(rows * width + 4 * blocks);
      for (std::size_t i = 0; i < rows * width; ++i)
        from[i] = static_cast<float>(i % 97) + 1.0f;
      std::vector<std::uint8_t> bytes(16 * blocks, 9);
      for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::array<std::uint8_t, 8>{0, 1, 0, 0, 128, 255, 0, 2}[i * i % 29 % 8];
      std::memcpy(from.data() + rows * width, bytes.data(), bytes.size());
      const std::string tile = "<" + std::to_string(rows * width) + " x float>";
      const auto to =
          run(kernel_of(
                  "  %x = load " + tile +
                      ", ptr addrspace(4) %from, align 4\n  %bytes = getelementptr i8, ptr "
                      "addrspace(4) %from, i64 " +
                      std::to_string(4 * rows * width + begin + offset) +
                      "\n  %f = call <1024 x i32> @llvm.genx.slm.matrix.load.flags.x0(ptr addrspace(4) %bytes, i64 " +
                      std::to_string(pitch) + ", i32 1, i32 12, i32 " + std::to_string(first_column) + ", i32 " +
                      std::to_string(column_count) + ", i32 " + std::to_string(width) + ")\n  %y = call " + tile +
                      " @llvm.genx.slm.matrix.keep.x1(" + tile + " %x, <1024 x i32> %f)\n  store " + tile +
                      " %y, ptr addrspace(4) %to, align 4\n",
                  "declare <1024 x i32> @llvm.genx.slm.matrix.load.flags.x0(ptr addrspace(4), i64, i32, i32, i32, i32, "
                  "i32)\ndeclare " +
                      tile + " @llvm.genx.slm.matrix.keep.x1(" + tile + ", <1024 x i32>)\n"),
              from, rows * width);
      for (std::size_t row = 0; row < 11; ++row)
        for (std::size_t column = 0; column < column_count - first_column; ++column) {
          const bool is_kept = bytes[begin + offset + (row + 1) * pitch + first_column + column] != 0;
          EXPECT_EQ(to[row * width + column],
                    is_kept ? from[row * width + column] : -std::numeric_limits<float>::infinity())
              << width << " " << offset << " " << row << " " << column;
        }
    }
}

TEST(SlmMatrices, KeepEverythingWhereAllFlagsAreSet) {
  const std::vector<float> from = tile_of_numbers();
  EXPECT_EQ(run(kernel_of(load_tile +
                              "  %y = call <512 x float> @llvm.genx.slm.matrix.keep.x0(<512 x float> %x, <1024 x "
                              "i32> splat (i32 -1))\n" +
                              store_tile,
                          "declare <512 x float> @llvm.genx.slm.matrix.keep.x0(<512 x float>, <1024 x i32>)\n"),
                from, rows * columns),
            from);
}

TEST(SlmMatrices, GiveDistancesFromANumberOfEachRow) {
  std::vector<float> from = tile_of_numbers();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t at = static_cast<std::int32_t>(row * row) - 20;
    from.push_back(0.0f), std::memcpy(&from.back(), &at, 4);
  }
  const auto to = run(kernel_of(load_tile +
                                    "  %p = getelementptr i8, ptr addrspace(4) %from, i64 2048\n"
                                    "  %at = load <16 x i32>, ptr addrspace(4) %p, align 4\n"
                                    "  %d = call <512 x float> @llvm.genx.slm.matrix.distances.x0(<16 x i32> %at)\n"
                                    "  %y = fadd <512 x float> %x, %d\n" +
                                    store_tile,
                                "declare <512 x float> @llvm.genx.slm.matrix.distances.x0(<16 x i32>)\n"),
                      from, rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      EXPECT_EQ(to[row * columns + column],
                from[row * columns + column] +
                    static_cast<float>(std::abs(static_cast<int>(row * row) - 20 - static_cast<int>(column))))
          << row << " " << column;
}

// Rows of 80 bytes, of which 64 are the tile's; the array has 13 rows.
TEST(SlmMatrices, LoadAndStoreTheRowsThatThereAre) {
  const auto from = counted(14 * 20);
  const std::string store =
      "  call void @llvm.genx.slm.matrix.store.x1(ptr addrspace(4) %to, i64 80, i32 2, i32 13, <256 x i32> %p)\n";
  const auto to = run(
      kernel_of(
          "  %p = call <256 x i32> @llvm.genx.slm.matrix.load.x0(ptr addrspace(4) %from, i64 80, i32 1, i32 12, i32 8, "
          "i32 40)\n" +
              store,
          "declare <256 x i32> @llvm.genx.slm.matrix.load.x0(ptr addrspace(4), i64, i32, i32, i32, i32)\n"
          "declare void @llvm.genx.slm.matrix.store.x1(ptr addrspace(4), i64, i32, i32, <256 x i32>)\n"),
      from, 13 * 20);
  for (std::size_t row = 0; row < 13; ++row)
    for (std::size_t word = 0; word < 20; ++word)
      EXPECT_EQ(to[row * 20 + word], row < 2 || word >= 16 ? 77u : from[(row - 1) * 20 + 4 + word])
          << row << " " << word;
}

// Floats as they are, in rows of 144 bytes; the array has 13 rows.
TEST(SlmMatrices, StoreTheRowsOfATileThatThereAre) {
  const std::vector<float> from = tile_of_numbers();
  const auto to =
      run(kernel_of(load_tile + "  call void @llvm.genx.slm.matrix.store.x0(ptr addrspace(4) %to, i64 144, i32 2, i32 "
                                "13, <512 x float> %x)\n",
                    "declare void @llvm.genx.slm.matrix.store.x0(ptr addrspace(4), i64, i32, i32, <512 x float>)\n"),
          from, 13 * 36);
  for (std::size_t row = 0; row < 13; ++row)
    for (std::size_t column = 0; column < 36; ++column)
      EXPECT_EQ(to[row * 36 + column], row < 2 || column >= columns ? 77.0f : from[(row - 2) * columns + column])
          << row << " " << column;
}

std::string product(bool transposed, const std::string& sum) {
  // 64 rows x 128 columns of bfloat16 at 32 KB.
  const std::string result = transposed ? "<1024 x float>" : "<2048 x float>",
                    left = transposed ? "<1024 x i32>" : "<512 x i32>";
  return kernel_of("  %s = load " + result + ", ptr addrspace(4) %from, align 4\n  %l = load " + left +
                       ", ptr addrspace(4) %to, align 4\n  %y = call " + result +
                       " @llvm.genx.slm.matrix.multiply.x0(" + result + " " + sum + ", " + left +
                       " %l, i32 32768, i32 64, i32 128, i32 " + (transposed ? "1" : "0") + ", i32 1)\n  store " +
                       result + " %y, ptr addrspace(4) %to, align 4\n",
                   "declare " + result + " @llvm.genx.slm.matrix.multiply.x0(" + result + ", " + left +
                       ", i32, i32, i32, i32, i32)\n");
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(SlmMatrices, MultiplyByInstructionsOfFourWarps) {
  for (const bool transposed : {true, false}) {
    ParsedModule module(product(transposed, "%s"));
    LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
    distribute(*module, lowered, UnfitKernels::refused);
    EXPECT_FALSE(lowering::contains(module.text(), "shfl")); // operands are loaded where the instruction wants them
    optimise(*module, "sm_90");
    const std::string ptx = write_ptx(*module, "sm_90");
    EXPECT_TRUE(lowering::contains(ptx, ".target sm_90a"));
    EXPECT_EQ(occurrences(ptx, "wgmma.mma_async.sync.aligned.m64n" + std::string(transposed ? "64" : "128") +
                                   "k16.f32.bf16.bf16"),
              transposed ? 8u : 4u); // 16 of the depth each
    EXPECT_EQ(occurrences(ptx, transposed ? "adds, 1, 1, 0;" : "adds, 1, 1, 1;"), transposed ? 8u : 4u);
    EXPECT_EQ(occurrences(ptx, "wgmma.fence"), 1u);
    EXPECT_EQ(occurrences(ptx, "wgmma.wait_group.sync.aligned 0"), 1u);
    EXPECT_TRUE(lowering::contains(ptx, ".align 1024"));
  }
}

TEST(SlmMatrices, StartAtZeroWithoutRegistersOfZeros) {
  ParsedModule module(product(true, "zeroinitializer"));
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  const std::string text = module.text();
  EXPECT_EQ(occurrences(text, ", i32 0)"), 1u); // of the first of the eight: it does not add
}

// What stands between two products and a store of the second.
std::string text_with_two_products(const std::string& between) {
  const std::string call = "call <1024 x float> @llvm.genx.slm.matrix.multiply.x0(<1024 x float> ",
                    rest = ", <1024 x i32> %l, i32 32768, i32 64, i32 128, i32 1, i32 1)\n";
  ParsedModule module(kernel_of(
      "  %s = load <1024 x float>, ptr addrspace(4) %from, align 4\n"
      "  %l = load <1024 x i32>, ptr addrspace(4) %to, align 4\n  %x = " +
          call + "%s" + rest + "  %y = " + call + "zeroinitializer" + rest + between +
          "  %z = fadd <1024 x float> %x, %y\n  store <1024 x float> %z, ptr addrspace(4) %to, align 4\n",
      "declare <1024 x float> @llvm.genx.slm.matrix.multiply.x0(<1024 x float>, <1024 x i32>, i32, i32, i32, i32, "
      "i32)\n"
      "declare void @llvm.genx.nbarrier.arrive(i8, i8, i8, i8)\ndeclare void @llvm.genx.slm.matrix.wait.x0()\n"
      "declare void @llvm.genx.slm.matrix.finish.x0()\n"
      "declare void @llvm.genx.lsc.fence.x0(<16 x i1>, i8, i8, i8)\n"));
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  return module.text();
}

TEST(SlmMatrices, AreMultipliedUntilAUseOrAFence) {
  const std::string wait = "wgmma.wait_group.sync.aligned 0", arrival = "barrier.cta.arrive",
                    arrive = "  call void @llvm.genx.nbarrier.arrive(i8 0, i8 1, i8 4, i8 4)\n",
                    fence = "  call void @llvm.genx.lsc.fence.x0(<16 x i1> splat (i1 true), i8 3, i8 0, i8 0)\n";
  for (const auto& [between, is_before_arrival] :
       {std::pair(arrive, false),
        {"  call void @llvm.genx.slm.matrix.wait.x0()\n" + arrive, false},
        {fence + arrive, true},
        {"  call void @llvm.genx.slm.matrix.finish.x0()\n" + arrive, true}}) {
    const std::string text = text_with_two_products(between);
    const auto waits = text.find(wait), commits = text.rfind("wgmma.commit_group");
    ASSERT_NE(waits, text.npos) << between;
    EXPECT_EQ(occurrences(text, wait), 1u) << between; // for both
    EXPECT_LT(commits, waits) << between;
    EXPECT_EQ(waits < text.find(arrival), is_before_arrival) << between;
    EXPECT_LT(waits, text.find(" fadd ")) << between;
  }
}

TEST(SlmMatrices, NeedNoOtherProcessorWhereNothingIsMultiplied) {
  ParsedModule module(kernel_of(load_tile + "  %y = fadd <512 x float> %x, %x\n" + store_tile, ""));
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  optimise(*module, "sm_90");
  EXPECT_TRUE(lowering::contains(write_ptx(*module, "sm_90"), ".target sm_90\n"));
}

// A barrier orders memory for the group by itself.
TEST(SlmMatrices, LeaveOutFencesForTheGroupBeforeItsBarrier) {
  const std::string fence = "  call void @llvm.genx.lsc.fence.x0(<16 x i1> splat (i1 true), i8 3, i8 0, i8 0)\n";
  const std::string declarations =
      "declare void @llvm.genx.lsc.fence.x0(<16 x i1>, i8, i8, i8)\ndeclare void @llvm.genx.barrier.x1()\n";
  const auto text = [&](const std::string& body) {
    ParsedModule module(kernel_of(body, declarations));
    LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
    distribute(*module, lowered, UnfitKernels::refused);
    return module.text();
  };
  EXPECT_FALSE(
      lowering::contains(text(fence + fence + "  call void @llvm.genx.barrier.x1()\n"), "call void @llvm.nvvm.membar"));
  EXPECT_TRUE(lowering::contains(text(fence), "call void @llvm.nvvm.membar.cta"));
  EXPECT_TRUE(
      lowering::contains(text("  call void @llvm.genx.barrier.x1()\n" + fence), "call void @llvm.nvvm.membar.cta"));
}

} // namespace
} // namespace xeforge::toolchain::nvidia
