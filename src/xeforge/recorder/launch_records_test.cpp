#include "xeforge/recorder/launch_records.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xeforge::recorder {
namespace {

using Json = nlohmann::ordered_json;

Launch launch_of(const std::string& kernel, std::size_t items, std::uint64_t nanoseconds) {
  Launch launch{.kernel = kernel, .device = "cpu", .threads = 2, .nanoseconds = nanoseconds};
  launch.launch.items = {items, 1, 1};
  launch.counters.block_loads = {2, 64};
  launch.counters.dpas_flops = 100;
  return launch;
}

TEST(launch_records, launches_of_one_kernel_and_shape_are_one_record_in_the_order_of_the_program) {
  LaunchRecords records;
  records.add(launch_of("Second", 64, 10));
  records.add(launch_of("First", 64, 20));
  records.add(launch_of("Second", 64, 30));
  records.add(launch_of("Second", 128, 40));
  const Json json = Json::parse(records.json("prog", true));
  ASSERT_EQ(json.at("kernels").size(), 3u);
  const Json& second = json.at("kernels").at(0);
  EXPECT_EQ(second.at("kernel"), "Second");
  EXPECT_EQ(second.at("launches"), 2);
  EXPECT_EQ(second.at("times_ns"), Json({10, 30}));
  EXPECT_TRUE(second.at("local").is_null());
  EXPECT_EQ(second.at("counts").at("moved_bytes"), 128);
  EXPECT_EQ(second.at("counts").at("flops"), 200);
  EXPECT_EQ(json.at("kernels").at(1).at("kernel"), "First");
  EXPECT_EQ(json.at("kernels").at(2).at("items").at(0), 128);
}

TEST(launch_records, kernels_of_one_name_are_told_apart) {
  LaunchRecords records;
  const int first = 1, second = 2;
  for (const int* run : {&first, &second, &first, &second}) {
    Launch launch = launch_of("(lambda at a.cpp:5:94)", 4, 10);
    launch.launch.run = run;
    records.add(launch);
  }
  const Json kernels = Json::parse(records.json("prog", true)).at("kernels");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels.at(0).at("kernel"), "(lambda at a.cpp:5:94)");
  EXPECT_EQ(kernels.at(1).at("kernel"), "(lambda at a.cpp:5:94) (2)");
  EXPECT_EQ(kernels.at(0).at("launches"), 2);
  EXPECT_EQ(kernels.at(1).at("counts").at("flops"), 200);
}

TEST(launch_records, a_launch_that_failed_has_neither_time_nor_counts) {
  LaunchRecords records;
  Launch failed = launch_of("Kernel", 1, 10);
  failed.failed = true;
  records.add(failed);
  const Json kernel = Json::parse(records.json("prog", true)).at("kernels").at(0);
  EXPECT_EQ(kernel.at("failed"), 1);
  EXPECT_TRUE(kernel.at("times_ns").empty());
  EXPECT_EQ(kernel.at("counts").at("flops"), 0);
}

TEST(launch_records, a_program_that_does_not_count_has_no_counts_rather_than_zeros) {
  LaunchRecords records;
  records.add(launch_of("Kernel", 1, 10));
  EXPECT_TRUE(Json::parse(records.json("prog", false)).at("kernels").at(0).at("counts").is_null());
}

TEST(launch_records, launches_on_devices_have_no_counts_rather_than_zeros) {
  LaunchRecords records;
  Launch elsewhere = launch_of("Kernel", 1, 10);
  elsewhere.device = "bmg-g21";
  records.add(elsewhere);
  records.add(launch_of("Kernel", 1, 10));
  const Json kernels = Json::parse(records.json("prog", true)).at("kernels");
  EXPECT_TRUE(kernels.at(0).at("counts").is_null());
  EXPECT_EQ(kernels.at(1).at("counts").at("flops"), 100);
}

TEST(launch_records, times_are_kept_up_to_a_limit_and_launches_are_counted_on) {
  LaunchRecords records;
  for (std::size_t i = 0; i < LaunchRecords::most_times + 5; ++i)
    records.add(launch_of("Kernel", 1, i + 1));
  const Json kernel = Json::parse(records.json("prog", false)).at("kernels").at(0);
  EXPECT_EQ(kernel.at("times_ns").size(), LaunchRecords::most_times);
  EXPECT_EQ(kernel.at("launches"), LaunchRecords::most_times + 5);
}

} // namespace
} // namespace xeforge::recorder
