// What bad input gets: exit code 2, one line that names the argument, and every file as it was.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

namespace xeforge::cli_tests {
namespace {

// Good files next to bad ones, and old outputs that must survive.
class bad_input : public InFolder {
protected:
  bad_input() {
    const std::string numbers = bytes_of(std::vector<float>(32, 1.0f)); // 8 x 4
    write(folder / "x.npy", npy_bytes("<f4", "(8, 4)", numbers));
    write(folder / "truncated.npy", npy_bytes("<f4", "(8, 4)", numbers.substr(0, 100)));
    write(folder / "trailing.npy", npy_bytes("<f4", "(8, 4)", numbers + "more"));
    write(folder / "fortran.npy", npy_bytes("<f4", "(8, 4)", numbers, "True"));
    write(folder / "float64.npy", npy_bytes("<f8", "(4, 4)", numbers));
    write(folder / "int32.npy", npy_bytes("<i4", "(8, 4)", numbers));
    write(folder / "big-endian.npy", npy_bytes(">f4", "(8, 4)", numbers));
    write(folder / "zero-rows.npy", npy_bytes("<f4", "(0, 4)", ""));
    write(folder / "zero-columns.npy", npy_bytes("<f4", "(8, 0)", ""));
    write(folder / "overflow.npy", npy_bytes("<f4", "(4294967296, 4294967296)", numbers));
    write(folder / "negative.npy", npy_bytes("<f4", "(-8, 4)", numbers));
    write(folder / "text.npy", "these are no numbers\n");
    write(folder / "empty.npy", "");
    // A version 2 header that claims to be 4 GiB long.
    write(folder / "oversized-header.npy", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12) + "{'descr'");
    write(folder / "short-bias.npy", npy_bytes("<f4", "(3,)", numbers.substr(0, 12)));
    write(folder / "f16-bias.npy", npy_bytes("<f2", "(4,)", numbers.substr(0, 8)));
    write(folder / "x.safetensors", "\x08");
    write(folder / "w.npy", "old weights");
    write(folder / "i.npy", "old indices");
  }

