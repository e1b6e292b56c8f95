#include "xeforge/arrays/array_location.hpp"

#include "xeforge/arrays/test_support.hpp"

#include <gtest/gtest.h>

namespace xeforge::arrays {
namespace {

TEST(ArrayLocation, the_ending_decides_the_format) {
  const auto npy = array_location("--scores", "folder/x.npy");
  EXPECT_EQ(npy.format, FileFormat::npy);
  EXPECT_EQ(npy.file.path, "folder/x.npy");
  EXPECT_EQ(npy.file.argument, "--scores");

  const auto tensor = array_location("--scores", "m.safetensors#layer.0.weight");
  EXPECT_EQ(tensor.format, FileFormat::safetensors);
  EXPECT_EQ(tensor.file.path, "m.safetensors");
  EXPECT_EQ(tensor.tensor, "layer.0.weight");
}

TEST(ArrayLocation, a_tensor_name_may_hold_any_character) {
  EXPECT_EQ(array_location("--scores", "a#b.safetensors#c#d.npy").tensor, "c#d.npy");
  EXPECT_EQ(array_location("--scores", "a#b.safetensors#c#d.npy").file.path, "a#b.safetensors");
}

TEST(ArrayLocation, a_missing_tensor_name_is_left_to_the_reader_who_knows_the_names) {
  EXPECT_EQ(array_location("--scores", "m.safetensors").tensor, "");
  EXPECT_EQ(array_location("--scores", "m.safetensors#").tensor, "");
}

TEST(ArrayLocation, any_other_ending_is_refused_with_the_accepted_ones) {
  for (const std::string text : {"", "x", "x.npz", "x.npy#a", "x.NPY", "x.safetensor#a"})
    EXPECT_EQ(test::refusal_of([&] { array_location("--weights", text); }),
              "--weights: got '" + text + "'; expected a path that ends in .npy, or FILE.safetensors#TENSOR");
}

TEST(ArrayLocation, a_refusal_is_one_printable_line) {
  const auto words = test::refusal_of([] { array_location("--scores", std::string("a\nb\0.npy", 8)); });
  EXPECT_NE(words.find("'a\\x0ab\\x00.npy'"), words.npos) << words;
}

} // namespace
} // namespace xeforge::arrays
