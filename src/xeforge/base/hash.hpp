// Hashes that are the same on every machine and in every version: 64-bit FNV-1a. Not secure against an adversary.
#pragma once

#include <cstdint>
#include <string_view>

namespace xeforge::base {

inline constexpr std::uint64_t empty_hash = 0xcbf2'9ce4'8422'2325;

// Adds a byte to a hash, or a larger number as if it were one byte.
constexpr std::uint64_t hash_with(std::uint64_t hash, std::uint64_t next) { return (hash ^ next) * 0x100'0000'01b3; }

constexpr std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = empty_hash;
  for (const char byte : bytes)
    hash = hash_with(hash, static_cast<unsigned char>(byte));
  return hash;
}

// The reference values of the function's authors.
static_assert(hash_of("") == 0xcbf29ce484222325 && hash_of("a") == 0xaf63dc4c8601ec8c &&
              hash_of("foobar") == 0x85944171f73967e8);

} // namespace xeforge::base