  // Words after "xeforge run softmax-topk --weights w.npy --indices i.npy".
  void expect_refused(const Words& words, const Words& named) const {
    Words all{"run", "softmax-topk", "--weights", "w.npy", "--indices", "i.npy"};
    all.insert(all.end(), words.begin(), words.end());
    expect_refused_as_it_is(all, named);
  }
  void expect_refused_as_it_is(const Words& words, const Words& named) const {
    const auto before = snapshot();
    EXPECT_TRUE(is_refusal(xeforge(words), named)) << testing::PrintToString(words);
    EXPECT_TRUE(snapshot() == before) << "files changed: " << testing::PrintToString(words);
  }
};

TEST_F(bad_input, files_that_hold_no_scores) {
  for (const char* file : {"missing.npy", "truncated.npy", "trailing.npy", "fortran.npy", "float64.npy", "int32.npy",
                           "big-endian.npy", "zero-rows.npy", "zero-columns.npy", "overflow.npy", "negative.npy",
                           "text.npy", "empty.npy", "oversized-header.npy", "x.safetensors#logits", "."})
    expect_refused({"--k", "2", "--scores", file}, {"--scores", ": got ", "expected "});
}

TEST_F(bad_input, a_refused_file_is_named_with_its_path) {
  expect_refused({"--k", "2", "--scores", "missing.npy"}, {"missing.npy", "No such file"});
  expect_refused({"--k", "2", "--scores", "fortran.npy"}, {"fortran.npy", "ortran"});
  expect_refused({"--k", "2", "--scores", "float64.npy"}, {"float64.npy", "f8"});
}

TEST_F(bad_input, a_k_that_the_scores_do_not_have) {
  for (const char* k : {"0", "-1", "5", "9223372036854775807"})
    expect_refused({"--scores", "x.npy", "--k", k}, {"--k: got ", k, "expected 1 to 4"});
  expect_refused({"--scores", "x.npy", "--k", ""}, {"--k: got an empty value", "expected a value"});
  for (const char* k : {"two", "2.5", "9223372036854775808"})
    expect_refused({"--scores", "x.npy", "--k", k}, {"--k: got ", k, "expected an integer"});
}

TEST_F(bad_input, outputs_that_would_overlap) {
  expect_refused_as_it_is(
      {"run", "softmax-topk", "--scores", "x.npy", "--k", "2", "--weights", "same.npy", "--indices", "./same.npy"},
      {"same.npy"});
  expect_refused_as_it_is(
      {"run", "softmax-topk", "--scores", "x.npy", "--k", "2", "--weights", "x.npy", "--indices", "i.npy"},
      {"--weights: got ", "x.npy"});
}

TEST_F(bad_input, outputs_that_cannot_be_written) {
  for (const char* path : {"missing/w.npy", "/proc/w.npy", "/dev/full", "w.txt"})
    expect_refused_as_it_is(
        {"run", "softmax-topk", "--scores", "x.npy", "--k", "2", "--indices", "i.npy", "--weights", path},
        {"--weights: got ", path});
}

TEST_F(bad_input, a_missing_output_a_missing_input_and_a_missing_k) {
  expect_refused_as_it_is({"run", "softmax-topk", "--scores", "x.npy", "--k", "2"}, {"--weights", "--indices"});
  expect_refused({"--k", "2"}, {"--scores: got nothing"});
  expect_refused({"--scores", "x.npy"}, {"--k: got nothing"});
  expect_refused({"--scores", "x.npy", "--k"}, {"--k: got no value"});
  expect_refused({"--scores", "x.npy", "--k", "2", "--k", "3"}, {"--k: got more than one value"});
}

TEST_F(bad_input, options_that_do_not_exist) {
  expect_refused({"--scores", "x.npy", "--k", "2", "--top-p", "0.9"}, {"--top-p: got an option", "--scores"});
  expect_refused({"--scores", "x.npy", "--k", "2", "extra"}, {"'extra'"});
  expect_refused_as_it_is({}, {"COMMAND: got nothing", "run"});
  expect_refused_as_it_is({"frobnicate"}, {"COMMAND: got 'frobnicate'", "run"});
  expect_refused_as_it_is({"--frobnicate"}, {"--frobnicate"});
  expect_refused_as_it_is({"run", "layer-norm"}, {"OPERATOR: got 'layer-norm'", "softmax-topk", "attention"});
}

TEST_F(bad_input, values_that_an_option_does_not_take) {
  const Words good{"--scores", "x.npy", "--k", "2"};
  const auto with = [&](const Words& more) {
    Words all = good;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_refused(with({"--scoring", "tanh"}), {"--scoring: got 'tanh'", "softmax, sigmoid"});
  expect_refused(with({"--index-dtype", "int8"}), {"--index-dtype: got 'int8'", "int32, int64"});
  expect_refused(with({"--variant", "quick"}), {"--variant: got 'quick'", "stream"});
  expect_refused(with({"--target", "sse2"}), {"--target: got 'sse2'", "v3"});
  expect_refused(with({"--threads", "0"}), {"--threads: got '0'", "an integer from 1"});
  expect_refused(with({"--threads", "1000000"}), {"--threads: got '1000000'"});
  expect_refused(with({"--routed-scaling-factor", "nan"}), {"--routed-scaling-factor: got 'nan'"});
  expect_refused(with({"--num-expert-group", "3"}), {"--num-expert-group: got 3", "divisor"});
  expect_refused(with({"--num-expert-group", "0"}), {"--num-expert-group: got 0"});
  expect_refused(with({"--num-expert-group", "2", "--topk-group", "3"}), {"--topk-group: got 3"});
  expect_refused(with({"--num-expert-group", "4", "--topk-group", "1"}), {"--topk-group: got 1 groups of 1"});
  expect_refused(with({"--correction-bias", "missing.npy"}), {"--correction-bias: got ", "missing.npy"});
  expect_refused(with({"--correction-bias", "short-bias.npy"}), {"--correction-bias: got ", "(3,)", "(4,)"});
  expect_refused(with({"--correction-bias", "f16-bias.npy"}), {"--correction-bias: got ", "float16"});
}

TEST_F(bad_input, options_that_mean_nothing_without_another_or_beside_it) {
  expect_refused({"--scores", "x.npy", "--k", "2", "--dispatch", "d"}, {"--dispatch: got d without --ranks"});
  expect_refused({"--scores", "x.npy", "--k", "2", "--threads", "1", "--device", "bmg"},
                 {"--threads: got '1' beside --device", "one of both"});
  expect_refused_as_it_is(
      {"run", "softmax-topk", "--scores", "x.npy", "--k", "2", "--weights", "w.npy", "--index-dtype", "int32"},
      {"--index-dtype: got 'int32' without --indices", "--indices as well, or neither"});
  const Words attention{"run", "attention", "--q", "x.npy", "--k", "x.npy", "--v", "x.npy", "--out", "o.npy"};
  for (const Words& option : {Words{"--scheme", "ring"}, Words{"--scheme", "automatic"}, Words{"--shards", "zigzag"},
                              Words{"--shards", "contiguous"}}) {
    Words words = attention;
    words.insert(words.end(), option.begin(), option.end());
    expect_refused_as_it_is(words,
                            {option[0] + ": got '" + option[1] + "' without --ranks", "expected --ranks context"});
  }
  for (const Words& command : {Words{"run", "rms-norm", "--x", "x.npy", "--weight", "x.npy", "--out", "o.npy"},
                               Words{"bench", "rms-norm"}, attention}) {
    Words words = command;
    words.insert(words.end(), {"--device", "bmg", "--threads", "1"});
    expect_refused_as_it_is(words, {"--threads: got '1' beside --device", "one of both"});
  }
  for (const Words& option : {Words{"--json", "-"}, Words{"--seconds", "2"}, Words{"--confidence-width", "2%"}})
    expect_refused_as_it_is(
        {"bench", "rms-norm", "--device", "cuda", "--compile-only", "--device-code", "code", option[0], option[1]},
        {option[0] + ": got '" + option[1] + "' beside --compile-only", "a run that measures"});
  expect_refused_as_it_is({"roof", "--device", "cuda", "--compile-only", "--device-code", "code", "--json", "-"},
                          {"--json: got '-' beside --compile-only", "a run that measures"});
}

TEST_F(bad_input, values_of_options_that_take_none) {
  for (const char* value : {"foo", "false", "0", "-1"})
    expect_refused({"--scores", "x.npy", "--k", "2", std::string("--no-renormalize=") + value},
                   {"--no-renormalize: got '" + std::string(value) + "'; expected no value"});
  for (const Words& words :
       {Words{"check", "attention", "--compile-only=foo"}, Words{"bench", "attention", "--compile-only=foo"},
        Words{"roof", "--compile-only=foo"}, Words{"roofline", "attention", "--count=foo"},
        Words{"devices", "--here=foo"}, Words{"report", "-o", "r.html", "--only=foo"},
        Words{"emulate", "k.zebin", "--range", "1", "--counts=foo"},
        Words{"emulate", "k.zebin", "--range", "1", "--hazards=foo"}, Words{"list", "--help=foo"}, Words{"--help=foo"},
        Words{"--version=foo"}}) {
    const std::string option = words.back().substr(0, words.back().find('='));
    expect_refused_as_it_is(words, {option + ": got 'foo'; expected no value"});
  }
}

TEST_F(bad_input, a_variant_that_does_not_accept_the_shape) {
  expect_refused({"--scores", "x.npy", "--k", "2", "--variant", "seed"}, {"--variant: got \"seed\"", "expected "});
}

// A file size limit is what a full disk looks like to a program that ignores the signal.
TEST_F(bad_input, a_disk_that_fills_up_while_the_results_are_written) {
  write(folder / "large.npy", npy_bytes("<f4", "(8192, 4)", std::string(8192 * 16, '\0')));
  const auto before = snapshot();
  EXPECT_TRUE(is_refusal(shell("trap '' XFSZ; ulimit -f 16; exec xeforge run softmax-topk --scores large.npy --k 4 "
                               "--weights w.npy --indices i.npy"),
                         {"--weights: got ", "w.npy"}));
  EXPECT_TRUE(snapshot() == before);
}

TEST_F(bad_input, a_standard_output_that_fills_up) {
  const toolchain::Outcome outcome = shell("xeforge list > /dev/full");
  EXPECT_TRUE(is_refusal(outcome, {"standard output: got "}));
}

TEST_F(bad_input, reports_that_cannot_be_written_are_refused_before_the_work) {
  for (const Words& command :
       {Words{"check", "softmax-topk", "--set", "smoke"}, Words{"bench", "softmax-topk"},
        Words{"check", "attention", "--set", "smoke"}, Words{"bench", "attention"}, Words{"roof"}, Words{"list"}})
    for (const char* path : {"missing/out.json", ".", "/dev/full"}) {
      Words words = command;
      words.insert(words.end(), {"--json", path});
      expect_refused_as_it_is(words, {"--json: got ", path});
    }
}

TEST_F(bad_input, sets_cases_and_kernels_that_do_not_exist) {
  expect_refused_as_it_is({"check", "softmax-topk", "--set", "huge"}, {"--set: got 'huge'", "smoke, ci, full"});
  expect_refused_as_it_is({"check", "softmax-topk", "--variant", "quick"}, {"--variant: got 'quick'"});
  expect_refused_as_it_is({"bench", "softmax-topk", "--case", "huge"}, {"--case: got 'huge'", "seed"});
  expect_refused_as_it_is({"bench", "softmax-topk", "--case", "seed", "--threads", "none"}, {"--threads: got 'none'"});
  expect_refused_as_it_is({"bench", "softmax-topk", "--case", "mixtral", "--variant", "seed", "--threads", "0"},
                          {"--threads: got '0'"});
  expect_refused_as_it_is({"bench", "softmax-topk", "--confidence-width", "wide"},
                          {"--confidence-width: got 'wide'", "percent"});
  expect_refused_as_it_is({"bench", "attention", "--confidence-width", "0"}, {"--confidence-width: got '0'"});
  expect_refused_as_it_is({"bench", "attention", "--seconds", "-1"}, {"--seconds: got '-1'", "seconds"});
  expect_refused_as_it_is({"check", "attention", "--case", "huge"}, {"--case: got 'huge'", "plain-float16"});
  expect_refused_as_it_is({"check", "attention", "--target", "sse2"}, {"--target: got 'sse2'"});
  for (const Words& other : {Words{"--set", "smoke"}, Words{"--case", "seed"}})
    expect_refused_as_it_is({"check", "softmax-topk", "--random", "2", other[0], other[1]},
                            {"--random: got 2 beside " + other[0], "one of both"});
  expect_refused_as_it_is({"check", "softmax-topk", "--set", "smoke", "--case", "seed"},
                          {"--set: got 'smoke' beside --case", "one of both"});
  expect_refused_as_it_is({"check", "softmax-topk", "--seed", "2"}, {"--seed: got 2 without --random"});
  expect_refused_as_it_is({"check", "softmax-topk", "--case", "random-17x"}, {"--case: got 'random-17x'"});
  expect_refused_as_it_is({"bench", "attention", "--case", "huge"}, {"--case: got 'huge'", "sdpa-bf16"});
  expect_refused_as_it_is({"bench", "attention", "--case", "sdpa-f32", "--variant", "xe"}, {"--variant: got \"xe\""});
  expect_refused_as_it_is({"compile", "missing.cpp", "--device", "bmg", "-o", "out"}, {": got ", "expected "});
  expect_refused_as_it_is({"isa", "missing.zebin"}, {"missing.zebin"});
  expect_refused_as_it_is({"check-run", "--json", "-", "./program"}, {"--json: got '-'; expected a file"});
}

} // namespace
} // namespace xeforge::cli_tests
