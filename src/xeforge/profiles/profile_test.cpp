#include "xeforge/profiles/profile.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace xeforge::profiles {
namespace {

const std::string vtune = "war:Column filter is ON.\n"
                          "Computing Task\tWork Size:Global\tComputing Task:Total Time\tComputing Task:Average Time\t"
                          "Computing Task:Instance Count\tXVE Array:Active(%)\tXVE Array:Stalled(%)\t"
                          "XVE Threads Occupancy(%)\tGPU Memory Bandwidth, GB/sec:Read\n"
                          "zeCommandListAppendMemoryCopy\t\t0.001\t0.001\t1\t0.0\t0.0\t0.0\t0.0\n"
                          "Softmax<float, 8>\t4096 x 1\t0.25\t0.0025\t100\t71.5\t20.25\t88.0\t312.5\n"
                          "[Outside any task]\t\t1.5\t\t\t1.0\t2.0\t3.0\t4.0\n";

const std::string unitrace =
    "\n=== Device Timing Summary ===\n\n"
    "    Total Execution Time (ns):   5000000\n\n== L0 Backend ==\n\n"
    "          Kernel,   Calls,   Time (ns),  Time (%),  Average (ns),  Min (ns),  Max (ns)\n"
    "  \"Softmax<float, 8>[SIMD16 {56; 1; 1} {64; 8; 1}]\",  4,  8000,  80.0,  2000,  1500,  3000\n"
    "  zeCommandListAppendMemoryCopy(M2D)[4096],  1,  2000,  20.0,  2000,  2000,  2000\n\n"
    "=== Kernel Properties ===\n\n"
    "   Kernel, Compiled, SIMD, Number of Arguments, SLM Per Work Group, Private Memory Per Thread, "
    "Spill Memory Per Thread, Register File Size Per Thread\n"
    "  \"Softmax<float, 8>[SIMD16 {56; 1; 1} {64; 8; 1}]\", AOT, 16, 3, 4096, 0, 128, 256\n\n"
    "== Kernel Metrics ==\n\n"
    "Kernel,Device,SubDeviceId,GpuTime[ns],GPU_MEMORY_BYTE_READ[bytes],XVE_ACTIVE[%],XVE_STALL[%],"
    "XVE_THREADS_OCCUPANCY_ALL[%],QueryBeginTime[ns],ReportId,\n"
    "\"Softmax<float, 8>[SIMD16 {56; 1; 1} {64; 8; 1}]\",0,0,1000,4000,50,30,80,1,1,\n\n"
    "Kernel,Device,SubDeviceId,GpuTime[ns],GPU_MEMORY_BYTE_READ[bytes],XVE_ACTIVE[%],XVE_STALL[%],"
    "XVE_THREADS_OCCUPANCY_ALL[%],QueryBeginTime[ns],ReportId,\n"
    "\"Softmax<float, 8>[SIMD16 {56; 1; 1} {64; 8; 1}]\",0,0,3000,8000,90,10,40,2,1,\n";

std::string refusal(std::string_view text) {
  try {
    parse_profile("the file", text);
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(Profile, vtune_gives_times_in_nanoseconds_and_its_metrics) {
  const Profile profile = parse_profile("f", vtune);
  EXPECT_EQ(profile.profiler, Profiler::vtune);
  ASSERT_EQ(profile.kernels.size(), 2u) << "the time outside of kernels is none";
  const ProfiledKernel& kernel = profile.kernels[0];
  EXPECT_EQ(kernel.name, "Softmax<float, 8>");
  EXPECT_EQ(kernel.calls, 100);
  EXPECT_DOUBLE_EQ(kernel.total_ns.value(), 0.25e9);
  EXPECT_DOUBLE_EQ(kernel.average_ns.value(), 2.5e6);
  EXPECT_FALSE(kernel.least_ns);
  EXPECT_EQ(percent_active(kernel), 71.5);
  EXPECT_EQ(percent_stalled(kernel), 20.25);
  EXPECT_EQ(percent_occupied(kernel), 88);
  EXPECT_EQ(read_gbps(kernel), 312.5);
  EXPECT_FALSE(spilled_bytes(kernel));
}

TEST(Profile, vtune_may_use_any_delimiter_and_quotes) {
  std::string text = vtune;
  std::ranges::replace(text, '\t', ';');
  EXPECT_EQ(parse_profile("f", text).kernels[0].total_ns, 0.25e9);
  EXPECT_EQ(parse_profile("f", "\"Source Computing Task\",\"Computing Task:Total Time\"\r\n\"a<1, 2>\",0.5s\r\n")
                .kernels[0]
                .total_ns,
            0.5e9);
}

TEST(Profile, unitrace_gives_times_properties_and_means_over_instances) {
  const Profile profile = parse_profile("f", unitrace);
  EXPECT_EQ(profile.profiler, Profiler::unitrace);
  ASSERT_EQ(profile.kernels.size(), 2u);
  const ProfiledKernel& kernel = profile.kernels[0];
  EXPECT_EQ(kernel.name, "Softmax<float, 8>");
  EXPECT_EQ(kernel.shape, "SIMD16 {56; 1; 1} {64; 8; 1}");
  EXPECT_EQ(kernel.calls, 4);
  EXPECT_EQ(kernel.total_ns, 8000);
  EXPECT_EQ(kernel.average_ns, 2000);
  EXPECT_EQ(kernel.least_ns, 1500);
  EXPECT_EQ(kernel.most_ns, 3000);
  EXPECT_EQ(percent_active(kernel), 80) << "1000 ns with 50 and 3000 ns with 90";
  EXPECT_EQ(percent_occupied(kernel), 50);
  EXPECT_DOUBLE_EQ(read_gbps(kernel).value(), 6000.0 / 2000.0);
  EXPECT_EQ(spilled_bytes(kernel), 128);
}

TEST(Profile, unitrace_of_an_older_version_has_names_without_quotes_and_blanks_between_properties) {
  const Profile profile =
      parse_profile("f", "Kernel, Calls, Time (ns), Time (%), Average (ns), Min (ns), Max (ns)\n"
                         "  Softmax<float, 8>[SIMD16 {1; 1; 1}],  4,  8000,  80.0,  2000,  1500,  3000\n"
                         "  Softmax<float, 8>[SIMD16 {1; 1; 1}],  1,  1000,  10.0,  1000,  1000,  1000\n\n"
                         "   Kernel, Number of Arguments, SLM Per Work Group, Private Memory Per Thread, "
                         "Spill Memory Per Thread\n"
                         "  Softmax<float, 8>[SIMD16 {1; 1; 1}],   3      8     0    64\n");
  ASSERT_EQ(profile.kernels.size(), 1u);
  EXPECT_EQ(profile.kernels[0].name, "Softmax<float, 8>");
  EXPECT_EQ(profile.kernels[0].calls, 5);
  EXPECT_EQ(profile.kernels[0].total_ns, 9000);
  EXPECT_EQ(profile.kernels[0].average_ns, 1800);
  EXPECT_EQ(profile.kernels[0].least_ns, 1000);
}

TEST(Profile, samples_without_a_kernel_are_left_out) {
  const Profile profile = parse_profile("f", "=== Device #0 Metrics ===\n\n"
                                             "Kernel, GpuTime[ns], XVE_ACTIVE[%], ReportReason,\n"
                                             ", 40960, 0.0, 1,\nrows, 40960, 25.0, 1,\n");
  ASSERT_EQ(profile.kernels.size(), 1u);
  EXPECT_EQ(percent_active(profile.kernels[0]), 25);
  EXPECT_FALSE(profile.kernels[0].total_ns);
}

TEST(Profile, stall_samples_of_one_kernel_are_added) {
  const Profile profile = parse_profile("f", "Kernel, IP[Address], Active[Events], SbidStall[Events]\n"
                                             "\"gemm\", c0, 2, 7\n\"gemm\", 1b8, 3, 20\n");
  ASSERT_EQ(profile.kernels.size(), 1u);
  ASSERT_EQ(profile.kernels[0].metrics.size(), 2u);
  EXPECT_EQ(profile.kernels[0].metrics[0].value, 5);
  EXPECT_EQ(profile.kernels[0].metrics[1].value, 27);
}

TEST(Profile, a_foreign_file_is_refused_with_what_it_begins_with) {
  EXPECT_NE(refusal("Function\tCPU Time\nmain\t1.0\n").find("begins with 'Function\\x09CPU Time'"), std::string::npos);
  EXPECT_NE(refusal("").find("without a line of text"), std::string::npos);
  EXPECT_NE(refusal("{\"results\": []}").find("expected VTune's hotspots report"), std::string::npos);
  EXPECT_NE(refusal("\x7f"
                    "ELF\x02\x01")
                .find("'\\x7fELF"),
            std::string::npos);
  EXPECT_NE(refusal("Computing Task\tComputing Task:Total Time\n").find("without a kernel"), std::string::npos);
}

TEST(Profile, a_damaged_row_is_refused_with_its_line) {
  EXPECT_NE(refusal(vtune.substr(0, vtune.find("312.5") - 4)).find("line 4: 8 fields"), std::string::npos);
  EXPECT_NE(refusal(replaced(vtune, "0.25", "soon")).find("line 4: 'soon' as 'Computing Task:Total Time'"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(vtune, "0.25", "-1")).find("'-1'"), std::string::npos);
  EXPECT_NE(refusal(replaced(unitrace, "8000", "x")).find("line 9: 'x' as 'Time (ns)'"), std::string::npos);
  EXPECT_NE(refusal(unitrace.substr(0, unitrace.rfind(",40,2"))).find("line 23"), std::string::npos);
  EXPECT_NE(refusal(replaced(unitrace, ",50,30,", ",nan,30,")).find("XVE_ACTIVE"), std::string::npos);
}

// Every beginning of a good file is read or refused in one line; none is more than that.
TEST(Profile, a_file_cut_anywhere_is_read_or_refused_in_one_line) {
  for (const std::string& whole : {vtune, unitrace})
    for (std::size_t length = 0; length <= whole.size(); ++length) {
      const std::string said = refusal(std::string_view(whole).substr(0, length));
      EXPECT_EQ(said.find('\n'), std::string::npos);
      EXPECT_TRUE(said == "none" || said.starts_with("the file: got ")) << said;
    }
}

} // namespace
} // namespace xeforge::profiles
