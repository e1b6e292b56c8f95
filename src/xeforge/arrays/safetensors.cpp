#include "xeforge/arrays/safetensors.hpp"

#include "xeforge/arrays/tensor_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

namespace xeforge::arrays {

static_assert(std::endian::native == std::endian::little, "elements are read as they lie in the file");

namespace {

constexpr std::uint64_t front = 8;                         // bytes that say how long the header is
constexpr std::uint64_t longest_json_header = 100'000'000; // bytes, the format's own bound

struct TypeName {
  DType dtype;
  std::string_view name;
};
constexpr std::array type_names = {TypeName{DType::f16, "F16"}, TypeName{DType::bf16, "BF16"},
                                   TypeName{DType::f32, "F32"}, TypeName{DType::i32, "I32"},
                                   TypeName{DType::i64, "I64"}, TypeName{DType::boolean, "BOOL"}};

std::optional<DType> dtype_from(std::string_view name) {
  const auto found = std::find_if(type_names.begin(), type_names.end(), [&](const auto& t) { return t.name == name; });
  return found == type_names.end() ? std::nullopt : std::optional(found->dtype);
}

std::string_view json_header(const FileArgument& file, std::string_view content) {
  if (content.size() < front)
    refuse(file, fmt::format("a file of {} bytes, cut off in the header", content.size()), "a whole .safetensors file");
  std::uint64_t length = 0;
  std::memcpy(&length, content.data(), front);
  if (length > longest_json_header)
    refuse(file, fmt::format("a header of {} bytes", length),
           fmt::format("a header of at most {} bytes", longest_json_header));
  const auto rest = content.substr(front);
  if (rest.size() < length)
    refuse(file, fmt::format("a header cut off after {} of {} bytes", rest.size(), length),
           "a whole .safetensors file");
  if (!rest.substr(0, length).starts_with('{'))
    refuse(file,
           fmt::format("a header that begins with {}", in_quotes(rest.substr(0, std::min<std::size_t>(length, 8)))),
           "a .safetensors file, whose header begins with '{'");
  return rest.substr(0, length);
}

// Every byte after the header belongs to exactly one tensor.
void check_cover(const FileArgument& file, const std::vector<TensorEntry>& entries, std::uint64_t available) {
  std::vector<const TensorEntry*> sorted;
  for (const auto& entry : entries) {
    if (entry.begin > entry.end || entry.end > available)
      refuse(file, fmt::format("the tensor {} at bytes {} to {}", in_quotes(entry.name, 60), entry.begin, entry.end),
             fmt::format("tensors within the {} bytes after the header", available));
    sorted.push_back(&entry);
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto* left, const auto* right) {
    return std::pair(left->begin, left->end) < std::pair(right->begin, right->end);
  });
  std::uint64_t covered = 0;
  for (const auto* entry : sorted) {
    if (entry->begin != covered)
      refuse(file,
             fmt::format("the tensor {} at byte {}, where the one before it ends at {}", in_quotes(entry->name, 60),
                         entry->begin, covered),
             "tensors without gap or overlap");
    covered = entry->end;
  }
  if (covered != available)
    refuse(file, fmt::format("{} bytes after the last tensor", available - covered),
           "a file that ends with its last tensor");
}

std::string names_of(const std::vector<TensorEntry>& entries) {
  constexpr std::size_t most = 8;
  std::string names;
  for (const auto& entry : std::span(entries).first(std::min(entries.size(), most)))
    names += (names.empty() ? "" : ", ") + in_quotes(entry.name, 60);
  if (entries.size() > most)
    names += fmt::format(" and {} more", entries.size() - most);
  return names.empty() ? "no tensor: the file has none" : "one of " + names;
}

const TensorEntry& find(const FileArgument& file, const std::vector<TensorEntry>& entries, std::string_view tensor) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.name == tensor; });
  if (found == entries.end())
    refuse(file, tensor.empty() ? "no tensor name (FILE.safetensors#TENSOR)" : "no tensor " + in_quotes(tensor, 60),
           names_of(entries));
  return *found;
}

} // namespace

ArrayLayout parse_safetensors(const FileArgument& file, std::span<const std::byte> bytes, std::string_view tensor) {
  const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto text = json_header(file, content);
  const auto entries = parse_tensor_directory(file, text);
  const auto data_begin = front + text.size();
  check_cover(file, entries, content.size() - data_begin);
  const auto& entry = find(file, entries, tensor);
  const auto dtype = dtype_from(entry.dtype);
  if (!dtype)
    refuse(file, fmt::format("the tensor {} of type {}", in_quotes(tensor, 60), in_quotes(entry.dtype, 24)),
           "F16, BF16, F32, I32, I64 or BOOL");
  const auto size = byte_size(*dtype, entry.shape);
  if (!size)
    refuse(file, fmt::format("the shape {} of {}", shape_text(entry.shape), entry.dtype),
           "a shape whose array is smaller than 2^63 bytes");
  if (*size != entry.end - entry.begin)
    refuse(file, fmt::format("{} bytes for the tensor {}", entry.end - entry.begin, in_quotes(tensor, 60)),
           fmt::format("{} bytes, for its shape {} of {}", *size, shape_text(entry.shape), entry.dtype));
  return {*dtype, entry.shape, data_begin + entry.begin, *size};
}

std::string safetensors_preamble(const FileArgument& file, std::string_view tensor, DType dtype,
                                 std::span<const std::int64_t> shape) {
  if (tensor.empty() || tensor == "__metadata__")
    refuse(file, fmt::format("the tensor name {}", in_quotes(tensor)),
           "FILE.safetensors#TENSOR, not named __metadata__");
  const auto name = std::find_if(type_names.begin(), type_names.end(), [&](const auto& t) { return t.dtype == dtype; });
  const auto size = byte_size(dtype, shape);
  if (!size)
    refuse(file, fmt::format("the shape {}", shape_text(shape)), "a shape whose array is smaller than 2^63 bytes");
  std::string header;
  try {
    header = nlohmann::json{{std::string(tensor),
                             {{"dtype", std::string(name->name)},
                              {"shape", Shape(shape.begin(), shape.end())},
                              {"data_offsets", {std::uint64_t{0}, *size}}}}}
                 .dump();
  } catch (const nlohmann::json::type_error&) {
    refuse(file, fmt::format("the tensor name {}", in_quotes(tensor)), "a name in UTF-8");
  }
  constexpr std::size_t unit = 64; // so that the elements of a mapped file begin on a cache line
  header.append((unit - (front + header.size()) % unit) % unit, ' ');
  const auto length = static_cast<std::uint64_t>(header.size());
  std::string preamble(front, '\0');
  std::memcpy(preamble.data(), &length, front);
  return preamble + header;
}

} // namespace xeforge::arrays
