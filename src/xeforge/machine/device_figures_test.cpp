#include "xeforge/machine/device_figures.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_models.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace xeforge::machine {
namespace {

double value_of(std::string_view device, Quantity quantity) {
  const auto found = figure(figures_of(device), quantity);
  EXPECT_TRUE(found.has_value()) << device << " " << name_of(quantity);
  return found ? found->high : 0;
}

TEST(device_figures, every_figure_has_a_source_a_name_and_an_order) {
  for (const DeviceFigures& device : device_figures())
    for (const auto& figures : {device.figures, device.architecture})
      for (const Figure& one : figures) {
        EXPECT_FALSE(one.source.empty()) << device.name << " " << name_of(one.quantity);
        EXPECT_FALSE(name_of(one.quantity).empty());
        EXPECT_GT(one.low, 0) << device.name << " " << name_of(one.quantity);
        EXPECT_LE(one.low, one.high) << device.name << " " << name_of(one.quantity);
      }
}

TEST(device_figures, names_of_quantities_are_unique) {
  std::map<std::string_view, Quantity> names;
  for (int index = 0; index <= static_cast<int>(Quantity::board_power); ++index) {
    const auto quantity = static_cast<Quantity>(index);
    EXPECT_TRUE(names.emplace(name_of(quantity), quantity).second) << name_of(quantity);
  }
}

TEST(device_figures, every_compile_target_is_one) {
  for (const DeviceFigures& device : device_figures())
    if (!device.target.empty())
      EXPECT_NO_THROW(device_model(device.target)) << device.name;
  EXPECT_EQ(figures_of("b580").target, "bmg-g21");
  EXPECT_EQ(figures_of("b70").target, "bmg-g31");
  EXPECT_EQ(figures_of("lnl").target, "lnl-m");
}

TEST(device_figures, what_the_compile_targets_know_agrees) {
  for (const DeviceFigures& device : device_figures()) {
    if (device.target.empty())
      continue;
    const DeviceModel& model = device_model(device.target);
    for (const Figure& one : device.architecture) {
      if (one.quantity == Quantity::register_bytes)
        EXPECT_EQ(one.high, model.register_bytes) << device.name;
      if (one.quantity == Quantity::dpas_columns)
        EXPECT_EQ(one.high, model.dpas_columns) << device.name;
      if (one.quantity == Quantity::slm_per_group_kib)
        EXPECT_EQ(one.high * 1024, model.slm_capacity) << device.name;
    }
  }
}

// The rule that reproduces the vendor's figures.
TEST(device_figures, matrix_rates_are_cores_times_flops_per_clock_times_clock) {
  for (const std::string_view device : {"bmg", "b580", "b60", "b65", "b70", "lnl"}) {
    const double rate = value_of(device, Quantity::xe_cores) * value_of(device, Quantity::matrix_flops_per_clock) *
                        value_of(device, Quantity::clock) * 1e-3;
    EXPECT_NEAR(value_of(device, Quantity::f16_matrix_rate) / rate, 1, 0.02) << device;
  }
}

TEST(device_figures, matrix_rates_are_a_half_of_int8_and_a_quarter_of_int4) {
  EXPECT_NEAR(value_of("b580", Quantity::f16_matrix_rate), value_of("b580", Quantity::int4_matrix_rate) / 4, 0.2);
  for (const std::string_view device : {"b60", "b65", "b70", "ptl"})
    EXPECT_NEAR(value_of(device, Quantity::f16_matrix_rate), value_of(device, Quantity::int8_matrix_rate) / 2, 0.3)
        << device;
}

TEST(device_figures, the_seed_is_a_device_and_differs_from_what_is_published) {
  EXPECT_EQ(figures_of("bmg-seed").name, "bmg");
  std::set<Quantity> different;
  for_differences(figures_of("bmg"), [&](const Difference& difference) {
    different.insert(difference.own.quantity);
    EXPECT_EQ(difference.own.quantity, difference.other.quantity);
  });
  EXPECT_TRUE(different.contains(Quantity::f16_matrix_rate));
  EXPECT_TRUE(different.contains(Quantity::memory_bandwidth));
  EXPECT_TRUE(different.contains(Quantity::slm_per_group_kib));
  EXPECT_FALSE(different.contains(Quantity::xe_cores)); // 32 in both
  for_differences(figures_of("b580"), [](const Difference&) { FAIL() << "the B580 is compared with nothing"; });
}

TEST(device_figures, an_unknown_device_is_answered_with_the_known_ones) {
  try {
    figures_of("a7700");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), "device");
    EXPECT_EQ(error.got(), "'a7700'");
    EXPECT_NE(error.expected().find("b580"), std::string::npos);
  }
}

} // namespace
} // namespace xeforge::machine
