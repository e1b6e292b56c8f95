#include "xeforge/arrays/npy.hpp"

#include "xeforge/arrays/npy_header.hpp"

#include <fmt/format.h>

#include <bit>
#include <string_view>

namespace xeforge::arrays {

static_assert(std::endian::native == std::endian::little, "elements are read as they lie in the file");

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::uint64_t version_end = magic.size() + 2;
constexpr std::uint64_t longest_npy_header = 1 << 20; // bytes; 64 extents of 19 digits need less than 2,000
constexpr std::string_view accepted_types = "'|b1' or little-endian '<f2', '<f4', '<i4' or '<i8'";

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t at = bytes.size(); at-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at]);
  return value;
}

// The header's text; what follows it are the elements.
std::string_view npy_header(const FileArgument& file, std::string_view content) {
  if (content.substr(0, magic.size()) != magic.substr(0, content.size()))
    refuse(file, fmt::format("a file that begins with {}", in_quotes(content.substr(0, magic.size()))),
           "a .npy file, which begins with '\\x93NUMPY'");
  if (content.size() < version_end)
    refuse(file, fmt::format("a file of {} bytes, cut off in the header", content.size()), "a whole .npy file");
  const unsigned major = static_cast<unsigned char>(content[magic.size()]);
  const unsigned minor = static_cast<unsigned char>(content[magic.size() + 1]);
  if (major < 1 || major > 3 || minor != 0)
    refuse(file, fmt::format(".npy version {}.{}", major, minor), "version 1.0, 2.0 or 3.0");
  const std::uint64_t length_size = major == 1 ? 2 : 4;
  if (content.size() < version_end + length_size)
    refuse(file, fmt::format("a file of {} bytes, cut off in the header", content.size()), "a whole .npy file");
  const auto length = little_endian(content.substr(version_end, length_size));
  if (length > longest_npy_header)
    refuse(file, fmt::format("a header of {} bytes", length),
           fmt::format("a header of at most {} bytes", longest_npy_header));
  const auto rest = content.substr(version_end + length_size);
  if (rest.size() < length)
    refuse(file, fmt::format("a header cut off after {} of {} bytes", rest.size(), length), "a whole .npy file");
  return rest.substr(0, length);
}

DType dtype_from(const FileArgument& file, std::string_view descr) {
  if (descr == "<f2")
    return DType::f16;
  if (descr == "<f4")
    return DType::f32;
  if (descr == "<i4")
    return DType::i32;
  if (descr == "<i8")
    return DType::i64;
  if (descr == "|b1")
    return DType::boolean;
  const auto kind = descr.starts_with('>') ? "big-endian elements of type" : "elements of type";
  refuse(file, fmt::format("{} {}", kind, in_quotes(descr, 24)), accepted_types);
}

std::string_view descr_from(const FileArgument& file, DType dtype) {
  switch (dtype) {
  case DType::f16:
    return "<f2";
  case DType::f32:
    return "<f4";
  case DType::i32:
    return "<i4";
  case DType::i64:
    return "<i8";
  case DType::boolean:
    return "|b1";
  case DType::bf16:
    break;
  }
  refuse(file, fmt::format("{}, which .npy cannot hold", name_of(dtype)), "FILE.safetensors#TENSOR, or another type");
}

} // namespace

ArrayLayout parse_npy(const FileArgument& file, std::span<const std::byte> bytes) {
  const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto text = npy_header(file, content);
  auto header = parse_npy_header(file, text);
  const auto dtype = dtype_from(file, header.descr);
  if (header.order == ElementOrder::column_major)
    refuse(file, "elements in Fortran order (fortran_order True)", "C order, as numpy.ascontiguousarray gives");
  const auto size = byte_size(dtype, header.shape);
  if (!size)
    refuse(file, fmt::format("the shape {} of {}", shape_text(header.shape), name_of(dtype)),
           "a shape whose array is smaller than 2^63 bytes");
  const auto offset = static_cast<std::uint64_t>(text.data() + text.size() - content.data());
  if (content.size() - offset != *size)
    refuse(
        file, fmt::format("{} bytes of elements", content.size() - offset),
        fmt::format("{} bytes, for the shape {} of {} in its header", *size, shape_text(header.shape), name_of(dtype)));
  return {dtype, std::move(header.shape), offset, *size};
}

std::string npy_preamble(const FileArgument& file, DType dtype, std::span<const std::int64_t> shape) {
  if (shape.size() > most_axes)
    refuse(file, fmt::format("an array of {} axes", shape.size()), fmt::format("at most {}", most_axes));
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                   descr_from(file, dtype), fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t front = version_end + 2, unit = 64;
  header.append((unit - (front + header.size() + 1) % unit) % unit, ' ');
  header += '\n';
  std::string preamble(magic);
  preamble += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  return preamble + header;
}

} // namespace xeforge::arrays
