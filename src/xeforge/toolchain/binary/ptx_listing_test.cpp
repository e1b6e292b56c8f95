#include "xeforge/toolchain/binary/ptx_listing.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

constexpr const char* two_kernels = R"(//
.version 8.0
.visible .entry First(
	.param .align 8 .b8 First_param_0[16]
)
{
	.reg .pred 	%p<2>;
	ld.param.b64 	%rd1, [First_param_0];
	mov.u32 	%r1, %tid.x;
$L__BB0_1:
	ex2.approx.f32 %f1, %f2;
	// begin inline asm
	{ .reg .pred on; setp.ne.b32 on, %r2, 0; @on st.global.b32 [%rd2], %r3; }
	// end inline asm
	bar.sync 	0;
	@%p1 bra 	$L__BB0_1;
	ret;
}
	// .globl	Second
.visible .entry Second()
{
	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f2};
	ret;
}
)";

TEST(PtxListing, CountsInstructionsOfEachKernelByWhatTheyDo) {
  const std::vector<PtxKernel> kernels = read_ptx(two_kernels);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "First");
  EXPECT_EQ(kernels[0].counts.instructions, 8);
  EXPECT_EQ(kernels[0].counts.sends, 2);
  EXPECT_EQ(kernels[0].counts.moves, 1);
  EXPECT_EQ(kernels[0].counts.math, 1);
  EXPECT_EQ(kernels[0].counts.sync, 1);
  EXPECT_EQ(kernels[0].counts.operations.at("bra"), 1);
  EXPECT_EQ(kernels[1].name, "Second");
  EXPECT_EQ(kernels[1].counts.dpas, 1);
  EXPECT_EQ(kernels[1].counts.instructions, 2);
  EXPECT_TRUE(kernels[1].text.starts_with(".visible .entry Second()\n{\n"));
}

TEST(PtxListing, ReadsRegistersAndSpillsOfTheAssembler) {
  const std::vector<PtxRegisters> kernels =
      read_assembler_report("ptxas info    : 0 bytes gmem\n"
                            "ptxas info    : Compiling entry function 'First' for 'sm_90'\n"
                            "ptxas info    : Function properties for First\n"
                            "    1392 bytes stack frame, 596 bytes spill stores, 604 bytes spill loads\n"
                            "ptxas info    : Used 255 registers, used 0 barriers, 1392 bytes cumulative stack size\n"
                            "ptxas info    : Compiling entry function 'Second' for 'sm_90'\n"
                            "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                            "ptxas info    : Used 14 registers, used 0 barriers\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "First");
  EXPECT_EQ(kernels[0].registers, 255);
  EXPECT_EQ(kernels[0].spilled_bytes, 596u);
  EXPECT_EQ(kernels[1].registers, 14);
  EXPECT_EQ(kernels[1].spilled_bytes, 0u);
}

TEST(PtxListing, SaysWhichProcessorAFileIsFor) {
  EXPECT_EQ(ptx_processor("//\n.version 8.0\n.target sm_90a\n.address_size 64\n"), "sm_90a");
  EXPECT_EQ(ptx_processor(".target sm_90, debug\n"), "sm_90");
  EXPECT_EQ(ptx_processor(".version 8.0\n"), "");
}

TEST(PtxListing, CountsProductsOfFourWarpsButNotWhatBeginsAndEndsThem) {
  const std::vector<PtxKernel> kernels =
      read_ptx(".visible .entry k(\n)\n{\n\twgmma.fence.sync.aligned;\n\t{ .reg .pred adds; setp.ne.b32 adds, %r1, 0; "
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1}, %rd1, %rd2, adds, 1, 1, 0; }\n"
               "\twgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n}\n");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].counts.dpas, 1);
}

TEST(PtxListing, HasNoKernelsInOtherText) {
  EXPECT_TRUE(read_ptx("").empty());
  EXPECT_TRUE(read_ptx("no kernels\n{\n}\n").empty());
  EXPECT_TRUE(read_assembler_report("ptxas fatal: nothing").empty());
}

} // namespace
} // namespace xeforge::toolchain
