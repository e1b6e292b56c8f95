// xeforge devices and xeforge roofline as a user meets them.
#include "cli/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;

class roofline : public InFolder {
protected:
  std::string output_of(const Words& words) const {
    const toolchain::Outcome outcome = xeforge(words);
    EXPECT_TRUE(is_success(outcome));
    return outcome.output;
  }
  Json json_of(Words words) const {
    words.insert(words.end(), {"--json", "-"});
    return Json::parse(output_of(words));
  }
};

bool has_wide_lines(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.size() > 100)
      return true;
  return false;
}

const Json& named(const Json& list, const std::string& name) {
  return *std::ranges::find_if(list, [&](const Json& entry) { return entry.at("name") == name; });
}
const Json& row_of(const Json& report, const std::string& device) {
  return *std::ranges::find_if(report.at("bounds"), [&](const Json& row) { return row.at("device") == device; });
}

TEST_F(roofline, devices_show_every_figure_with_a_source_and_how_it_is_known) {
  const Json devices = json_of({"devices"});
  for (const Json& device : devices.at("devices"))
    for (const Json& figure : device.at("figures")) {
      EXPECT_NE(figure.at("source"), "") << device.at("name");
      EXPECT_TRUE(figure.at("known") == "published" || figure.at("known") == "estimated") << figure;
    }
  const Json& b580 = named(devices.at("devices"), "b580");
  EXPECT_EQ(b580.at("target"), "bmg-g21");
  bool has_rate = false;
  for (const Json& figure : b580.at("figures"))
    if (figure.at("quantity") == "f16_matrix_rate") {
      has_rate = true;
      EXPECT_EQ(figure.at("low"), 109.4);
      EXPECT_EQ(figure.at("unit"), "TFLOPS");
      EXPECT_EQ(figure.at("known"), "published");
    }
  EXPECT_TRUE(has_rate);
  EXPECT_EQ(named(devices.at("targets"), "dg2").at("block_2d"), false);
}

TEST_F(roofline, tables_fit_100_columns_and_never_speak_of_a_device_as_measured) {
  for (const Words& words : {Words{"devices"}, Words{"devices", "bmg"}, Words{"devices", "ptl-seed"},
                             Words{"roofline", "attention"}, Words{"roofline", "softmax-topk"}}) {
    const std::string text = output_of(words);
    EXPECT_FALSE(has_wide_lines(text)) << text;
  }
  EXPECT_NE(output_of({"devices"}).find("Nothing here was measured on a device."), std::string::npos);
  EXPECT_NE(output_of({"roofline", "attention"}).find("nothing ran there, and no speed is claimed"), std::string::npos);
}

TEST_F(roofline, the_seed_is_shown_beside_what_is_published) {
  const std::string text = output_of({"devices", "bmg"});
  EXPECT_NE(text.find("f16_matrix_rate 135 TFLOPS"), std::string::npos) << text;
  EXPECT_NE(text.find("149.4-183.5 TFLOPS"), std::string::npos);
  const Json differences = json_of({"devices", "bmg"}).at("devices").at(0).at("differences");
  EXPECT_TRUE(std::ranges::any_of(differences, [](const Json& difference) {
    return difference.at("own").at("quantity") == "memory_bandwidth" && difference.at("own").at("high") == 520 &&
           difference.at("other").at("high") == 608 && difference.at("device") == "b70";
  }));
  EXPECT_NE(output_of({"roofline", "softmax-topk", "--case", "seed", "--device", "bmg"}).find("differs from"),
            std::string::npos);
}

TEST_F(roofline, bounds_are_the_smaller_of_what_arithmetic_and_memory_permit) {
  const Json report = json_of({"roofline", "attention", "--case", "decode", "--device", "b580,bmg"});
  const Json& work = report.at("cases").at(0);
  // 8 x 32 heads of one query and 8192 keys of depth 128 in bfloat16, 8 heads of k and v.
  EXPECT_EQ(work.at("flops"), 8.0 * 32 * 8192 * (4 * 128 + 2));
  const Json& row = row_of(report, "b580");
  EXPECT_EQ(row.at("class"), "memory");
  EXPECT_DOUBLE_EQ(row.at("bound_seconds").get<double>(), work.at("bytes").get<double>() / 456e9);
  EXPECT_TRUE(row.at("measured").is_null());
  const Json long_one = json_of({"roofline", "attention", "--case", "length-4096", "--device", "b580"});
  EXPECT_EQ(row_of(long_one, "b580").at("class"), "compute");
  EXPECT_DOUBLE_EQ(row_of(long_one, "b580").at("bound_flops_per_second").get<double>(), 109.4e12);
}

