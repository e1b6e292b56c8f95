#include "xeforge/arrays/safetensors.hpp"

#include "xeforge/arrays/test_support.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>

namespace xeforge::arrays {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

const FileArgument file = {"--scores", "m.safetensors"};

std::string with_header(std::string_view header, std::string_view data = "") {
  std::string bytes(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  return bytes + std::string(header) + std::string(data);
}

// A file as the format's own Python package (0.8) wrote it, byte for byte: four tensors, one of a type unknown here.
std::string golden() {
  return std::string("\x00\x01\x00\x00\x00\x00\x00\x00"sv) +
         R"({"__metadata__":{"made":"by hand"},"b":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},)"
         R"("s":{"dtype":"F32","shape":[],"data_offsets":[8,12]},)"
         R"("a":{"dtype":"F16","shape":[2,2],"data_offsets":[12,20]},)"
         R"("u":{"dtype":"U8","shape":[2],"data_offsets":[20,22]}}    )" +
         std::string("\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc0?\x00<\x00@\x00"
                     "B\x00"
                     "D\x01\x02"sv);
}

ArrayLayout parse(std::string_view bytes, std::string_view tensor = "a") {
  return parse_safetensors(file, test::as_bytes(bytes), tensor);
}

std::string refusal(std::string_view bytes, std::string_view tensor = "a") {
  return test::refusal_of([&] { parse(bytes, tensor); });
}

void expect_refusal(std::string_view words, std::string_view got, std::string_view expected) {
  EXPECT_EQ(words, "--scores: got 'm.safetensors': " + std::string(got) + "; expected " + std::string(expected));
}

TEST(Safetensors, tensors_of_a_golden_file) {
  const auto halves = parse(golden(), "a");
  EXPECT_EQ(halves.dtype, DType::f16);
  EXPECT_EQ(halves.shape, (Shape{2, 2}));
  EXPECT_EQ(halves.offset, 8u + 256u + 12u);
  EXPECT_EQ(halves.bytes, 8u);
  const auto scalar = parse(golden(), "s");
  EXPECT_EQ(scalar.dtype, DType::f32);
  EXPECT_EQ(scalar.shape, Shape{});
  EXPECT_EQ(scalar.offset, 8u + 256u + 8u);
  EXPECT_EQ(parse(golden(), "b").dtype, DType::i64);
}

TEST(Safetensors, types_are_read_by_name) {
  for (const auto& [name, dtype] : {std::pair("F16", DType::f16), std::pair("BF16", DType::bf16)})
    EXPECT_EQ(
        parse(with_header(R"({"a":{"dtype":")" + std::string(name) + R"(","shape":[1],"data_offsets":[0,2]}})", "12"))
            .dtype,
        dtype);
  for (const auto& [name, dtype] : {std::pair("F32", DType::f32), std::pair("I32", DType::i32)})
    EXPECT_EQ(
        parse(with_header(R"({"a":{"dtype":")" + std::string(name) + R"(","shape":[1],"data_offsets":[0,4]}})", "1234"))
            .dtype,
        dtype);
  expect_refusal(refusal(golden(), "u"), "the tensor 'u' of type 'U8'", "F16, BF16, F32, I32, I64 or BOOL");
  EXPECT_EQ(parse(with_header(R"({"a":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]}})", "\x01\x00"sv)).dtype,
            DType::boolean);
}

TEST(Safetensors, every_prefix_of_a_file_is_refused) {
  const auto whole = golden();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(refusal(std::string_view(whole).substr(0, size)), "") << size;
  expect_refusal(refusal(whole.substr(0, 5)), "a file of 5 bytes, cut off in the header", "a whole .safetensors file");
  expect_refusal(refusal(whole.substr(0, 20)), "a header cut off after 12 of 256 bytes", "a whole .safetensors file");
  expect_refusal(refusal(whole.substr(0, whole.size() - 1)), "the tensor 'u' at bytes 20 to 22",
                 "tensors within the 21 bytes after the header");
}

TEST(Safetensors, trailing_bytes_are_refused) {
  expect_refusal(refusal(golden() + "xyz"), "3 bytes after the last tensor", "a file that ends with its last tensor");
}

TEST(Safetensors, a_header_of_absurd_length_is_refused) {
  expect_refusal(refusal("\xff\xff\xff\xff\xff\xff\xff\x7f{}"sv), "a header of 9223372036854775807 bytes",
                 "a header of at most 100000000 bytes");
}

TEST(Safetensors, headers_that_are_no_json_object_are_refused) {
  expect_refusal(refusal(with_header("[1]")), "a header that begins with '[1]'",
                 "a .safetensors file, whose header begins with '{'");
  expect_refusal(refusal(with_header("")), "a header that begins with ''",
                 "a .safetensors file, whose header begins with '{'");
  for (const auto header : {"{", "{\"a\"", "{} x", "{\"a\":}", "{\"\xff\":1}", "{'a': 1}"})
    EXPECT_NE(refusal(with_header(header)).find("a header that is no JSON"), std::string::npos) << header;
}

TEST(Safetensors, json_of_another_form_is_refused) {
  for (const auto header :
       {R"({"a":1})", R"({"a":-1})", R"({"a":1.5})", R"({"a":null})", R"({"a":true})", R"({"a":"x"})", R"({"a":[]})",
        R"({"__metadata__":"x"})", R"({"__metadata__":{"x":1}})", R"({"__metadata__":{"x":{}}})",
        R"({"a":{"dtype":1}})", R"({"a":{"dtype":{}}})", R"({"a":{"shape":3}})", R"({"a":{"shape":"3"}})",
        R"({"a":{"shape":[[3]]}})", R"({"a":{"shape":[{}]}})", R"({"a":{"data_offsets":{}}})",
        R"({"a":{"data_offsets":[null]}})"})
    EXPECT_NE(refusal(with_header(header)).find("out of place"), std::string::npos) << header;
}

TEST(Safetensors, keys_that_are_missing_unknown_or_twice_are_refused) {
  expect_refusal(refusal(with_header(R"({"a":{"dtype":"F16","shape":[1]}})", "12")),
                 "the tensor 'a', which lacks a key", "the keys dtype, shape and data_offsets");
  expect_refusal(refusal(with_header(R"({"a":{"dtyp":"F16"}})")), "the key 'dtyp' in the tensor 'a'",
                 "the keys dtype, shape and data_offsets");
  expect_refusal(refusal(with_header(R"({"a":{"dtype":"F16","dtype":"F16"}})")),
                 "the key 'dtype' twice in the tensor 'a'", "every key once");
  const std::string entry = R"("a":{"dtype":"F16","shape":[0],"data_offsets":[0,0]})";
  expect_refusal(refusal(with_header("{" + entry + "," + entry + "}")), "the name 'a' twice", "every name once");
  expect_refusal(refusal(with_header(R"({"__metadata__":{"x":"1","x":"2"}})")), "the metadata key 'x' twice",
                 "every key once");
}

TEST(Safetensors, shapes_and_offsets_that_cannot_be_are_refused) {
  const auto with = [](std::string_view shape, std::string_view offsets, std::string_view data = "") {
    return refusal(with_header(R"({"a":{"dtype":"F32","shape":)" + std::string(shape) + R"(,"data_offsets":)" +
                                   std::string(offsets) + "}}",
                               data));
  };
  EXPECT_EQ(with("[1]", "[0,4]", "1234"), "");
  expect_refusal(with("[-1]", "[0,4]"), "a negative number in the tensor 'a'", "extents and offsets of at least 0");
  expect_refusal(with("[1]", "[-4,0]"), "a negative number in the tensor 'a'", "extents and offsets of at least 0");
  expect_refusal(with("[1.0]", "[0,4]"), "the number '1.0' in the tensor 'a'", "whole numbers smaller than 2^64");
  expect_refusal(with("[18446744073709551615]", "[0,4]"), "an extent of 2^63 or more in the tensor 'a'",
                 "a shape whose array is smaller than 2^63 bytes");
  expect_refusal(with("[1]", "[0]"), "1 data_offsets of the tensor 'a'", "2, begin and end");
  expect_refusal(with("[1]", "[0,4,8]"), "more than 2 data_offsets of the tensor 'a'", "2, begin and end");
  expect_refusal(with("[1]", "[4,0]", "1234"), "the tensor 'a' at bytes 4 to 0",
                 "tensors within the 4 bytes after the header");
  expect_refusal(with("[1]", "[0,18446744073709551615]", "1234"), "the tensor 'a' at bytes 0 to 18446744073709551615",
                 "tensors within the 4 bytes after the header");
  expect_refusal(with("[4611686018427387904,4]", "[0,4]", "1234"), "the shape (4611686018427387904, 4) of F32",
                 "a shape whose array is smaller than 2^63 bytes");
  expect_refusal(with("[2]", "[0,4]", "1234"), "4 bytes for the tensor 'a'", "8 bytes, for its shape (2,) of F32");
  std::string many = "[1";
  for (int axis = 0; axis < 64; ++axis)
    many += ",1";
  expect_refusal(with(many + "]", "[0,4]"), "more than 64 extents in the tensor 'a'", "fewer extents");
}

TEST(Safetensors, gaps_and_overlaps_are_refused) {
  const auto with = [](std::string_view first, std::string_view second) {
    return refusal(with_header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":)" + std::string(first) +
                                   R"(},"b":{"dtype":"F32","shape":[1],"data_offsets":)" + std::string(second) + "}}",
                               "12345678"));
  };
  EXPECT_EQ(with("[0,4]", "[4,8]"), "");
  EXPECT_EQ(with("[4,8]", "[0,4]"), "");
  expect_refusal(with("[0,4]", "[2,8]"), "the tensor 'b' at byte 2, where the one before it ends at 4",
                 "tensors without gap or overlap");
  expect_refusal(with("[0,3]", "[4,8]"), "the tensor 'b' at byte 4, where the one before it ends at 3",
                 "tensors without gap or overlap");
  expect_refusal(with("[0,4]", "[0,4]"), "the tensor 'b' at byte 0, where the one before it ends at 4",
                 "tensors without gap or overlap");
}

TEST(Safetensors, a_missing_name_is_answered_with_the_names_there_are) {
  expect_refusal(refusal(golden(), "x"), "no tensor 'x'", "one of 'b', 's', 'a', 'u'");
  expect_refusal(refusal(golden(), ""), "no tensor name (FILE.safetensors#TENSOR)", "one of 'b', 's', 'a', 'u'");
  expect_refusal(refusal(with_header("{}")), "no tensor 'a'", "no tensor: the file has none");
  std::string many = "{";
  for (int at = 0; at < 20; ++at)
    many += (at ? ",\"" : "\"") + std::string(1, static_cast<char>('b' + at)) +
            R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  expect_refusal(refusal(with_header(many + "}")), "no tensor 'a'",
                 "one of 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i' and 12 more");
}

TEST(Safetensors, what_is_written_is_the_format_byte_for_byte) {
  const auto preamble = safetensors_preamble(file, "a", DType::bf16, Shape{2, 3});
  const auto header = R"({"a":{"data_offsets":[0,12],"dtype":"BF16","shape":[2,3]}})"sv;
  EXPECT_EQ(preamble,
            "\x78\x00\x00\x00\x00\x00\x00\x00"s + std::string(header) + std::string(120 - header.size(), ' '));
}

TEST(Safetensors, what_is_written_is_read_back) {
  const std::vector<Shape> shapes = {{}, {0}, {5, 0, 3}, {128, 8}, Shape(64, 1)};
  for (const auto dtype : {DType::f16, DType::bf16, DType::f32, DType::i32, DType::i64, DType::boolean})
    for (const auto& shape : shapes)
      for (const auto name : {"a", "quote \" and \\", "\xc3\xa4#.npy"}) {
        auto bytes = safetensors_preamble(file, name, dtype, shape);
        ASSERT_EQ(bytes.size() % 64, 0u);
        const auto offset = bytes.size();
        bytes.resize(offset + *byte_size(dtype, shape));
        const auto layout = parse(bytes, name);
        EXPECT_EQ(layout.dtype, dtype);
        EXPECT_EQ(layout.shape, shape);
        EXPECT_EQ(layout.offset, offset);
      }
}

TEST(Safetensors, names_that_the_format_cannot_hold_are_refused) {
  for (const auto name : {"", "__metadata__"})
    expect_refusal(test::refusal_of([&] { safetensors_preamble(file, name, DType::f32, Shape{1}); }),
                   "the tensor name '" + std::string(name) + "'", "FILE.safetensors#TENSOR, not named __metadata__");
  expect_refusal(test::refusal_of([] { safetensors_preamble(file, "\xff", DType::f32, Shape{1}); }),
                 "the tensor name '\\xff'", "a name in UTF-8");
}

} // namespace
} // namespace xeforge::arrays
