#include "xeforge/arrays/npy.hpp"

#include "xeforge/arrays/test_support.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace xeforge::arrays {
namespace {

using namespace std::string_view_literals;

const FileArgument file = {"--scores", "x.npy"};

// Header lengths as numpy 2.4 wrote them; the text up to the closing brace is numpy's, byte for byte.
std::string npy(std::string_view front, std::string_view dictionary, std::size_t header_size, std::string_view data) {
  std::string padding(header_size - dictionary.size() - 1, ' ');
  return std::string(front) + std::string(dictionary) + padding + "\n" + std::string(data);
}

std::string halves() {
  return npy("\x93NUMPY\x01\x00v\x00"sv, "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }", 118,
             "\x00<\x00\xc0\x00"
             "8\xff{\x00\x80\x00|"sv);
}

// A version 1.0 file with exactly this header, no padding.
std::string with_header(std::string_view header, std::string_view data = "") {
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + std::string(header) + std::string(data);
}

ArrayLayout parse(std::string_view bytes) { return parse_npy(file, test::as_bytes(bytes)); }

std::string refusal(std::string_view bytes) {
  return test::refusal_of([&] { parse(bytes); });
}

std::string refusal_of_header(std::string_view header) { return refusal(with_header(header)); }

void expect_refusal(std::string_view words, std::string_view got, std::string_view expected) {
  EXPECT_EQ(words, "--scores: got 'x.npy': " + std::string(got) + "; expected " + std::string(expected));
}

TEST(Npy, version_1_as_numpy_writes_it) {
  const auto layout = parse(halves());
  EXPECT_EQ(layout.dtype, DType::f16);
  EXPECT_EQ(layout.shape, (Shape{2, 3}));
  EXPECT_EQ(layout.offset, 128u);
  EXPECT_EQ(layout.bytes, 12u);
}

TEST(Npy, version_2_as_numpy_writes_it) {
  const auto layout =
      parse(npy("\x93NUMPY\x02\x00t\x00\x00\x00"sv, "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }", 116,
                "\x00\x00\x00\x00\x00\x01\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"sv));
  EXPECT_EQ(layout.dtype, DType::i64);
  EXPECT_EQ(layout.shape, (Shape{2}));
  EXPECT_EQ(layout.bytes, 16u);
}

TEST(Npy, version_3_without_axes_as_numpy_writes_it) {
  const auto layout = parse(npy("\x93NUMPY\x03\x00t\x00\x00\x00"sv,
                                "{'descr': '<f4', 'fortran_order': False, 'shape': (), }", 116, "\x00\x00P@"sv));
  EXPECT_EQ(layout.dtype, DType::f32);
  EXPECT_EQ(layout.shape, Shape{});
  EXPECT_EQ(layout.bytes, 4u);
}

TEST(Npy, zero_size_as_numpy_writes_it) {
  const auto layout =
      parse(npy("\x93NUMPY\x01\x00v\x00"sv, "{'descr': '<i4', 'fortran_order': False, 'shape': (0, 3), }", 118, ""));
  EXPECT_EQ(layout.dtype, DType::i32);
  EXPECT_EQ(layout.shape, (Shape{0, 3}));
  EXPECT_EQ(layout.bytes, 0u);
}

TEST(Npy, booleans_as_numpy_writes_them) {
  const auto layout = parse(npy("\x93NUMPY\x01\x00v\x00"sv, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }",
                                118, "\x01\x00\x01"sv));
  EXPECT_EQ(layout.dtype, DType::boolean);
  EXPECT_EQ(layout.shape, (Shape{3}));
  EXPECT_EQ(layout.bytes, 3u);
}

TEST(Npy, keys_in_any_order_and_any_white_space) {
  const auto layout = parse(with_header("{\"shape\":( 1,2 , ),\n'descr' :'<i4','fortran_order':False}\n", "12345678"));
  EXPECT_EQ(layout.shape, (Shape{1, 2}));
  EXPECT_EQ(layout.dtype, DType::i32);
}

