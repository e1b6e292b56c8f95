// What the memory tests share: a stretch of bytes and what accesses by lane and by block make of it, told by copying
// single bytes; stand-ins for accessors; a group with shared local memory.
#pragma once

#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/machine/thread.hpp"

namespace xeforge::esimd::testing {

// One item of a group with some SLM, all of it allocated, running on this thread while the object lives.
class GroupOfOne {
public:
  explicit GroupOfOne(std::uint32_t bytes) : memory_(bytes), allocated_(bytes) {
    thread_.slm = memory_.data();
    thread_.slm_capacity = bytes;
    thread_.slm_size = &allocated_;
    machine::set_this_thread(&thread_);
  }
  ~GroupOfOne() { machine::set_this_thread(nullptr); }
  GroupOfOne(const GroupOfOne&) = delete;
  GroupOfOne& operator=(const GroupOfOne&) = delete;

  unsigned char* memory() { return reinterpret_cast<unsigned char*>(memory_.data()); }

private:
  std::vector<std::byte> memory_;
  machine::HardwareThread thread_;
  std::uint32_t allocated_;
};

// As much of an accessor as the memory functions ask for.
template <class T>
struct Wrapped {
  T* pointer;
  T* get() const { return pointer; }
};
template <class T>
struct BufferStandIn {
  using value_type = T;
  T* pointer;
  Wrapped<T> get_pointer() const { return {pointer}; }
  bool is_placeholder() const { return false; }
};
template <class T>
struct LocalStandIn {
  using value_type = T;
  T* pointer;
  T* get_pointer() const { return pointer; }
};

using Bytes = std::vector<unsigned char>;

inline Bytes random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (unsigned char& byte : bytes)
    byte = static_cast<unsigned char>(random());
  return bytes;
}
template <class T, int N>
Bytes bytes_of(const simd<T, N>& values) {
  const auto all = elements(values);
  Bytes bytes(sizeof(all));
  std::memcpy(bytes.data(), static_cast<const void*>(all.data()), sizeof(all));
  return bytes;
}
template <class T, int N>
simd<T, N> simd_of(const Bytes& bytes) {
  std::array<T, N> all;
  std::memcpy(static_cast<void*>(all.data()), bytes.data(), sizeof(all));
  return from_array(all);
}

// Which lanes are on: lanes hold any non-zero number.
enum class Lanes { all, none, alternating, random };
inline constexpr std::array every_choice_of_lanes = {Lanes::all, Lanes::none, Lanes::alternating, Lanes::random};

// One access by lane: its offsets, of which those that are off lead anywhere, its mask, and the vector that it stores
// or passes through. Elements that are on lie in [0, reach) bytes and do not overlap.
template <class T, int N, int VS>
struct LaneAccess {
  std::array<std::int64_t, N> offsets;
  std::array<std::uint16_t, N> mask;
  Bytes values;

  LaneAccess(Lanes lanes, std::size_t reach, unsigned seed) : values(random_bytes(N * VS * sizeof(T), seed + 1)) {
    std::mt19937_64 random(seed);
    const std::size_t slots = reach / (VS * sizeof(T));
    std::vector<std::size_t> places(slots);
    for (std::size_t i = 0; i < slots; ++i)
      places[i] = i;
    std::shuffle(places.begin(), places.end(), random);
    for (std::size_t lane = 0; lane < N; ++lane) {
      const bool on = lanes == Lanes::all || (lanes == Lanes::alternating && lane % 2 == 0) ||
                      (lanes == Lanes::random && random() % 3 != 0);
      mask[lane] = on ? static_cast<std::uint16_t>(1u << random() % 16) : 0;
      offsets[lane] = on ? static_cast<std::int64_t>(places[lane % slots] * VS * sizeof(T))
                         : static_cast<std::int64_t>(random() >> 2);
    }
  }

  simd_mask<N> lane_mask() const { return simd_mask<N>(from_array(mask)); }
  template <class Offset>
  simd<Offset, N> lane_offsets(std::int64_t base = 0) const {
    std::array<Offset, N> converted;
    for (std::size_t lane = 0; lane < N; ++lane)
      converted[lane] = static_cast<Offset>(offsets[lane] - base);
    return from_array(converted);
  }
  simd<T, N * VS> vector() const { return simd_of<T, N * VS>(values); }

  // What a gather gives; where a lane is off, other.
  Bytes gathered(const unsigned char* memory, const Bytes& other) const {
    Bytes result = other;
    for_bytes([&](std::size_t in_memory, std::size_t in_vector) { result[in_vector] = memory[in_memory]; });
    return result;
  }
  Bytes gathered(const unsigned char* memory) const { return gathered(memory, Bytes(values.size(), 0)); }
  // What a scatter leaves in memory.
  Bytes scattered(Bytes memory) const {
    for_bytes([&](std::size_t in_memory, std::size_t in_vector) { memory[in_memory] = values[in_vector]; });
    return memory;
  }

private:
  template <class Function>
  void for_bytes(Function function) const {
    for (std::size_t lane = 0; lane < N; ++lane)
      for (std::size_t element = 0; element < VS; ++element)
        for (std::size_t byte = 0; byte < sizeof(T); ++byte)
          if (mask[lane] != 0)
            function(static_cast<std::size_t>(offsets[lane]) + element * sizeof(T) + byte,
                     (element * N + lane) * sizeof(T) + byte);
  }
};

} // namespace xeforge::esimd::testing
