#include "properties.hpp"

#include "xeforge/arrays/npy.hpp"
#include "xeforge/arrays/safetensors.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace xeforge::fuzz {

namespace {

using arrays::ArrayLayout;
using arrays::FileArgument;

const FileArgument& file() {
  static const FileArgument named = {"--scores", "fuzzed"};
  return named;
}

void require(bool holds) { // a macro would say what; the stack of the fuzzer's report says where
  if (!holds)
    std::abort();
}

void check_refusal(std::string_view words) {
  require(words.starts_with("--scores: got 'fuzzed': "));
  require(words.size() < 3000);
  require(std::ranges::all_of(words, [](char character) { return character >= 0x20 && character < 0x7f; }));
}

template <class Parse>
std::optional<ArrayLayout> layout_or_refusal(Parse parse) {
  try {
    return parse();
  } catch (const Error& error) {
    check_refusal(error.what());
    return std::nullopt;
  }
}

void check_layout(const ArrayLayout& layout, std::uint64_t available) {
  require(layout.offset <= available && layout.bytes <= available - layout.offset);
  require(arrays::byte_size(layout.dtype, layout.shape) == layout.bytes);
}

// A file of a new preamble and the same elements must be read as the same array.
template <class Parse>
void check_rewritten(const ArrayLayout& layout, std::string preamble, std::span<const std::byte> bytes, Parse parse) {
  const auto elements = bytes.subspan(layout.offset, layout.bytes);
  preamble.append(reinterpret_cast<const char*>(elements.data()), elements.size());
  const auto again = parse(std::as_bytes(std::span(preamble)));
  require(again.dtype == layout.dtype && again.shape == layout.shape && again.bytes == layout.bytes);
}

} // namespace

void check_npy(std::span<const std::byte> bytes) {
  const auto layout = layout_or_refusal([&] { return arrays::parse_npy(file(), bytes); });
  if (!layout)
    return;
  check_layout(*layout, bytes.size());
  require(layout->offset + layout->bytes == bytes.size());
  check_rewritten(*layout, arrays::npy_preamble(file(), layout->dtype, layout->shape), bytes,
                  [](std::span<const std::byte> again) { return arrays::parse_npy(file(), again); });
}

void check_safetensors(std::span<const std::byte> bytes) {
  for (const std::string_view tensor : {"scores", ""}) {
    const auto layout = layout_or_refusal([&] { return arrays::parse_safetensors(file(), bytes, tensor); });
    if (!layout)
      continue;
    check_layout(*layout, bytes.size());
    check_rewritten(
        *layout, arrays::safetensors_preamble(file(), "scores", layout->dtype, layout->shape), bytes,
        [](std::span<const std::byte> again) { return arrays::parse_safetensors(file(), again, "scores"); });
  }
}

} // namespace xeforge::fuzz
