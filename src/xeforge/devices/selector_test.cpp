#include "xeforge/devices/selector.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::devices {
namespace {

using Names = std::vector<std::string>;
constexpr auto cpu = Candidate::Kind::cpu, gpu = Candidate::Kind::gpu;

const std::vector<Candidate> here{
    {"xeforge", "cpu", cpu, 0}, {"xeforge", "bmg", gpu, 1}, {"xeforge", "lnl-m", gpu, 4}, {"cuda", "sm_90", gpu, 0}};
const Names backends{"xeforge", "cuda"}, known{"cpu", "bmg", "lnl-m", "ptl-h", "sm_90"};

Names chosen(const std::string& text) {
  Names names;
  for (const std::size_t place : Selector(text, backends).choose(here, known, ""))
    names.push_back(here[place].name);
  return names;
}

std::string refusal(const std::string& text, const std::string& missing = "") {
  try {
    Selector(text, backends).choose(here, known, missing);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Selector, takes_devices_by_name_in_the_order_of_the_list) {
  EXPECT_EQ(chosen("xeforge:bmg"), Names{"bmg"});
  EXPECT_EQ(chosen("xeforge:lnl-m,bmg"), (Names{"lnl-m", "bmg"}));
  EXPECT_EQ(chosen("cuda:sm_90;xeforge:cpu,bmg"), (Names{"sm_90", "cpu", "bmg"}));
  EXPECT_EQ(chosen("XeForge:BMG"), Names{"bmg"});
  EXPECT_EQ(chosen("xeforge:arc140v,intel_gpu_lnl_m"), Names{"lnl-m"});
  EXPECT_EQ(chosen("cuda:h200"), Names{"sm_90"});
}

TEST(Selector, takes_devices_by_kind_and_number) {
  EXPECT_EQ(chosen("*:*"), (Names{"cpu", "bmg", "lnl-m", "sm_90"}));
  EXPECT_EQ(chosen("xeforge:gpu"), (Names{"bmg", "lnl-m"}));
  EXPECT_EQ(chosen("*:gpu"), (Names{"bmg", "lnl-m", "sm_90"}));
  EXPECT_EQ(chosen("*:cpu"), Names{"cpu"});
  EXPECT_EQ(chosen("xeforge:4,0"), (Names{"lnl-m", "cpu"}));
  EXPECT_EQ(chosen("cuda:0"), Names{"sm_90"});
  EXPECT_EQ(chosen("xeforge:bmg,*"), (Names{"bmg", "cpu", "lnl-m"}));
}

TEST(Selector, takes_the_cpu_for_a_gpu_of_level_zero_as_programs_do) {
  EXPECT_EQ(chosen("level_zero:gpu"), Names{"cpu"});
  EXPECT_EQ(chosen("level_zero:*"), Names{"cpu"});
  EXPECT_EQ(chosen("level_zero:0"), Names{"cpu"});
}

TEST(Selector, takes_away_what_stands_behind_an_exclamation_mark) {
  EXPECT_EQ(chosen("*:*;!xeforge:cpu"), (Names{"bmg", "lnl-m", "sm_90"}));
  EXPECT_EQ(chosen("!cuda:*"), (Names{"cpu", "bmg", "lnl-m"}));
  EXPECT_EQ(chosen("!xeforge:bmg;xeforge:*"), (Names{"cpu", "lnl-m"}));
}

TEST(Selector, refuses_what_it_does_not_know) {
  EXPECT_EQ(refusal("bmg"), "ONEAPI_DEVICE_SELECTOR: got 'bmg'; expected BACKEND:DEVICE, such as xeforge:cpu, "
                            "xeforge:bmg,lnl-m or *:*, with ; between several");
  for (const char* text : {"", ":", "xeforge:", ":gpu", "*:*;"})
    EXPECT_NE(refusal(text).find("BACKEND:DEVICE"), std::string::npos) << text;
  EXPECT_EQ(refusal("opencl:gpu"), "ONEAPI_DEVICE_SELECTOR: got 'opencl:gpu'; expected one of the backends xeforge, "
                                   "cuda, level_zero (the CPU in place of a GPU) or *");
  EXPECT_EQ(refusal("xeforge:bgm"), "ONEAPI_DEVICE_SELECTOR: got 'xeforge:bgm'; expected cpu, gpu, *, a number, or one "
                                    "of cpu, bmg, lnl-m, ptl-h, sm_90");
  EXPECT_NE(refusal("xeforge:7").find("the number of a device"), std::string::npos);
  EXPECT_NE(refusal("xeforge:0.1").find("one of cpu"), std::string::npos);
}

TEST(Selector, says_why_a_known_device_is_not_here) {
  EXPECT_EQ(refusal("xeforge:ptl-h", "this program carries device code for bmg"),
            "ONEAPI_DEVICE_SELECTOR: got 'xeforge:ptl-h'; expected a device that is here and that the program carries "
            "device code for; this program carries device code for bmg");
  EXPECT_NE(refusal("xeforge:bmg;!*:*").find("a selector that leaves a device"), std::string::npos);
}

TEST(Selector, tells_which_adapters_have_to_be_opened) {
  EXPECT_FALSE(Selector("xeforge:cpu", backends).may_choose_from("xeforge"));
  EXPECT_TRUE(Selector("xeforge:cpu,bmg", backends).may_choose_from("xeforge"));
  EXPECT_FALSE(Selector("level_zero:gpu", backends).may_choose_from("xeforge"));
  EXPECT_TRUE(Selector("*:gpu", backends).may_choose_from("cuda"));
  EXPECT_FALSE(Selector("cuda:0", backends).may_choose_from("xeforge"));
  EXPECT_TRUE(Selector("!xeforge:cpu", backends).may_choose_from("xeforge"));
}

} // namespace
} // namespace xeforge::devices
