// What the C interface says of wrong arguments, of itself, and of arrays that DLPack describes.
#include "xeforge/c_interface/example_for_test.hpp"

#include <cstddef>
#include <cstring>
#include <functional>
#include <string>

namespace xeforge::c_interface_tests {
namespace {

class refusal : public Call {
protected:
  std::vector<float> scores = numbers(3 * 16), weights = std::vector<float>(64, -7.0f);
  std::vector<std::int32_t> indices = std::vector<std::int32_t>(64, -7);
  xeforge_tensor from = tensor(scores, {3, 16}), to = tensor(weights, {3, 4}), which = tensor(indices, {3, 4});
  xeforge_softmax_topk_options options;

  refusal() {
    xeforge_softmax_topk_defaults(&options, sizeof options);
    options.k = 4;
  }
  void expect(const std::string& argument, const std::string& got) {
    EXPECT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_INVALID_ARGUMENT);
    EXPECT_EQ(error.argument, argument);
    EXPECT_EQ(error.got, got);
    EXPECT_EQ(error.message, argument + ": got " + got + "; expected " + error.expected);
    EXPECT_TRUE(std::ranges::all_of(weights, [](float weight) { return weight == -7.0f; }));
    EXPECT_TRUE(std::ranges::all_of(indices, [](std::int32_t index) { return index == -7; }));
  }
};

TEST_F(refusal, of_a_k_beyond_the_row) {
  options.k = to.shape[1] = which.shape[1] = 17;
  expect("k", "17");
}
TEST_F(refusal, of_scores_that_are_integers) {
  from.dtype = XEFORGE_INT32;
  expect("scores dtype", "int32");
}
TEST_F(refusal, of_a_type_that_does_not_exist) {
  from.dtype = 99;
  expect("scores dtype", "99");
}
TEST_F(refusal, of_a_rank_beyond_the_largest) {
  from.rank = 9;
  expect("scores rank", "9");
}
TEST_F(refusal, of_weights_of_another_shape) {
  to.shape[0] = 2;
  from.strides[1] = 2; // gathered
  EXPECT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "weights shape");
}
TEST_F(refusal, of_a_gathered_array_that_an_output_overlaps) {
  from.strides[0] = 1;
  from.strides[1] = 3;
  to.data = scores.data() + 1;
  expect("weights", "bytes that overlap those of scores");
}
// Copied before the outputs are written.
TEST_F(refusal, of_a_strided_bias_that_an_output_overlaps) {
  std::vector<float> shared(64);
  std::vector<std::int64_t> length{16};
  options.correction_bias = tensor(shared, length);
  options.correction_bias.strides[0] = 2;
  to.data = shared.data() + 4;
  expect("weights", "bytes that overlap those of correction_bias");
}
TEST_F(refusal, of_outputs_whose_elements_share_memory) {
  which.strides[1] = 0;
  expect("indices strides", "(4, 0)");
}
TEST_F(refusal, of_a_number_for_a_scoring_that_does_not_exist) {
  options.scoring = 5;
  expect("scoring", "5");
}
TEST_F(refusal, of_a_variant_that_does_not_exist) {
  options.variant = "quick";
  expect("variant", "\"quick\"");
}
TEST_F(refusal, of_options_that_say_no_size) {
  options.struct_size = 0;
  expect("options struct_size", "0");
}
TEST_F(refusal, of_a_field_that_only_a_newer_library_knows) {
  struct {
    xeforge_softmax_topk_options known;
    std::int64_t newer;
  } larger{options, 1};
  larger.known.struct_size = sizeof larger;
  EXPECT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &larger.known, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "options");
  larger.newer = 0; // as a newer function for defaults leaves it
  EXPECT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &larger.known, &error), XEFORGE_OK) << error.message;
}
TEST_F(refusal, of_a_missing_context) {
  EXPECT_EQ(xeforge_softmax_topk(nullptr, &from, &to, &which, &options, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "context");
}
TEST_F(refusal, needs_no_place_for_the_message) {
  options.k = 0;
  EXPECT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, nullptr), XEFORGE_INVALID_ARGUMENT);
}
TEST_F(refusal, of_attention_names_the_argument) {
  std::vector<float> data(64);
  const xeforge_tensor q = tensor(data, {1, 1, 2, 8}), flat = tensor(data, {2, 8});
  EXPECT_EQ(xeforge_attention(context, &q, &flat, &q, &q, nullptr, nullptr, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "k shape: got (2, 8); expected 4 dimensions, (batch, heads_kv, seq_k, d_qk)");
}
TEST_F(refusal, of_numbers_of_threads_that_make_no_sense) {
  xeforge_context* none = context;
  EXPECT_EQ(xeforge_context_create(-1, &none, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_EQ(none, nullptr);
  EXPECT_STREQ(error.argument, "threads");
}

TEST_F(refusal, of_a_plan_is_its_status_and_otherwise_the_plan_says_why) {
  xeforge_plan plan;
  ASSERT_EQ(xeforge_softmax_topk_plan(context, &from, nullptr, nullptr, &options, &plan, &error), XEFORGE_OK);
  EXPECT_STREQ(plan.variant, "stream"); // (16, 4) is compiled into no other
  EXPECT_NE(std::string(plan.reason).find("fold"), std::string::npos);
  EXPECT_EQ(std::string(plan.reason).find("gathered"), std::string::npos);
  from.strides[1] = 2;
  ASSERT_EQ(xeforge_softmax_topk_plan(context, &from, nullptr, nullptr, &options, &plan, &error), XEFORGE_OK);
  EXPECT_NE(std::string(plan.reason).find("gathered"), std::string::npos);
  options.k = 99;
  EXPECT_EQ(xeforge_softmax_topk_plan(context, &from, nullptr, nullptr, &options, nullptr, &error),
            XEFORGE_INVALID_ARGUMENT);
}

// ---- what the library says of itself --------------------------------------------------------------------------------

TEST(capabilities, versions_agree) {
  EXPECT_EQ(xeforge_version(), XEFORGE_VERSION);
  EXPECT_STREQ(xeforge_version_string(), "0.1.0");
}
TEST(capabilities, targets_and_variants_end_with_null) {
  EXPECT_STREQ(xeforge_target_name(0), "v3");
  EXPECT_EQ(xeforge_target_is_available(0), 1);
  EXPECT_EQ(xeforge_target_name(99), nullptr);
  EXPECT_EQ(xeforge_target_is_available(-1), 0);
  EXPECT_STREQ(xeforge_variant_name(XEFORGE_SOFTMAX_TOPK, 0), "fold");
  EXPECT_STREQ(xeforge_variant_name(XEFORGE_ATTENTION, 0), "decode");
  EXPECT_NE(xeforge_variant_accepts(XEFORGE_ATTENTION, 0), nullptr);
  EXPECT_EQ(xeforge_variant_name(XEFORGE_ATTENTION, 99), nullptr);
  EXPECT_EQ(xeforge_variant_name(7, 0), nullptr);
}
TEST(capabilities, the_largest_last_dimension_is_that_which_calls_are_refused_beyond) {
  EXPECT_EQ(xeforge_largest_last_dimension(XEFORGE_SOFTMAX_TOPK), 65536);
  EXPECT_EQ(xeforge_largest_last_dimension(XEFORGE_ATTENTION), 512);
  EXPECT_EQ(xeforge_largest_last_dimension(XEFORGE_RMS_NORM), 1 << 20);
  EXPECT_EQ(xeforge_largest_last_dimension(3), 0);
  EXPECT_EQ(xeforge_largest_last_dimension(-1), 0);
}
TEST(capabilities, types_have_names_and_sizes) {
  EXPECT_STREQ(xeforge_dtype_name(XEFORGE_BFLOAT16), "bfloat16");
  EXPECT_EQ(xeforge_dtype_size(XEFORGE_INT64), 8u);
  EXPECT_EQ(xeforge_dtype_name(6), nullptr);
  EXPECT_EQ(xeforge_dtype_size(-1), 0u);
}

// ---- DLPack ---------------------------------------------------------------------------------------------------------

// As dlpack.h lays it out.
struct DLTensor {
  void* data;
  std::int32_t device_type, device_id, ndim;
  std::uint8_t code, bits;
  std::uint16_t lanes;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};

class dlpack : public testing::Test {
protected:
  float data[6] = {};
  std::int64_t shape[2] = {2, 3}, strides[2] = {1, 2};
  DLTensor from{data, 1, 0, 2, 2, 32, 1, shape, nullptr, 0};
  xeforge_tensor to{};
  xeforge_error error{};
};

TEST_F(dlpack, without_strides_is_dense) {
  ASSERT_EQ(xeforge_tensor_from_dlpack(&from, &to, &error), XEFORGE_OK) << error.message;
  EXPECT_EQ(to.data, data);
  EXPECT_EQ(to.dtype, XEFORGE_FLOAT32);
  EXPECT_EQ(to.rank, 2);
  EXPECT_EQ(to.shape[1], 3);
  EXPECT_EQ(to.strides[0], 3);
  EXPECT_EQ(to.strides[1], 1);
}
TEST_F(dlpack, with_strides_and_an_offset) {
  from.strides = strides;
  from.byte_offset = 4;
  ASSERT_EQ(xeforge_tensor_from_dlpack(&from, &to, &error), XEFORGE_OK) << error.message;
  EXPECT_EQ(to.data, data + 1);
  EXPECT_EQ(to.strides[1], 2);
}
TEST_F(dlpack, without_elements_is_given) {
  from.data = nullptr;
  from.byte_offset = 4;
  shape[0] = 0;
  ASSERT_EQ(xeforge_tensor_from_dlpack(&from, &to, &error), XEFORGE_OK) << error.message;
  EXPECT_NE(to.data, nullptr);
  shape[0] = 2;
  ASSERT_EQ(xeforge_tensor_from_dlpack(&from, &to, &error), XEFORGE_OK) << error.message;
  EXPECT_EQ(to.data, nullptr);
}
TEST_F(dlpack, types) {
  const auto dtype = [&](int code, int bits) {
    from.code = static_cast<std::uint8_t>(code);
    from.bits = static_cast<std::uint8_t>(bits);
    return xeforge_tensor_from_dlpack(&from, &to, &error) == XEFORGE_OK ? to.dtype : -1;
  };
  EXPECT_EQ(dtype(2, 16), XEFORGE_FLOAT16);
  EXPECT_EQ(dtype(4, 16), XEFORGE_BFLOAT16);
  EXPECT_EQ(dtype(0, 32), XEFORGE_INT32);
  EXPECT_EQ(dtype(0, 64), XEFORGE_INT64);
  EXPECT_EQ(dtype(6, 8), XEFORGE_BOOL);
  EXPECT_EQ(dtype(2, 64), -1);
  EXPECT_STREQ(error.got, "float64");
  EXPECT_EQ(dtype(5, 64), -1);
  EXPECT_STREQ(error.got, "complex64");
  EXPECT_EQ(dtype(1, 8), -1);
  EXPECT_STREQ(error.got, "uint8");
  for (const int unnamed : {3, 7, 255}) { // a handle, an 8-bit float, and what may come
    EXPECT_EQ(dtype(unnamed, 8), -1);
    EXPECT_EQ(error.got, "DLPack's code " + std::to_string(unnamed) + " with 8 bits and 1 lanes");
  }
  from.lanes = 4;
  EXPECT_EQ(dtype(2, 32), -1);
  EXPECT_STREQ(error.got, "DLPack's code 2 with 32 bits and 4 lanes");
}
TEST_F(dlpack, refuses_memory_of_a_device) {
  from.device_type = 2;
  EXPECT_EQ(xeforge_tensor_from_dlpack(&from, &to, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "device");
}

} // namespace
} // namespace xeforge::c_interface_tests