TEST(Npy, every_prefix_of_a_file_is_refused) {
  const auto whole = halves();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(refusal(std::string_view(whole).substr(0, size)), "") << size;
  expect_refusal(refusal(whole.substr(0, 7)), "a file of 7 bytes, cut off in the header", "a whole .npy file");
  expect_refusal(refusal(whole.substr(0, 9)), "a file of 9 bytes, cut off in the header", "a whole .npy file");
  expect_refusal(refusal(whole.substr(0, 30)), "a header cut off after 20 of 118 bytes", "a whole .npy file");
  expect_refusal(refusal(whole.substr(0, 139)), "11 bytes of elements",
                 "12 bytes, for the shape (2, 3) of float16 in its header");
}

TEST(Npy, trailing_bytes_are_refused) {
  expect_refusal(refusal(halves() + "x"), "13 bytes of elements",
                 "12 bytes, for the shape (2, 3) of float16 in its header");
}

TEST(Npy, another_magic_is_refused) {
  expect_refusal(refusal("PK\x03\x04 and so on"), "a file that begins with 'PK\\x03\\x04 a'",
                 "a .npy file, which begins with '\\x93NUMPY'");
}

TEST(Npy, another_version_is_refused) {
  for (const auto& [bytes, version] : {std::pair("\x93NUMPY\x00\x00"sv, "0.0"), std::pair("\x93NUMPY\x04\x00"sv, "4.0"),
                                       std::pair("\x93NUMPY\x01\x01"sv, "1.1")})
    expect_refusal(refusal(bytes), ".npy version " + std::string(version), "version 1.0, 2.0 or 3.0");
}

TEST(Npy, a_header_of_absurd_length_is_refused) {
  expect_refusal(refusal("\x93NUMPY\x02\x00\xff\xff\xff\xff{"sv), "a header of 4294967295 bytes",
                 "a header of at most 1048576 bytes");
}

TEST(Npy, fortran_order_is_refused) {
  expect_refusal(refusal_of_header("{'descr': '<f2', 'fortran_order': True, 'shape': (2, 3)}"),
                 "elements in Fortran order (fortran_order True)", "C order, as numpy.ascontiguousarray gives");
}

TEST(Npy, other_element_types_are_refused_by_name) {
  const auto with_type = [](std::string_view type) {
    return refusal_of_header("{'descr': " + std::string(type) + ", 'fortran_order': False, 'shape': (1,)}");
  };
  const auto accepted = "'|b1' or little-endian '<f2', '<f4', '<i4' or '<i8'";
  expect_refusal(with_type("'>f4'"), "big-endian elements of type '>f4'", accepted);
  expect_refusal(with_type("'<f8'"), "elements of type '<f8'", accepted);
  expect_refusal(with_type("'|O'"), "elements of type '|O'", accepted);
  expect_refusal(with_type("[('a', '<f4')]"), "elements with fields (a structured type)",
                 "'|b1', '<f2', '<f4', '<i4' or '<i8'");
  expect_refusal(with_type("'|u1'"), "elements of type '|u1'", accepted);
}

