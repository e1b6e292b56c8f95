#include "xeforge/machine/device_models.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace xeforge::machine {
namespace {

TEST(device_models, a_device_is_found_by_the_name_the_compiler_uses) {
  EXPECT_EQ(device_model("bmg").platform, "xe2");
  EXPECT_EQ(device_model("lnl-m").platform, "xe2");
  EXPECT_EQ(device_model("ptl-h").platform, "xe3");
  EXPECT_EQ(device_model("pvc").platform, "xehpc");
  EXPECT_EQ(device_model("dg2").platform, "xehpg");
  EXPECT_EQ(device_model("sm_90").platform, ptx_platform);
}

TEST(device_models, an_unknown_device_is_answered_with_the_known_ones) {
  try {
    device_model("b5800");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), "device");
    EXPECT_EQ(error.got(), "'b5800'");
    for (const DeviceModel& model : device_models())
      EXPECT_NE(error.expected().find(model.name), std::string::npos) << model.name;
  }
}

TEST(device_models, names_are_unique) {
  std::set<std::string_view> names;
  for (const DeviceModel& model : device_models())
    EXPECT_TRUE(names.insert(model.name).second) << model.name;
}

TEST(device_models, alchemist_has_half_the_register_and_neither_2d_messages_nor_named_barriers) {
  const DeviceModel& alchemist = device_model("dg2");
  EXPECT_EQ(alchemist.register_bytes, 32);
  EXPECT_EQ(alchemist.dpas_columns, 8);
  EXPECT_EQ(alchemist.block_2d, Support::no);
  EXPECT_EQ(alchemist.named_barriers, Support::no);
  EXPECT_EQ(alchemist.fp64, Support::no);
  EXPECT_EQ(device_model("mtl").fp64, Support::yes);
  EXPECT_EQ(device_model("bmg").fp64, Support::yes);
  EXPECT_EQ(device_model("bmg").register_bytes, 64);
  EXPECT_EQ(device_model("bmg").block_2d, Support::yes);
}

TEST(device_models, the_family_in_a_compiled_kernel_names_its_instruction_set) {
  EXPECT_EQ(platform_of_family(0x0c09), "xe2");
  EXPECT_EQ(platform_of_family(0x1e00), "xe3");
  EXPECT_EQ(platform_of_family(1), "");
}

} // namespace
} // namespace xeforge::machine
