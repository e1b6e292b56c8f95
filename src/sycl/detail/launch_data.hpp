// What a kernel gets beside its arguments: values of specialization constants, and the local memory that accessors
// claim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

// The values set for one command or kernel bundle, each under the address of its specialization_id.
class SpecializationValues {
public:
  template <class T>
  void set(const void* id, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>, "a specialization constant is trivially copyable");
    set_bytes(id, &value, sizeof(T));
  }
  // False where none was set.
  template <class T>
  [[gnu::always_inline]] bool get(const void* id, T& value) const {
    const void* const bytes = find(id);
    if (bytes != nullptr)
      __builtin_memcpy(&value, bytes, sizeof(T));
    return bytes != nullptr;
  }
  void add(const SpecializationValues& others); // those win
  void clear();

private:
  struct Value {
    const void* id;
    std::vector<std::byte> bytes;
  };

  void set_bytes(const void* id, const void* value, std::size_t bytes);
  const void* find(const void* id) const;

  std::vector<Value> values_;
};

struct LaunchData {
  std::uint32_t local_bytes = 0; // of each group's shared local memory, claimed by local accessors
  SpecializationValues constants;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