TEST(Npy, shapes_that_cannot_be_are_refused) {
  const auto with_shape = [](std::string_view shape) {
    return refusal_of_header("{'descr': '<f4', 'fortran_order': False, 'shape': " + std::string(shape) + "}");
  };
  expect_refusal(with_shape("(-1, 3)"), "a negative extent in the shape", "extents of at least 0");
  expect_refusal(with_shape("(4611686018427387904, 8)"), "the shape (4611686018427387904, 8) of float32",
                 "a shape whose array is smaller than 2^63 bytes");
  expect_refusal(with_shape("(0, 4611686018427387904)"), "the shape (0, 4611686018427387904) of float32",
                 "a shape whose array is smaller than 2^63 bytes");
  expect_refusal(with_shape("(18446744073709551617,)"), "an extent of 2^63 or more in the shape",
                 "a shape whose array is smaller than 2^63 bytes");
  std::string many = "(";
  for (int axis = 0; axis < 65; ++axis)
    many += "1,";
  expect_refusal(with_shape(many + ")"), "a shape of more than 64 extents", "fewer extents");
  for (const auto shape : {"(3)", "3", "(1 2)", "(01,)", "(1.5,)", "(,)", "[3]", "(3,", "('3',)", "(3,,)"})
    EXPECT_NE(with_shape(shape).find("a header that is no dictionary of the format"), std::string::npos) << shape;
}

TEST(Npy, headers_that_are_no_dictionary_of_the_format_are_refused) {
  const auto valid = "{'descr': '<f4', 'fortran_order': False, 'shape': ()}"sv;
  ASSERT_EQ(refusal(with_header(valid, "1234")), "");
  for (std::size_t size = 0; size < valid.size(); ++size)
    EXPECT_NE(refusal(with_header(valid.substr(0, size), "1234")), "") << size;
  for (const auto header : {"", "garbage", "{'descr' '<f4'}", "{descr: '<f4'}", "{'descr': '<f4' 'shape': ()}",
                            "{'descr': '<\\x664'}", "{'descr': '<f4', 'fortran_order': 0, 'shape': ()}",
                            "{'descr': '<f4', 'fortran_order': False, 'shape': ()} x", "\xff\xfe\x00 not UTF-8"})
    EXPECT_NE(refusal(with_header(header, "1234")).find("a header that is no dictionary of the format"),
              std::string::npos)
        << header;
}

TEST(Npy, keys_that_are_missing_unknown_or_twice_are_refused) {
  expect_refusal(refusal_of_header("{'descr': '<f4', 'shape': ()}"), "a header that lacks a key",
                 "the keys 'descr', 'fortran_order' and 'shape'");
  expect_refusal(refusal_of_header("{'descr': '<f4', 'sh\xff\n': ()}"), "the header key 'sh\\xff\\x0a'",
                 "the keys 'descr', 'fortran_order' and 'shape'");
  expect_refusal(refusal_of_header("{'shape': (), 'shape': (), 'descr': '<f4', 'fortran_order': False}"),
                 "the header key 'shape' twice", "every key once");
}

TEST(Npy, what_is_written_is_the_format_byte_for_byte) {
  const auto preamble = npy_preamble(file, DType::f16, Shape{2, 3});
  EXPECT_EQ(preamble, halves().substr(0, 128));
}

TEST(Npy, what_is_written_is_read_back) {
  const std::vector<Shape> shapes = {{}, {0}, {1}, {5, 0, 3}, {128, 8}, Shape(64, 1)};
  for (const auto dtype : {DType::f16, DType::f32, DType::i32, DType::i64, DType::boolean})
    for (const auto& shape : shapes) {
      auto bytes = npy_preamble(file, dtype, shape);
      ASSERT_EQ(bytes.size() % 64, 0u);
      const auto offset = bytes.size();
      bytes.resize(offset + *byte_size(dtype, shape));
      const auto layout = parse(bytes);
      EXPECT_EQ(layout.dtype, dtype);
      EXPECT_EQ(layout.shape, shape);
      EXPECT_EQ(layout.offset, offset);
    }
}

TEST(Npy, bfloat16_has_no_npy_type) {
  expect_refusal(test::refusal_of([] { npy_preamble(file, DType::bf16, Shape{2}); }),
                 "bfloat16, which .npy cannot hold", "FILE.safetensors#TENSOR, or another type");
  expect_refusal(test::refusal_of([] { npy_preamble(file, DType::f16, Shape(65, 1)); }), "an array of 65 axes",
                 "at most 64");
}

} // namespace
} // namespace xeforge::arrays
