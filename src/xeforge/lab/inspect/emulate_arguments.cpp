#include "xeforge/lab/inspect/emulate_arguments.hpp"

#include "xeforge/arrays/array_file.hpp"
#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/base/half.hpp"
#include "xeforge/files/command_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace xeforge::lab {
namespace {

using toolchain::PayloadArgument;

constexpr const char* option = "--arg";
constexpr const char* accepted =
    "FILE.npy, FILE.safetensors#TENSOR, inout: and one of them, or a number such as 3, 3u, 3l, 3ul, 0.5f, 0.5h, 0.5";

template <class T>
std::vector<std::byte> bytes_of(T value) {
  std::vector<std::byte> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

[[noreturn]] void refuse_number(const std::string& name, const std::string& text, const std::string& expected) {
  throw Error(name, fmt::format("'{}'", text), expected);
}

template <class T>
std::vector<std::byte> integer(const std::string& name, const std::string& text, std::string_view digits) {
  T value{};
  const bool is_hexadecimal = digits.starts_with("0x");
  const char* const first = digits.data() + (is_hexadecimal ? 2 : 0);
  const char* const end = digits.data() + digits.size();
  const auto [last, problem] = std::from_chars(first, end, value, is_hexadecimal ? 16 : 10);
  if (problem == std::errc::result_out_of_range)
    refuse_number(name, text, fmt::format("a number of {} bits", 8 * sizeof(T)));
  if (problem != std::errc() || last != end)
    refuse_number(name, text, accepted);
  return bytes_of(value);
}

template <class T>
std::vector<std::byte> floating(const std::string& name, const std::string& text, std::string_view digits) {
  double value = 0;
  const auto [last, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (problem != std::errc() || last != digits.data() + digits.size())
    refuse_number(name, text, accepted);
  const T number(static_cast<std::conditional_t<sizeof(T) == 2, float, T>>(value));
  const auto kept = static_cast<double>(number);
  if ((std::isinf(kept) && !std::isinf(value)) || (kept == 0 && value != 0))
    refuse_number(name, text, fmt::format("a number of {} bits", 8 * sizeof(T)));
  return bytes_of(number);
}

bool is_array(const std::string& text) { return text.ends_with(".npy") || text.find(".safetensors") != text.npos; }

std::vector<const PayloadArgument*> positions_of(const toolchain::KernelInfo& kernel) {
  std::vector<const PayloadArgument*> positions;
  for (const PayloadArgument& argument : kernel.arguments)
    if (argument.index)
      positions.push_back(&argument);
  std::ranges::sort(positions, {}, [](const PayloadArgument* argument) {
    return std::pair(*argument->index, argument->source_offset);
  });
  return positions;
}

} // namespace

std::vector<std::byte> parse_number(const std::string& name, const std::string& text) {
  const bool is_hexadecimal = text.starts_with("0x");
  const auto suffix_at = text.find_last_not_of("uhlscf") + 1;
  const std::string suffix = is_hexadecimal ? "" : text.substr(suffix_at);
  const std::string_view digits = is_hexadecimal ? std::string_view(text) : std::string_view(text).substr(0, suffix_at);
  if (is_hexadecimal) // digits and suffixes share letters
    return text.size() > 10 ? integer<std::uint64_t>(name, text, digits) : integer<std::uint32_t>(name, text, digits);
  if (suffix == "f")
    return floating<float>(name, text, digits);
  if (suffix == "h")
    return floating<base::half>(name, text, digits);
  if (suffix.empty() && digits.find_first_of(".eE") != digits.npos)
    return floating<double>(name, text, digits);
  const std::map<std::string, std::vector<std::byte> (*)(const std::string&, const std::string&, std::string_view)>
      integers{{"", integer<std::int32_t>},    {"u", integer<std::uint32_t>}, {"l", integer<std::int64_t>},
               {"ul", integer<std::uint64_t>}, {"s", integer<std::int16_t>},  {"us", integer<std::uint16_t>},
               {"c", integer<std::int8_t>},    {"uc", integer<std::uint8_t>}};
  const auto found = integers.find(suffix);
  if (found == integers.end())
    refuse_number(name, text, accepted);
  return found->second(name, text, digits);
}

std::string payload_text(const toolchain::KernelInfo& kernel) {
  std::string text;
  for (const PayloadArgument* argument : positions_of(kernel))
    text += fmt::format("{}{} bytes{}", text.empty() ? "" : ", ", argument->size,
                        argument->is_pointer ? " (an address)" : "");
  return text.empty() ? "no arguments" : text;
}

EmulatedArguments::EmulatedArguments(const std::vector<std::string>& texts) {
  constexpr std::string_view written = "inout:";
  for (const std::string& text : texts) {
    Argument argument{.text = text, .bytes = {}};
    argument.is_written = text.starts_with(written);
    const std::string value = argument.is_written ? text.substr(written.size()) : text;
    if (is_array(value)) {
      const arrays::ArrayLocation location = arrays::array_location(option, value);
      if (argument.is_written)
        files::note_rewritten(location.file.path);
      const arrays::Array stored = arrays::read_array(location);
      argument.array = &outputs_.add(option, argument.is_written ? value : "", stored.dtype(), stored.shape());
      std::ranges::copy(stored.bytes(), argument.array->mutable_bytes().begin());
      argument.bytes = bytes_of(reinterpret_cast<std::uint64_t>(argument.array->bytes().data()));
    } else if (argument.is_written) {
      throw Error(option, fmt::format("'{}'", text), "inout: and FILE.npy or FILE.safetensors#TENSOR");
    } else {
      argument.bytes = parse_number(option, value);
    }
    arguments_.push_back(std::move(argument));
  }
}

void EmulatedArguments::add_to(emulator::Memory& memory) {
  for (Argument& argument : arguments_)
    if (argument.array && !argument.array->bytes().empty())
      memory.add(argument.text, argument.array->mutable_bytes().data(), argument.array->bytes().size(),
                 argument.is_written ? emulator::Writable::yes : emulator::Writable::no);
}

std::vector<std::vector<std::byte>> EmulatedArguments::parameters_of(const toolchain::KernelInfo& kernel) const {
  const std::string expected = fmt::format("for {}: {}", kernel.name, payload_text(kernel));
  std::vector<std::vector<std::byte>> parameters;
  std::size_t next = 0;
  for (const PayloadArgument* position : positions_of(kernel)) {
    if (*position->index > 1000 || position->source_offset > 1u << 16 || position->size > 1u << 16)
      throw Error(kernel.name, fmt::format("an argument of {} bytes", position->size), "at most 65536");
    parameters.resize(std::max<std::size_t>(parameters.size(), *position->index + 1));
    std::vector<std::byte>& parameter = parameters[*position->index];
    const std::size_t end = std::size_t{position->source_offset} + position->size;
    parameter.resize(std::max(parameter.size(), end));
    // What is left when the next argument does not fit is padding.
    for (std::size_t at = position->source_offset; at < end;) {
      if (next == arguments_.size()) {
        if (at > position->source_offset)
          break;
        throw Error(option, fmt::format("{} arguments", arguments_.size()), expected);
      }
      const Argument& argument = arguments_[next];
      const std::size_t aligned = (at + argument.bytes.size() - 1) / argument.bytes.size() * argument.bytes.size();
      const bool fits = aligned + argument.bytes.size() <= end;
      if (!fits || (position->is_pointer && argument.bytes.size() != position->size)) {
        if (!fits && at > position->source_offset)
          break;
        throw Error(option,
                    fmt::format("'{}', {} bytes, as argument {}", argument.text, argument.bytes.size(), next + 1),
                    expected);
      }
      std::ranges::copy(argument.bytes, parameter.begin() + static_cast<std::ptrdiff_t>(aligned));
      at = aligned + argument.bytes.size();
      ++next;
    }
  }
  if (next < arguments_.size())
    throw Error(option, fmt::format("'{}' as argument {}", arguments_[next].text, next + 1), expected);
  return parameters;
}

} // namespace xeforge::lab
