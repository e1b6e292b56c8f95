// xeforge run attention: results small enough to work out by hand.
#include "cli/npy_file.hpp"
#include "cli/numbers.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace xeforge::cli_tests {
namespace {

class run_attention : public InFolder {
protected:
  void write_floats(const char* name, std::string_view shape, const std::vector<float>& values) const {
    write(folder / name, npy_bytes("<f4", shape, bytes_of(values)));
  }
  // One head of depth 1 with a scale of 1: scores are products. Two queries 1 and 2, keys 0, log 2, log 4, values of
  // depth 2: (1, 0), (2, 1), (3, 4).
  void write_small() const {
    write_floats("q.npy", "(1, 1, 2, 1)", {1, 2});
    write_floats("k.npy", "(1, 1, 3, 1)", {0, log_2, log_4});
    write_floats("v.npy", "(1, 1, 3, 2)", {1, 0, 2, 1, 3, 4});
  }
  toolchain::Outcome attend(Words words) const {
    words.insert(words.begin(), {"run", "attention", "--q", "q.npy", "--k", "k.npy", "--v", "v.npy", "--out", "o.npy"});
    return xeforge(words);
  }
  void expect_floats(const char* name, const std::vector<float>& expected) const {
    const auto got = read_npy(folder / name).values<float>();
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      if (std::isinf(expected[i]))
        EXPECT_EQ(got[i], expected[i]) << name << ' ' << i;
      else
        EXPECT_NEAR(got[i], expected[i], 2e-6f) << name << ' ' << i;
  }
};

TEST_F(run_attention, values_are_weighted_by_the_softmax_of_the_scores) {
  write_small();
  ASSERT_TRUE(is_success(attend({"--lse", "lse.npy"})));
  expect_floats("o.npy", {17.0f / 7, 18.0f / 7, 57.0f / 21, 68.0f / 21});
  expect_floats("lse.npy", {std::log(7.0f), std::log(21.0f)});
  EXPECT_NE(read_npy(folder / "o.npy").header.find("(1, 1, 2, 2)"), std::string::npos);
  EXPECT_NE(read_npy(folder / "lse.npy").header.find("(1, 1, 2)"), std::string::npos);
}

TEST_F(run_attention, scale_softcap_slopes_bias_and_sinks_change_the_scores) {
  write_small();
  write_floats("b.npy", "(3,)", {0, 0, -log_2});
  ASSERT_TRUE(is_success(attend({"--attn-bias", "b.npy"})));
  expect_floats("o.npy", {11.0f / 5, 10.0f / 5, 33.0f / 13, 36.0f / 13}); // 1 : 2 : 2 and 1 : 4 : 8
  ASSERT_TRUE(is_success(attend({"--scale", "0"})));
  expect_floats("o.npy", {2, 5.0f / 3, 2, 5.0f / 3});
  ASSERT_TRUE(is_success(attend({"--scale", "2"})));
  expect_floats("o.npy", {57.0f / 21, 68.0f / 21, (1 + 2 * 16 + 3 * 256) / 273.0f, (16 + 4 * 256) / 273.0f});
  ASSERT_TRUE(is_success(attend({"--softcap", "0.0001"}))); // all scores nearly 0
  EXPECT_NEAR(read_npy(folder / "o.npy").values<float>()[0], 2.0f, 1e-3f);
  write_floats("slopes.npy", "(1,)", {log_2}); // a half for every step: query 0 is on key 1, query 1 on key 2
  ASSERT_TRUE(is_success(attend({"--alibi-slopes", "slopes.npy", "--scale", "0"})));
  expect_floats("o.npy", {2, 1.5f, 17.0f / 7, 18.0f / 7});
  write_floats("sinks.npy", "(1,)", {std::log(7.0f)});
  ASSERT_TRUE(is_success(attend({"--sinks", "sinks.npy", "--lse", "lse.npy"})));
  expect_floats("o.npy", {17.0f / 14, 18.0f / 14, 57.0f / 28, 68.0f / 28});
  expect_floats("lse.npy", {std::log(14.0f), std::log(28.0f)});
}

TEST_F(run_attention, masks_causal_and_window_hide_keys) {
  write_small();
  write(folder / "m.npy", npy_bytes("|b1", "(2, 3)", std::string("\1\0\1\0\0\0", 6)));
  ASSERT_TRUE(is_success(attend({"--attn-mask", "m.npy", "--lse", "lse.npy"})));
  expect_floats("o.npy", {13.0f / 5, 16.0f / 5, 0, 0}); // 1 : 4 of the outer two; nothing left in the second row
  expect_floats("lse.npy", {std::log(5.0f), -infinity});
  ASSERT_TRUE(is_success(attend({"--causal", "top_left"})));
  expect_floats("o.npy", {1, 0, 9.0f / 5, 4.0f / 5});
  ASSERT_TRUE(is_success(attend({"--causal", "bottom_right"})));
  expect_floats("o.npy", {5.0f / 3, 2.0f / 3, 57.0f / 21, 68.0f / 21});
  ASSERT_TRUE(is_success(attend({"--window", "0,0"})));
  expect_floats("o.npy", {2, 1, 3, 4});
  ASSERT_TRUE(is_success(attend({"--window", "-1,0"})));
  expect_floats("o.npy", {5.0f / 3, 2.0f / 3, 57.0f / 21, 68.0f / 21});
}

// Two heads, two queries, one key: every output is its head's value.
TEST_F(run_attention, layouts_say_in_which_order_the_dimensions_are_stored) {
  write_floats("q.npy", "(1, 2, 2, 1)", {1, 1, 1, 1});
  write_floats("k.npy", "(1, 2, 1, 1)", {1, 1});
  write_floats("v.npy", "(1, 2, 1, 3)", {1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(is_success(attend({})));
  expect_floats("o.npy", {1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
  ASSERT_TRUE(is_success(attend({"--out-layout", "bshd"})));
  expect_floats("o.npy", {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6});
  EXPECT_NE(read_npy(folder / "o.npy").header.find("(1, 2, 2, 3)"), std::string::npos);
  ASSERT_TRUE(is_success(attend({"--out-layout", "bhds"})));
  expect_floats("o.npy", {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
  EXPECT_NE(read_npy(folder / "o.npy").header.find("(1, 2, 3, 2)"), std::string::npos);
  write_floats("k.npy", "(1, 1, 2, 1)", {1, 1}); // as bshd
  write_floats("v.npy", "(1, 1, 2, 3)", {1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(is_success(attend({"--layout", "bshd"}))); // the output follows
  expect_floats("o.npy", {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6});
}

TEST_F(run_attention, sequences_one_after_another_do_not_see_each_other) {
  write_floats("q.npy", "(1, 1, 3, 1)", {0, 0, 0});
  write_floats("k.npy", "(1, 1, 3, 1)", {0, 0, 0});
  write_floats("v.npy", "(1, 1, 3, 1)", {1, 3, 8});
  write(folder / "f.npy", npy_bytes("<i4", "(4,)", bytes_of<std::int32_t>({0, 1, 2, 3})));
  write(folder / "g.npy", npy_bytes("<i8", "(4,)", bytes_of<std::int64_t>({0, 2, 2, 3})));
  ASSERT_TRUE(is_success(attend({"--cu-seqlens-q", "f.npy", "--cu-seqlens-k", "g.npy", "--lse", "lse.npy"})));
  expect_floats("o.npy", {2, 0, 8});
  expect_floats("lse.npy", {log_2, -infinity, 0});
}

// bfloat16 1, 2 and 3; .npy has no such type, .safetensors has.
TEST_F(run_attention, tensors_of_a_safetensors_file_are_read_and_written) {
  const std::string header =
      R"({"q":{"dtype":"BF16","shape":[1,1,1,1],"data_offsets":[0,2]},"v":{"dtype":"BF16","shape":[1,1,1,2],"data_offsets":[2,6]}})";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size());
  write(folder / "x.safetensors", file + header + bytes_of<std::uint16_t>({0x3f80, 0x4000, 0x4040}));
  const Words inputs{"run", "attention", "--q", "x.safetensors#q", "--k", "x.safetensors#q", "--v", "x.safetensors#v"};
  Words words = inputs;
  words.insert(words.end(), {"--out", "o.safetensors#o"});
  ASSERT_TRUE(is_success(xeforge(words)));
  const std::string written = contents(folder / "o.safetensors");
  EXPECT_NE(written.find(R"("BF16")"), std::string::npos);
  EXPECT_TRUE(written.ends_with(bytes_of<std::uint16_t>({0x4000, 0x4040})));
  words = inputs;
  words.insert(words.end(), {"--out", "o.npy"});
  EXPECT_TRUE(is_refusal(xeforge(words), {"--out: got ", "bfloat16"}));
}

TEST_F(run_attention, every_thread_count_gives_the_same_file) {
  std::vector<float> values;
  for (int i = 0; i < 2 * 40 * 16; ++i)
    values.push_back(static_cast<float>((i * 7919) % 1009) / 512.0f - 1.0f);
  for (const char* name : {"q.npy", "k.npy", "v.npy"})
    write_floats(name, "(1, 2, 40, 16)", values);
  ASSERT_TRUE(is_success(attend({"--threads", "1"})));
  const std::string one = contents(folder / "o.npy");
  ASSERT_TRUE(is_success(attend({})));
  EXPECT_EQ(contents(folder / "o.npy"), one);
}

// A layer of a sentence encoder on real sentences, against its own output: examples/data/README.md.
TEST_F(run_attention, a_real_encoder_gets_its_own_attention_back) {
  const std::string data = (repository() / "examples/data/encoder").string();
  ASSERT_TRUE(
      is_success(xeforge({"run", "attention", "--layout", "bshd", "--q", data + "/q.npy", "--k", data + "/k.npy", "--v",
                          data + "/v.npy", "--attn-mask", data + "/mask.npy", "--out", "o.npy"})));
  const NpyFile got = read_npy(folder / "o.npy"), expected = read_npy(repository() / "examples/data/encoder/out.npy");
  EXPECT_NE(got.header.find("(2, 17, 12, 32)"), std::string::npos) << got.header;
  const auto values = got.values<float>(), own = expected.values<float>();
  ASSERT_EQ(values.size(), own.size());
  ASSERT_EQ(values.size(), 2u * 17 * 12 * 32);
  for (std::size_t i = 0; i < values.size(); ++i) // float32 on both sides, in different orders of sums
    ASSERT_NEAR(values[i], own[i], 2e-5f) << i;
}

// --- what bad input gets ---------------------------------------------------------------------------------------------

class bad_attention : public run_attention {
protected:
  bad_attention() {
    write_small();
    write_floats("k4.npy", "(1, 1, 3, 2)", {1, 2, 3, 4, 5, 6});
    write_floats("k-heads.npy", "(1, 2, 3, 1)", {1, 2, 3, 4, 5, 6});
    write_floats("v-short.npy", "(1, 1, 2, 2)", {1, 2, 3, 4});
    write_floats("flat.npy", "(2, 3)", {1, 2, 3, 4, 5, 6});
    write_floats("none.npy", "(1, 1, 0, 1)", {});
    write_floats("five.npy", "(1, 1, 1, 2, 3)", {1, 2, 3, 4, 5, 6});
    write_floats("four.npy", "(4,)", {1, 2, 3, 4});
    write_floats("nan.npy", "(1,)", {std::nanf("")});
    write(folder / "half.npy", npy_bytes("<f2", "(1, 1, 3, 1)", std::string(6, '\0')));
    write(folder / "int.npy", npy_bytes("<i4", "(1, 1, 3, 1)", std::string(12, '\0')));
    write(folder / "mask4.npy", npy_bytes("|b1", "(2, 4)", std::string(8, '\1')));
    write(folder / "begins.npy", npy_bytes("<i4", "(2,)", bytes_of<std::int32_t>({0, 2})));
    write(folder / "begins-k.npy", npy_bytes("<i4", "(2,)", bytes_of<std::int32_t>({0, 3})));
    write(folder / "begins-late.npy", npy_bytes("<i4", "(2,)", bytes_of<std::int32_t>({1, 3})));
    write(folder / "begins-long.npy", npy_bytes("<i8", "(2,)", bytes_of<std::int64_t>({0, 1LL << 40})));
    write(folder / "o.npy", "old result");
    write(folder / "lse.npy", "old sums");
  }
  // words come after the four arrays; a later option of the same name cannot be given, so arrays are named in full.
  void expect_refused(const Words& words, const Words& named) const {
    const auto before = snapshot();
    Words all{"run", "attention"};
    for (const auto& [option, file] :
         {std::pair{"--q", "q.npy"}, {"--k", "k.npy"}, {"--v", "v.npy"}, {"--out", "o.npy"}})
      if (std::find(words.begin(), words.end(), option) == words.end())
        all.insert(all.end(), {option, file});
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_TRUE(is_refusal(xeforge(all), named)) << testing::PrintToString(words);
    EXPECT_TRUE(snapshot() == before) << "files changed: " << testing::PrintToString(words);
  }
};

TEST_F(bad_attention, arrays_that_do_not_fit_each_other) {
  expect_refused({"--k", "k4.npy"}, {"--k shape: got (1, 1, 3, 2)"});
  expect_refused({"--k", "k-heads.npy", "--v", "k-heads.npy"}, {"--k shape: got (1, 2, 3, 1)", "divides"});
  expect_refused({"--v", "v-short.npy"}, {"--v shape: got (1, 1, 2, 2)"});
  expect_refused({"--k", "half.npy"}, {"--k dtype: got float16", "float32"});
  expect_refused({"--q", "int.npy"}, {"--q dtype: got int32"});
  expect_refused({"--q", "flat.npy"}, {"--q: got float32 of shape (2, 3)", "four dimensions", "bhsd"});
  expect_refused({"--q", "none.npy"}, {"--q shape: got (1, 1, 0, 1)"});
  expect_refused({"--v", "missing.npy"}, {"--v: got ", "missing.npy"});
  expect_refused({"--layout", "bshd"}, {"--k shape"});
}

TEST_F(bad_attention, arrays_of_options_that_do_not_fit) {
  expect_refused({"--attn-bias", "five.npy"}, {"--attn-bias: got ", "(1, 1, 1, 2, 3)", "4 dimensions"});
  expect_refused({"--attn-bias", "four.npy"}, {"--attn-bias shape: got (1, 1, 1, 4)", "1 or 3"});
  expect_refused({"--attn-bias", "half.npy"}, {"--attn-bias dtype: got float16"});
  expect_refused({"--attn-mask", "flat.npy"}, {"--attn-mask dtype: got float32", "bool"});
  expect_refused({"--attn-mask", "mask4.npy"}, {"--attn-mask shape: got (1, 1, 2, 4)"});
  expect_refused({"--alibi-slopes", "four.npy"}, {"--alibi-slopes shape: got (1, 4)"});
  expect_refused({"--alibi-slopes", "nan.npy"}, {"--alibi-slopes: got nan"});
  expect_refused({"--sinks", "four.npy"}, {"--sinks: got 4 values", "1"});
  expect_refused({"--sinks", "nan.npy"}, {"--sinks: got nan"});
  expect_refused({"--sinks", "flat.npy"}, {"--sinks: got float32 of shape (2, 3)"});
  expect_refused({"--cu-seqlens-q", "begins.npy"}, {"--cu-seqlens-k: got nothing"});
  expect_refused({"--cu-seqlens-q", "begins.npy", "--cu-seqlens-k", "begins.npy"},
                 {"--cu-seqlens-k: got 2 at its end"});
  expect_refused({"--cu-seqlens-q", "begins.npy", "--cu-seqlens-k", "begins-late.npy"}, {"--cu-seqlens-k: got 1"});
  expect_refused({"--cu-seqlens-q", "begins-long.npy", "--cu-seqlens-k", "begins-k.npy"},
                 {"--cu-seqlens-q: got 1099511627776"});
  expect_refused({"--cu-seqlens-q", "four.npy", "--cu-seqlens-k", "begins.npy"}, {"--cu-seqlens-q: got float32"});
  write_floats("b.npy", "(3,)", {0, 0, 0});
  expect_refused({"--cu-seqlens-q", "begins.npy", "--cu-seqlens-k", "begins-k.npy", "--attn-bias", "b.npy"},
                 {"--attn-bias: got ", "cu_seqlens_q"});
}

TEST_F(bad_attention, values_that_an_option_does_not_take) {
  expect_refused({"--layout", "hbsd"}, {"--layout: got 'hbsd'", "bhsd, bshd, sbhd, bhds"});
  expect_refused({"--out-layout", "BSHD"}, {"--out-layout: got 'BSHD'", "bshd"});
  expect_refused({"--causal", "true"}, {"--causal: got 'true'", "top_left"});
  for (const char* window : {"3", "3,", ",3", "a,b", "3,4,5", "-2,0", "1;2", ""})
    expect_refused({"--window", window}, {"--window: got "});
  expect_refused({"--softcap", "-1"}, {"--softcap: got -1"});
  expect_refused({"--softcap", "nan"}, {"--softcap: got 'nan'"});
  expect_refused({"--scale", "inf"}, {"--scale: got 'inf'"});
  expect_refused({"--variant", "quick"}, {"--variant: got 'quick'", "strided"});
  expect_refused({"--variant", "xe"}, {"--variant: got \"xe\"", "float16"});
  expect_refused({"--threads", "0"}, {"--threads: got '0'"});
  expect_refused({"--dropout", "0.1"}, {"--dropout: got an option", "--softcap"});
}

TEST_F(bad_attention, outputs_that_cannot_be_or_must_not_be_written) {
  expect_refused({"--out", "q.npy"}, {"--out: got ", "q.npy"});
  expect_refused({"--lse", "./o.npy"}, {"o.npy"});
  write_floats("b.npy", "(3,)", {0, 0, 0});
  expect_refused({"--attn-bias", "b.npy", "--lse", "b.npy"}, {"--lse: got ", "b.npy"});
  expect_refused({"--out", "missing/o.npy"}, {"--out: got ", "missing"});
  expect_refused({"--lse", "/proc/lse.npy"}, {"--lse: got "});
  EXPECT_TRUE(is_refusal(xeforge({"run", "attention", "--q", "q.npy", "--k", "k.npy", "--v", "v.npy"}),
                         {"--out: got nothing"}));
}

} // namespace
} // namespace xeforge::cli_tests
