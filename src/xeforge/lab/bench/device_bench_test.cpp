// Times on a device, on the emulated one: what is launched is noted and repeated on arrays of the device's own. Its times
// say nothing, and are not looked at. Skipped where there is none.
#include "xeforge/lab/bench/device_bench.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::lab {
namespace {

const DeviceOptions on_bmg{"bmg", ""};
constexpr DeviceLimits few_runs{
    .least_samples = 2, .most_samples = 2, .least_sample_ns = 1, .most_calls = 2, .seconds = 0};

class OnTheEmulator : public testing::Test {
protected:
  void SetUp() override {
    try {
      device.emplace(on_bmg, op.device_kernels, TimedDevice::Emulated::taken);
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  const ops::Operator& op = *ops::find_operator("softmax-topk");
  const ops::OperatorCase& problem = *op.find_case("mixtral-float16-mixed");
  std::optional<TimedDevice> device;
};

TEST_F(OnTheEmulator, a_case_is_checked_and_then_timed_in_memory_of_the_device) {
  const CaseBench result = bench_on_device(op, problem, {"", "", "bmg"}, *device, few_runs);
  EXPECT_TRUE(result.check.passed) << result.check.failure;
  EXPECT_EQ(result.plan.target, "bmg");
  EXPECT_EQ(result.timing.runs, 2);
  EXPECT_GT(result.timing.median_ns, 0);
}

TEST_F(OnTheEmulator, the_launches_of_a_call_are_noted_and_do_the_same_when_they_are_repeated) {
  const auto prepared = problem.prepare();
  const auto run = prepared->timed_run(device->queue(), {"", "", "bmg"});
  EXPECT_TRUE(run->difference()) << "nothing ran so far";
  const auto launches = device->launches_of([&] { run->run(); });
  EXPECT_EQ(launches.launches().size(), 1u);
  EXPECT_FALSE(run->difference());
  EXPECT_TRUE(device->launches_of([] {}).launches().empty());

  // On arrays of another call, of which nothing has run.
  const auto other = prepared->timed_run(device->queue(), {"", "", "bmg"});
  device->measure({launches}, few_runs);
  EXPECT_TRUE(other->difference());
  EXPECT_FALSE(run->difference());
  EXPECT_THROW(device->measure({{}}, few_runs), Error) << "nothing to repeat";
}

TEST_F(OnTheEmulator, its_times_are_refused_where_a_user_would_see_them) {
  try {
    TimedDevice refused(on_bmg, op.device_kernels);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("times are those of the emulation"), std::string::npos) << error.what();
  }
}

TEST_F(OnTheEmulator, a_report_has_the_fields_of_its_schema) {
  const Json written = as_json(*device, DeviceRoof{});
  const std::vector<std::string> fields{
      "name",       "title",     "driver",    "compute_units",      "cache_bytes",         "core_mhz",
      "memory_mhz", "copy_gbps", "read_gbps", "f16_product_gflops", "bf16_product_gflops", "f32_fma_gflops"};
  EXPECT_EQ(written.size(), fields.size());
  for (const std::string& field : fields)
    EXPECT_TRUE(written.contains(field)) << field;
}

TEST(Roof, is_that_of_what_bounds_the_case) {
  const DeviceRoof roof{
      .copy_gbps = 1, .read_gbps = 2, .f16_gflops = 3, .bf16_gflops = 4, .f32_gflops = 5, .clocks = {}};
  const auto roof_of = [&](const char* op, const char* name) {
    CaseBench result;
    result.facts = ops::find_operator(op)->find_case(name)->facts();
    set_roof(result, roof);
    return std::pair(result.roof_name, result.roof);
  };
  EXPECT_EQ(roof_of("softmax-topk", "seed-large"), std::pair(std::string("copy"), 1.0));
  EXPECT_EQ(roof_of("attention", "decode"), std::pair(std::string("read"), 2.0));
  EXPECT_EQ(roof_of("attention", "sdpa-f16"), std::pair(std::string("f16 product"), 3.0));
  EXPECT_EQ(roof_of("attention", "large-bf16-bias"), std::pair(std::string("bf16 product"), 4.0));
  EXPECT_EQ(roof_of("attention", "sdpa-f32"), std::pair(std::string("f32 multiply-add"), 5.0));
}

TEST(Cases, of_every_operator_are_timed_on_a_card) {
  for (const ops::Operator& op : ops::operators())
    EXPECT_FALSE(chosen_on_device(op, "", {"", "", "sm_90"}).empty()) << op.name;
  const ops::Operator& op = *ops::find_operator("rms-norm");
  EXPECT_THROW(chosen_on_device(op, "no-such-case", {"", "", "sm_90"}), Error);
  EXPECT_EQ(chosen_on_device(op, "plain-float16", {"", "", "sm_90"}).size(), 1u);
}

} // namespace
} // namespace xeforge::lab
