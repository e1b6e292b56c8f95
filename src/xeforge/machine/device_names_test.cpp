#include "xeforge/machine/device_names.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_figures.hpp"
#include "xeforge/machine/device_models.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace xeforge::machine {
namespace {

TEST(device_names, product_die_and_the_compilers_name_are_one_device) {
  for (const char* word : {"b580", "B580", "Arc B580", "arc-b580", "bmg-g21", "bmg_g21", "intel_gpu_bmg_g21"})
    EXPECT_EQ(device_model(word).name, "bmg-g21") << word;
  for (const char* word : {"arc140v", "Arc 140V", "lnl", "lnl-m", "intel_gpu_lnl_m"}) {
    EXPECT_EQ(device_model(word).name, "lnl-m") << word;
    EXPECT_EQ(figures_of(word).name, "lnl") << word;
  }
  EXPECT_EQ(device_model("nvidia_gpu_sm_90").name, "sm_90");
  EXPECT_EQ(device_model("h200").name, "sm_90");
  EXPECT_EQ(figures_of("bmg-g21").name, "b580");
  EXPECT_EQ(figures_of("intel_gpu_bmg_g31").name, "b70");
  EXPECT_EQ(figures_of("ptl-h").name, "ptl");
}

TEST(device_names, every_model_and_every_device_with_figures_is_in_the_table) {
  for (const DeviceModel& model : device_models()) {
    ASSERT_NE(find_device_name(model.name), nullptr) << model.name;
    EXPECT_EQ(compiled_as(model.name), model.name);
    EXPECT_EQ(device_model(model.name).name, model.name);
  }
  for (const DeviceFigures& device : device_figures()) {
    const DeviceName* const row = find_device_name(device.name);
    ASSERT_NE(row, nullptr) << device.name;
    EXPECT_EQ(row->figures, device.name);
    if (!device.target.empty()) {
      // A family's name ("ptl") is compiled for all of it, its figures are of one part.
      EXPECT_TRUE(device.target.starts_with(row->model)) << device.name;
    }
  }
}

TEST(device_names, rows_name_what_is_there_and_no_word_means_two_devices) {
  std::set<std::string_view> seen;
  for (const DeviceName& row : device_names()) {
    EXPECT_TRUE(seen.insert(row.name).second) << row.name;
    EXPECT_EQ(find_device_name(row.name), &row) << row.name;
    EXPECT_NE(std::ranges::find(device_models(), row.model, &DeviceModel::name), device_models().end()) << row.name;
    if (!row.figures.empty()) {
      EXPECT_EQ(figures_of(row.name).name, row.figures);
    }
  }
}

TEST(device_names, what_is_no_device_is_none) {
  for (const char* word : {"", "-", "gpu", "bmg,lnl", "./bmg", "b58", "arc", "b580x"})
    EXPECT_EQ(find_device_name(word), nullptr) << word;
  EXPECT_EQ(compiled_as("cpu"), "cpu");
}

TEST(device_names, a_known_device_without_figures_says_so) {
  try {
    figures_of("pvc");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.got(), "'pvc' (Ponte Vecchio, Data Center GPU Max), of which no figures are kept");
  }
}

TEST(device_names, only_another_name_is_worth_a_word) {
  EXPECT_TRUE(is_same_word("intel_gpu_bmg_g21", "bmg-g21"));
  EXPECT_FALSE(is_same_word("b580", "bmg-g21"));
}

} // namespace
} // namespace xeforge::machine