// The host may be too busy for a ceiling to be one: then the measurement is refused, never shown above the roof.
TEST_F(roofline, the_host_is_measured_below_its_measured_roof_or_refused) {
  const toolchain::Outcome outcome =
      xeforge({"roofline", "softmax-topk", "--case", "mixtral", "--device", "host", "--json", "-"});
  const Json measured = row_of(Json::parse(outcome.output), "host").at("measured");
  ASSERT_TRUE(measured.is_object());
  if (measured.at("failure") == "") {
    EXPECT_EQ(outcome.code, 0);
    EXPECT_GT(measured.at("percent_of_roof").get<double>(), 0);
    EXPECT_LE(measured.at("percent_of_roof").get<double>(), 100);
    EXPECT_GE(measured.at("times_bound").get<double>(), 1);
  } else {
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(measured.at("seconds").is_null());
    EXPECT_NE(measured.at("failure").get<std::string>().find("refused"), std::string::npos) << measured;
  }
}

TEST_F(roofline, pictures_and_pages_are_written_whole) {
  output_of({"roofline", "attention", "--case", "decode", "--svg", "roof.svg", "--html", "roof.html"});
  const std::string svg = contents(folder / "roof.svg"), html = contents(folder / "roof.html");
  EXPECT_TRUE(svg.starts_with("<svg")) << svg.substr(0, 80);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_TRUE(html.starts_with("<!doctype html>") || html.starts_with("<!DOCTYPE html>")) << html.substr(0, 80);
  EXPECT_NE(html.find("<svg"), std::string::npos);
  EXPECT_NE(html.find("decode"), std::string::npos);
}

TEST_F(roofline, what_is_wrong_is_named_in_one_line) {
  const auto refused = [&](const Words& words, const std::string& argument, const std::string& got) {
    const toolchain::Outcome outcome = xeforge(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1) << outcome.errors;
    EXPECT_TRUE(outcome.errors.starts_with("xeforge: " + argument + ": got " + got)) << outcome.errors;
  };
  refused({"devices", "a770"}, "NAME", "'a770'");
  refused({"devices", "b580", "--here"}, "NAME", "'b580' beside --here; expected one of both");
  refused({"roofline", "attention", "--device", "b580,a770"}, "--device", "'a770'");
  refused({"roofline", "attention", "--device", ""}, "--device", "an empty value");
  refused({"roofline", "attention", "--device", ","}, "--device", "''");
  refused({"roofline", "attention", "--case", "none"}, "--case", "'none'");
  refused({"roofline", "softmax-topk", "--device", "h200"}, "--device", "'h200', of which no f32_vector_rate is known");
  refused({"roofline", "softmax-topk", "--case", "seed", "--svg", "no/such/folder.svg"}, "--svg",
          "'no/such/folder.svg'");
  refused({"roofline", "softmax-topk", "--case", "mixtral-float32", "--count"}, "--count", "");
}

TEST_F(roofline, options_of_what_is_not_done_are_refused) {
  const Words bounds{"roofline", "attention", "--case", "decode", "--device", "b580"};
  const auto refused = [&](const Words& more, const Words& said) {
    Words words = bounds;
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_TRUE(is_refusal(xeforge(words), said)) << testing::PrintToString(more);
  };
  for (const Words& option : {Words{"--threads", "1"}, Words{"--variant", "strided"}, Words{"--target", "v3"}})
    refused(option, {option[0] + ": got '" + option[1] + "' without the device host and without --count"});
  for (const Words& option : {Words{"--seconds", "3"}, Words{"--confidence-width", "2%"}}) {
    const std::string text = option[0] + ": got '" + option[1] + "' without the device host; expected host among";
    refused(option, {text});
    refused({option[0], option[1], "--count"}, {text});
  }
  write(folder / "counts.json", "{}");
  EXPECT_TRUE(is_refusal(xeforge({"roofline", "counts.json", "--device", "b580", "--bench", "times.json"}),
                         {"--bench: got 'times.json' without the device host"}));
}

} // namespace
} // namespace xeforge::cli_tests
