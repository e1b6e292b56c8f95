#include "xeforge/emulator/memory/printf_buffer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace xeforge::emulator {
namespace {

// The first word counts the bytes in use, its own included.
constexpr std::uint32_t first_record = sizeof(std::uint32_t);

// The driver's numbers.
enum ArgumentType : std::uint32_t {
  byte_argument = 1,
  short_argument = 2,
  int_argument = 3,
  float_argument = 4,
  string_argument = 5,
  long_argument = 6,
  pointer_argument = 7,
  double_argument = 8
};

class Reader {
public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  std::optional<T> take() {
    if (rest_.size() < sizeof(T))
      return std::nullopt;
    T value;
    std::memcpy(&value, rest_.data(), sizeof(T));
    rest_ = rest_.subspan(sizeof(T));
    return value;
  }
  bool is_at_end() const { return rest_.empty(); }

private:
  std::span<const std::byte> rest_;
};

std::optional<std::string> string_at(const MemoryMap& memory, std::uint64_t address) {
  const MemoryRange* range = memory.find(address, 1);
  if (range == nullptr)
    return std::nullopt;
  const auto* const first = reinterpret_cast<const char*>(range->host + (address - range->address));
  const std::size_t most = range->size - (address - range->address);
  return std::string(first, strnlen(first, most));
}

template <class T>
std::string formatted(const std::string& conversion, T value) {
  char text[512];
  const int length = std::snprintf(text, sizeof(text), conversion.c_str(), value);
  return std::string(text, static_cast<std::size_t>(std::clamp<int>(length, 0, sizeof(text) - 1)));
}

// "%5.2hd" without the length modifier: the record says how long the argument is.
struct Conversion {
  std::string flags; // with '%'
  char letter = 0;
};
Conversion next_conversion(std::string_view& format) {
  Conversion conversion{"%", 0};
  std::size_t at = 1;
  constexpr std::string_view lengths = "hlLjzt", plain = "-+ #0123456789.";
  for (; at < format.size(); ++at)
    if (plain.find(format[at]) != plain.npos)
      conversion.flags += format[at];
    else if (lengths.find(format[at]) == lengths.npos)
      break;
  if (at < format.size())
    conversion.letter = format[at++];
  format.remove_prefix(at);
  // Limits the width, so that it cannot exhaust memory.
  if (conversion.flags.size() > 12)
    conversion.flags = "%";
  return conversion;
}

bool is_of_floats(char letter) { return std::string_view("fFeEgGaA").find(letter) != std::string_view::npos; }

std::string with_integer(const Conversion& conversion, std::int64_t value) {
  if (conversion.letter == 'c')
    return formatted(conversion.flags + "c", static_cast<int>(value));
  const bool is_known = std::string_view("diouxX").find(conversion.letter) != std::string_view::npos;
  return formatted(conversion.flags + "ll" + (is_known ? conversion.letter : 'd'), static_cast<long long>(value));
}

// A string with its width and precision, which are limited as for numbers.
std::string with_string(const Conversion& conversion, const std::string& value) {
  const std::string format = conversion.flags + "s";
  const int length = std::snprintf(nullptr, 0, format.c_str(), value.c_str());
  constexpr std::size_t most = 512;
  if (length < 0 || static_cast<std::size_t>(length) > value.size() + most)
    return value;
  std::string text(static_cast<std::size_t>(length) + 1, ' ');
  std::snprintf(text.data(), text.size(), format.c_str(), value.c_str());
  text.pop_back();
  return text;
}

// Unsigned conversions of 32 bits show 32 bits.
std::int64_t widened(const Conversion& conversion, std::int32_t value) {
  return std::string_view("ouxX").find(conversion.letter) != std::string_view::npos
             ? std::int64_t{static_cast<std::uint32_t>(value)}
             : value;
}

std::optional<std::string> argument_text(Reader& record, const Conversion& conversion, const MemoryMap& memory) {
  const auto type = record.take<std::uint32_t>();
  if (!type)
    return std::nullopt;
  const auto floating = [&](double value) {
    return formatted(conversion.flags + (is_of_floats(conversion.letter) ? conversion.letter : 'f'), value);
  };
  switch (*type) {
  case byte_argument:
  case short_argument:
  case int_argument: {
    const auto value = record.take<std::int32_t>();
    return value ? std::optional(with_integer(conversion, widened(conversion, *value))) : std::nullopt;
  }
  case float_argument: {
    const auto value = record.take<float>();
    return value ? std::optional(floating(*value)) : std::nullopt;
  }
  case double_argument: {
    const auto value = record.take<double>();
    return value ? std::optional(floating(*value)) : std::nullopt;
  }
  case long_argument: {
    const auto value = record.take<std::int64_t>();
    return value ? std::optional(with_integer(conversion, *value)) : std::nullopt;
  }
  case pointer_argument: {
    const auto value = record.take<std::uint64_t>();
    return value ? std::optional(formatted("0x%llx", static_cast<unsigned long long>(*value))) : std::nullopt;
  }
  case string_argument: {
    const auto address = record.take<std::uint64_t>();
    const auto value = address ? string_at(memory, *address) : std::nullopt;
    return value ? std::optional(with_string(conversion, *value)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

std::optional<std::string> record_text(Reader& record, const MemoryMap& memory) {
  const auto address = record.take<std::uint64_t>();
  const auto format = address ? string_at(memory, *address) : std::nullopt;
  if (!format)
    return std::nullopt;
  std::string text;
  for (std::string_view rest = *format; !rest.empty();) {
    if (rest.front() != '%') {
      text += rest.front();
      rest.remove_prefix(1);
      continue;
    }
    const Conversion conversion = next_conversion(rest);
    if (conversion.letter == '%') {
      text += '%';
      continue;
    }
    const auto argument = argument_text(record, conversion, memory);
    if (!argument)
      return std::nullopt;
    text += *argument;
  }
  return text;
}

} // namespace

PrintfBuffer::PrintfBuffer(const toolchain::KernelInfo& kernel, std::size_t bytes) {
  if (std::ranges::find(kernel.arguments, "printf_buffer", &toolchain::PayloadArgument::type) == kernel.arguments.end())
    return;
  bytes_.resize(std::max<std::size_t>(bytes, first_record));
  std::memcpy(bytes_.data(), &first_record, sizeof(first_record));
}

MemoryRange PrintfBuffer::range() {
  return {reinterpret_cast<std::uint64_t>(bytes_.data()), bytes_.size(), bytes_.data(), "the buffer of printf",
          Writable::yes};
}

std::string PrintfBuffer::text(const MemoryMap& memory) const {
  if (!is_there())
    return {};
  std::uint32_t used;
  std::memcpy(&used, bytes_.data(), sizeof(used));
  const std::size_t end = std::clamp<std::size_t>(used, first_record, bytes_.size());
  Reader record(std::span(bytes_).subspan(first_record, end - first_record));
  std::string text;
  while (!record.is_at_end()) {
    const auto next = record_text(record, memory);
    if (!next)
      return text + "(what printf wrote next cannot be read" +
             (used > bytes_.size() ? ": its buffer was too small)\n" : ")\n");
    text += *next;
  }
  return text;
}

} // namespace xeforge::emulator
