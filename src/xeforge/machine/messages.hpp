// The memory messages that hardware supports, by the numbers in their encoding; used by the lowering, which refuses
// others, and by the checker, which reports them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xeforge::machine {

enum class Message : std::uint8_t { load, store, prefetch };

// ---- cache hints ----------------------------------------------------------------------------------------------------
// 0 none, 1 uncached, 2 cached, 3 write-back, 4 write-through, 5 streaming, 6 read-invalidate
struct HintPair {
  int l1, l3;

  bool operator==(const HintPair&) const = default;
};
inline constexpr std::array load_hints{HintPair{0, 0}, HintPair{1, 1}, HintPair{1, 2}, HintPair{2, 1},
                                       HintPair{2, 2}, HintPair{5, 1}, HintPair{5, 2}, HintPair{6, 2}};
inline constexpr std::array store_hints{HintPair{0, 0}, HintPair{1, 1}, HintPair{1, 3}, HintPair{4, 1},
                                        HintPair{4, 3}, HintPair{5, 1}, HintPair{5, 3}, HintPair{3, 3}};
inline constexpr std::array prefetch_hints{HintPair{1, 2}, HintPair{2, 1}, HintPair{2, 2}, HintPair{5, 1},
                                           HintPair{5, 2}};

constexpr std::span<const HintPair> legal_hints(Message message) {
  switch (message) {
  case Message::load:
    return load_hints;
  case Message::store:
    return store_hints;
  case Message::prefetch:
    return prefetch_hints;
  }
  return {};
}
constexpr bool takes_hints(Message message, HintPair hints) {
  return std::ranges::find(legal_hints(message), hints) != legal_hints(message).end();
}

inline std::string hint_name(int hint) {
  constexpr std::array<std::string_view, 7> names{"none",          "uncached",  "cached",         "write_back",
                                                  "write_through", "streaming", "read_invalidate"};
  return hint >= 0 && hint < 7 ? std::string(names[static_cast<std::size_t>(hint)]) : std::to_string(hint);
}
inline std::string text_of(HintPair hints) { return hint_name(hints.l1) + "/" + hint_name(hints.l3); }
// "none/none, uncached/uncached, ...": of a message.
inline std::string legal_hints_text(Message message) {
  std::string text;
  for (const HintPair& known : legal_hints(message))
    text += (text.empty() ? "" : ", ") + text_of(known);
  return text;
}

// ---- blocks ---------------------------------------------------------------------------------------------------------
inline constexpr std::uint64_t most_block_bytes = 512;

// Whether one message can move this many bytes from one address: 1, 2, 3, 4, 8, 16, 32 or 64 elements of 4 or 8 bytes.
constexpr bool is_block(std::uint64_t bytes, std::uint64_t alignment) {
  const auto moves = [bytes](std::uint64_t element) {
    const std::uint64_t count = bytes / element;
    return bytes % element == 0 && (count == 3 || (count >= 1 && count <= 64 && (count & (count - 1)) == 0));
  };
  return (alignment >= 4 && moves(4)) || (alignment >= 8 && moves(8));
}

} // namespace xeforge::machine
