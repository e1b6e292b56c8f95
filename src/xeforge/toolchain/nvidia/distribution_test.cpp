// Kernels as the C++ compiler makes them, distributed over a warp and run in lockstep on the host: what they leave in
// memory against plain loops.
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include "xeforge/toolchain/nvidia/distribution_for_test.hpp"

#include <utility>

namespace xeforge::toolchain::nvidia {
namespace {

constexpr const char* load_128 = "  %x = load <128 x i32>, ptr addrspace(4) %from, align 4\n";

TEST(Distribution, MovesVectorsOfAnyLength) {
  for (const std::string count : {"1", "2", "7", "16", "32", "33", "64", "100"}) {
    const auto numbers = counted(100);
    const std::string type = "<" + count + " x i32>";
    const auto to = run(kernel_of("  %x = load " + type + ", ptr addrspace(4) %from, align 4\n  %y = add " + type +
                                      " %x, %x\n  store " + type + " %y, ptr addrspace(4) %to, align 4\n",
                                  ""),
                        numbers, static_cast<std::size_t>(std::stoi(count)));
    for (std::size_t i = 0; i < to.size(); ++i)
      EXPECT_EQ(to[i], 2 * numbers[i]) << count << " at " << i;
  }
}

TEST(Distribution, ReadsRegionsAtKnownOffsets) {
  const auto numbers = counted(128);
  // Rows of 4 elements, 3 apart, the rows 16 apart, from byte 20 on.
  const auto to = run(
      kernel_of(
          std::string(load_128) +
              "  %r = call <24 x i32> @llvm.genx.rdregioni.x0(<128 x i32> %x, i32 16, i32 4, i32 3, i16 20, i32 0)\n"
              "  store <24 x i32> %r, ptr addrspace(4) %to, align 4\n",
          "declare <24 x i32> @llvm.genx.rdregioni.x0(<128 x i32>, i32, i32, i32, i16, i32)\n"),
      numbers, 24);
  for (std::size_t i = 0; i < 24; ++i)
    EXPECT_EQ(to[i], numbers[5 + i / 4 * 16 + i % 4 * 3]) << i;
}

TEST(Distribution, ReadsRegionsAtOffsetsOfTheRun) {
  auto numbers = counted(128);
  numbers[0] = 24; // the offset in bytes
  const auto to = run(
      kernel_of(
          std::string(load_128) +
              "  %first = load i32, ptr addrspace(4) %from, align 4\n  %offset = trunc i32 %first to i16\n"
              "  %r = call <40 x i32> @llvm.genx.rdregioni.x0(<128 x i32> %x, i32 0, i32 40, i32 2, i16 %offset, i32 "
              "0)\n  store <40 x i32> %r, ptr addrspace(4) %to, align 4\n",
          "declare <40 x i32> @llvm.genx.rdregioni.x0(<128 x i32>, i32, i32, i32, i16, i32)\n"),
      numbers, 40);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_EQ(to[i], numbers[6 + 2 * i]) << i;
}

TEST(Distribution, ReadsElementsThatOthersName) {
  std::vector<std::uint32_t> numbers = counted(128);
  for (std::size_t i = 0; i < 64; ++i) // offsets of elements, in bytes
    numbers[i] = static_cast<std::uint32_t>((i * 37 % 128) * 4);
  const auto to = run(
      kernel_of(std::string(load_128) +
                    "  %p = load <64 x i32>, ptr addrspace(4) %from, align 4\n"
                    "  %offsets = trunc <64 x i32> %p to <64 x i16>\n"
                    "  %r = call <64 x i32> @llvm.genx.rdregioni.x0(<128 x i32> %x, i32 0, i32 1, i32 0, <64 x i16> "
                    "%offsets, i32 0)\n  store <64 x i32> %r, ptr addrspace(4) %to, align 4\n",
                "declare <64 x i32> @llvm.genx.rdregioni.x0(<128 x i32>, i32, i32, i32, <64 x i16>, i32)\n"),
      numbers, 64);
  for (std::size_t i = 0; i < 64; ++i)
    EXPECT_EQ(to[i], numbers[i * 37 % 128]) << i;
}

TEST(Distribution, WritesRegions) {
  auto numbers = counted(128);
  const std::string declaration =
      "declare <128 x i32> @llvm.genx.wrregioni.x0(<128 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)\n";
  const auto body = [](const std::string& offset) {
    return std::string(load_128) +
           "  %p = load <16 x i32>, ptr addrspace(4) %from, align 4\n  %v = mul <16 x i32> %p, splat (i32 3)\n"
           "  %first = load i32, ptr addrspace(4) %from, align 4\n  %offset = trunc i32 %first to i16\n"
           "  %r = call <128 x i32> @llvm.genx.wrregioni.x0(<128 x i32> %x, <16 x i32> %v, i32 32, i32 8, i32 2, i16 " +
           offset + ", i32 0, i1 true)\n  store <128 x i32> %r, ptr addrspace(4) %to, align 4\n";
  };
  numbers[0] = 12;
  for (const std::string offset : {"12", "%offset"}) {
    auto expected = numbers;
    for (std::size_t i = 0; i < 16; ++i)
      expected[3 + i / 8 * 32 + i % 8 * 2] = 3 * numbers[i];
    EXPECT_EQ(run(kernel_of(body(offset), declaration), numbers, 128), expected) << offset;
  }
}

TEST(Distribution, ReadsTheSameBitsAsOtherElements) {
  const auto numbers = counted(64);
  const auto to = run(kernel_of(
                          "  %x = load <64 x i32>, ptr addrspace(4) %from, align 4\n"
                          "  %halves = bitcast <64 x i32> %x to <128 x i16>\n"
                          "  %turned = shufflevector <128 x i16> %halves, <128 x i16> poison, <64 x i32> <" +
                              [] {
                                std::string mask;
                                for (int i = 0; i < 64; ++i)
                                  mask += (i ? ", i32 " : "i32 ") + std::to_string(i * 2 % 64 + i / 32);
                                return mask;
                              }() +
                              ">\n  %words = bitcast <64 x i16> %turned to <32 x i32>\n"
                              "  store <32 x i32> %words, ptr addrspace(4) %to, align 4\n",
                          ""),
                      numbers, 32);
  std::vector<std::uint16_t> halves(128), turned(64);
  std::memcpy(halves.data(), numbers.data(), 256);
  for (std::size_t i = 0; i < 64; ++i)
    turned[i] = halves[i * 2 % 64 + i / 32];
  std::vector<std::uint32_t> expected(32);
  std::memcpy(expected.data(), turned.data(), 128);
  EXPECT_EQ(to, expected);
}

TEST(Distribution, MakesNumbersOfPredicates) {
  auto numbers = counted(64);
  for (std::size_t i = 0; i < 64; ++i)
    numbers[i] = static_cast<std::uint32_t>(i * 7 % 5);
  for (const int count : {8, 16, 32}) {
    const std::string n = std::to_string(count);
    const auto to =
        run(kernel_of("  %x = load <" + n + " x i32>, ptr addrspace(4) %from, align 4\n  %p = icmp ugt <" + n +
                          " x i32> %x, splat (i32 2)\n  %b = bitcast <" + n + " x i1> %p to i" + n + "\n" +
                          (count == 32 ? "  %w = add i32 %b, 0\n" : "  %w = zext i" + n + " %b to i32\n") +
                          "  store i32 %w, ptr addrspace(4) %to, align 4\n",
                      ""),
            numbers, 1);
    std::uint32_t expected = 0;
    for (int i = 0; i < count; ++i)
      expected |= std::uint32_t{numbers[static_cast<std::size_t>(i)] > 2} << i;
    EXPECT_EQ(to[0], expected) << count;
  }
}

TEST(Distribution, MakesSeveralNumbersOfPredicatesAndTheOtherWayRound) {
  const auto numbers = counted(32);
  const auto to =
      run(kernel_of("  %x = load <32 x i32>, ptr addrspace(4) %from, align 4\n  %r = urem <32 x i32> %x, splat "
                    "(i32 3)\n  %p = icmp eq <32 x i32> %r, zeroinitializer\n"
                    "  %bytes = bitcast <32 x i1> %p to <4 x i8>\n  %others = xor <4 x i8> %bytes, "
                    "<i8 0, i8 1, i8 2, i8 -1>\n  %q = bitcast <4 x i8> %others to <32 x i1>\n"
                    "  %y = zext <32 x i1> %q to <32 x i32>\n  store <32 x i32> %y, ptr addrspace(4) %to, "
                    "align 4\n",
                    ""),
          numbers, 32);
  for (std::size_t i = 0; i < 32; ++i)
    EXPECT_EQ(to[i], (numbers[i] % 3 == 0) != (i == 8 || i == 17 || i >= 24)) << i;
}

// Both halves of a vector are combined until one element is left.
std::string tree(const std::string& type, const std::string& letter, const std::string& combine,
                 std::string& declarations) {
  std::string body;
  for (int count = 64, step = 0; count >= 1; count /= 2, ++step) {
    const std::string whole = "<" + std::to_string(2 * count) + " x " + type + ">",
                      half = count == 1 ? type : "<" + std::to_string(count) + " x " + type + ">",
                      name = "@llvm.genx.rdregion" + letter + ".x" + std::to_string(step), at = std::to_string(step),
                      next = std::to_string(step + 1);
    const auto read = [&](const std::string& result, int offset) {
      return "  %" + result + at + " = call " + half + " " + name + "(" + whole + " %t" + at + ", i32 0, i32 " +
             std::to_string(count) + ", i32 1, i16 " + std::to_string(offset) + ", i32 0)\n";
    };
    declarations += "declare " + half + " " + name + "(" + whole + ", i32, i32, i32, i16, i32)\n";
    body += read("low", 0) + read("high", 4 * count);
    if (combine.starts_with("@")) {
      declarations += "declare " + half + " " + combine + ".x" + at + "(" + half + ", " + half + ")\n";
      body += "  %t" + next + " = call " + half + " " + combine + ".x" + at + "(" + half + " %low" + at + ", " + half +
              " %high" + at + ")\n";
    } else {
      body += "  %t" + next + " = " + combine + " " + half + " %low" + at + ", %high" + at + "\n";
    }
  }
  return body + "  store " + type + " %t7, ptr addrspace(4) %to, align 4\n";
}

TEST(Distribution, ReducesWithTheBitsOfTheTree) {
  std::vector<float> numbers(128);
  for (std::size_t i = 0; i < 128; ++i)
    numbers[i] = 1.0f / static_cast<float>(i * 29 % 128 + 1) + 1e-3f * static_cast<float>(i);
  std::string declarations;
  const std::string body =
      "  %t0 = load <128 x float>, ptr addrspace(4) %from, align 4\n" + tree("float", "f", "fadd", declarations);
  auto expected = numbers;
  for (std::size_t half = 64; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i)
      expected[i] = expected[i] + expected[i + half];
  EXPECT_EQ(run(kernel_of(body, declarations), numbers, 1)[0], expected[0]);
}

TEST(Distribution, TakesTheLargestOfTheWholeWarpAtOnce) {
  std::vector<std::uint32_t> numbers(128);
  for (std::size_t i = 0; i < 128; ++i)
    numbers[i] = static_cast<std::uint32_t>(i * 2654435761u);
  std::string declarations;
  const std::string text = kernel_of(std::string("  %t0 = load <128 x i32>, ptr addrspace(4) %from, align 4\n") +
                                         tree("i32", "i", "@llvm.genx.umax", declarations),
                                     declarations);
  EXPECT_EQ(run(text, numbers, 1)[0], *std::ranges::max_element(numbers));
  ParsedModule module(text);
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  EXPECT_TRUE(lowering::contains(module.text(), "@llvm.nvvm.redux.sync.umax"));
  EXPECT_FALSE(lowering::contains(module.text(), "shfl"));
}

TEST(Distribution, WritesPtxOfMatrixProducts) {
  ParsedModule module(
      kernel_of("  %b = load <128 x i32>, ptr addrspace(4) %from, align 4\n  %a = load <64 x i32>, ptr addrspace(4) "
                "%to, align 4\n"
                "  %c = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> zeroinitializer, <128 x i32> %b, <64 x "
                "i32> %a, i32 10, "
                "i32 10, i32 8, i32 8, i32 0, i32 0)\n  store <128 x float> %c, ptr addrspace(4) %to, align 4\n",
                "declare <128 x float> @llvm.genx.dpas2.x0(<128 x float>, <128 x i32>, <64 x i32>, i32, i32, i32, i32, "
                "i32, i32)\n"));
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  EXPECT_FALSE(lowering::contains(module.text(), "shfl")); // operands are loaded where the instruction wants them
  optimise(*module, "sm_90");
  const std::string ptx = write_ptx(*module, "sm_90");
  EXPECT_TRUE(lowering::contains(ptx, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"));
  EXPECT_TRUE(lowering::contains(ptx, ".visible .entry Kernel("));
}

// A block of the card has sixteen barriers, of which one is the group's own.
TEST(Distribution, RefusesMoreNamedBarriersThanThereAre) {
  for (const std::uint32_t barriers : {15u, 16u}) {
    ParsedModule module(kernel_of("", ""));
    LoweredModule lowered{.kernels = {{.name = "Kernel", .source_name = "Kernel", .named_barriers = barriers}},
                          .locations = {},
                          .left_out = {}};
    std::string refused;
    try {
      distribute(*module, lowered, UnfitKernels::refused);
    } catch (const Error& error) {
      refused = error.what();
    }
    EXPECT_EQ(refused, barriers == 15
                           ? ""
                           : "kernel Kernel: got 16 named barriers; expected at most 15 in a kernel for NVIDIA's GPUs");
  }
}

// What all elements are needs no other lane, however many elements there are.
TEST(Distribution, RepeatsAScalarWithoutAskingOtherLanes) {
  const std::string text =
      kernel_of("  %scalar = load i32, ptr addrspace(4) %from, align 4\n"
                "  %first = insertelement <64 x i32> poison, i32 %scalar, i64 0\n"
                "  %all = shufflevector <64 x i32> %first, <64 x i32> poison, <64 x i32> zeroinitializer\n"
                "  store <64 x i32> %all, ptr addrspace(4) %to, align 4\n",
                "");
  EXPECT_EQ(run(text, std::vector<std::uint32_t>{5}, 64), std::vector<std::uint32_t>(64, 5));
  ParsedModule module(text);
  LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
  distribute(*module, lowered, UnfitKernels::refused);
  optimise(*module, "sm_90");
  EXPECT_FALSE(lowering::contains(module.text(), "@llvm.nvvm.shfl"));
}

// Constants that follow from the lane's number are computed; others are a table in memory.
TEST(Distribution, ComputesConstantsOfLanesWhereItCan) {
  struct Case {
    const char* name;
    std::uint32_t (*at)(std::uint32_t lane);
    bool is_computed;
  };
  for (const Case& it : {Case{"equal", [](std::uint32_t) { return 7u; }, true},
                         Case{"in steps", [](std::uint32_t lane) { return 3 * lane + 5; }, true},
                         Case{"partners", [](std::uint32_t lane) { return lane ^ 12u; }, true},
                         Case{"this lane", [](std::uint32_t lane) { return 1u << lane; }, true},
                         Case{"lanes below", [](std::uint32_t lane) { return (1u << lane) - 1u; }, true},
                         Case{"lanes above", [](std::uint32_t lane) { return ~((2u << lane) - 1u); }, true},
                         Case{"squares", [](std::uint32_t lane) { return lane * lane; }, false}}) {
    std::string constants;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      constants += (lane == 0 ? "i32 " : ", i32 ") + std::to_string(it.at(lane));
    const std::string text =
        kernel_of("  %x = load <32 x i32>, ptr addrspace(4) %from, align 4\n  %y = xor <32 x i32> %x, <" + constants +
                      ">\n  store <32 x i32> %y, ptr addrspace(4) %to, align 4\n",
                  "");
    const auto numbers = counted(32);
    const auto to = run(text, numbers, 32);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(to[lane], numbers[lane] ^ it.at(lane)) << it.name << " at " << lane;
    ParsedModule module(text);
    LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
    distribute(*module, lowered, UnfitKernels::refused);
    EXPECT_EQ(module->global_empty(), it.is_computed) << it.name;
  }
}

// What one lane stores another may load, and what one has yet to load another must not overwrite: a fence does not make
// lanes wait for each other, and in a loop the accesses at its end come before those at its beginning.
TEST(Distribution, LanesWaitBetweenLoadsAndStores) {
  const auto waits_in = [](const std::string& body) {
    ParsedModule module(kernel_of(body, "declare void @llvm.genx.lsc.fence.x0(<16 x i1>, i8, i8, i8)\n"));
    LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
    distribute(*module, lowered, UnfitKernels::refused);
    return lowering::contains(module.text(), "call void @llvm.nvvm.bar.warp.sync");
  };
  const std::string load = "  %x = load <64 x i32>, ptr addrspace(4) %from, align 4\n",
                    store = "  store <64 x i32> zeroinitializer, ptr addrspace(4) %to, align 4\n",
                    fence = "  call void @llvm.genx.lsc.fence.x0(<16 x i1> splat (i1 true), i8 3, i8 0, i8 0)\n",
                    branch = "  %n = extractelement <64 x i32> %x, i32 0\n  %c = icmp eq i32 %n, 7\n"
                             "  br i1 %c, label %end, label %loop\nend:\n";
  EXPECT_FALSE(waits_in(load));
  EXPECT_FALSE(waits_in(store + store));
  EXPECT_TRUE(waits_in(store + load));
  EXPECT_TRUE(waits_in(load + store));
  EXPECT_TRUE(waits_in(store + fence + load));
  EXPECT_TRUE(waits_in("  br label %loop\nloop:\n" + load + branch));
  EXPECT_TRUE(waits_in(load + "  br label %loop\nloop:\n" + store + branch));
}

// Each time anew, so that a loop sees what another group writes.
TEST(Distribution, AsksForUncachedLoadsAgainAndAgain) {
  const auto ptx_of = [](const std::string& hint, const std::string& on) {
    const std::string call = " = call <1 x i32> @llvm.genx.lsc.load.stateless.x0(<1 x i1> " + on + ", i8 0, i8 " +
                             hint + ", i8 " + hint + ", i16 1, i32 0, i8 3, i8 1, i8 2, i8 0, i64 %a, i32 0)\n";
    ParsedModule module(kernel_of("  %a = ptrtoint ptr addrspace(4) %from to i64\n  br label %loop\nloop:\n  %x" +
                                      call +
                                      "  %n = extractelement <1 x i32> %x, i32 0\n  %c = icmp eq i32 %n, 7\n"
                                      "  br i1 %c, label %end, label %loop\nend:\n",
                                  "declare <1 x i32> @llvm.genx.lsc.load.stateless.x0(<1 x i1>, i8, i8, i8, i16, i32, "
                                  "i8, i8, i8, i8, i64, i32)\n"));
    LoweredModule lowered{.kernels = {{"Kernel", "Kernel"}}, .locations = {}, .left_out = {}};
    distribute(*module, lowered, UnfitKernels::refused);
    optimise(*module, "sm_90");
    return write_ptx(*module, "sm_90");
  };
  EXPECT_TRUE(lowering::contains(ptx_of("1", "splat (i1 true)"), "ld.volatile.global"));
  EXPECT_FALSE(lowering::contains(ptx_of("0", "splat (i1 true)"), "ld.volatile"));
}

TEST(Distribution, CopiesAndFillsOfKnownSizeAreLoadsAndStores) {
  const auto to =
      run(kernel_of(
              "  call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) align 4 %to, ptr addrspace(4) align 4 %from, i64 "
              "16, i1 false)\n  %rest = getelementptr i8, ptr addrspace(4) %to, i64 16\n"
              "  call void @llvm.memset.p4.i64(ptr addrspace(4) align 4 %rest, i8 3, i64 8, i1 false)\n"
              "  %first = load i8, ptr addrspace(4) %from, align 1\n  %last = getelementptr i8, ptr addrspace(4) %to, "
              "i64 24\n  call void @llvm.memset.p4.i64(ptr addrspace(4) align 4 %last, i8 %first, i64 4, i1 false)\n",
              "declare void @llvm.memcpy.p4.p4.i64(ptr addrspace(4), ptr addrspace(4), i64, i1)\n"
              "declare void @llvm.memset.p4.i64(ptr addrspace(4), i8, i64, i1)\n"),
          counted(4), 7);
  EXPECT_EQ(to, (std::vector<std::uint32_t>{100, 101, 102, 103, 0x03030303, 0x03030303, 0x64646464}));
}

TEST(Distribution, RefusesByName) {
  EXPECT_TRUE(lowering::contains(refusal_of(kernel_of("  call void @llvm.genx.raw.send2.noresult.x0(i8 0)\n",
                                                      "declare void @llvm.genx.raw.send2.noresult.x0(i8)\n")),
                                 "raw.send2"));
  EXPECT_TRUE(lowering::contains(
      refusal_of(kernel_of("  call void @llvm.genx.lsc.fence.x0(<16 x i1> splat (i1 true), i8 0, i8 1, i8 3)\n",
                           "declare void @llvm.genx.lsc.fence.x0(<16 x i1>, i8, i8, i8)\n")),
      "a fence that flushes caches"));
}

TEST(Distribution, ReportsWhatTheCodeGeneratorCannotWrite) {
  ParsedModule module("define ptx_kernel void @Kernel() {\n"
                      "  %x = call i32 asm sideeffect \"mov.u32 $0, 1;\", \"=Z\"()\n  ret void\n}\n");
  optimise(*module, "sm_90");
  try {
    write_ptx(*module, "sm_90");
    ADD_FAILURE() << "written";
  } catch (const Error& error) {
    EXPECT_TRUE(lowering::contains(error.what(), "constraint 'Z'")) << error.what();
  }
}

} // namespace
} // namespace xeforge::toolchain::nvidia
