// What a kernel gets besides its arguments: values of specialization constants, and the local memory that accessors
// need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

// A specialization_id that the program uses, registered from the start to the end of the program or library that
// defines it. Devices find constants by name, and several sources may use one name for different constants.
class KnownConstant {
public:
  // key: identifies the constant in device code (constant_key)
  KnownConstant(const void* id, std::uint64_t key);
  ~KnownConstant();
  KnownConstant(const KnownConstant&) = delete;
  KnownConstant& operator=(const KnownConstant&) = delete;

private:
  const void* id_;
  std::uint64_t key_;
};

// The values set for one command or kernel bundle, each under the address of its specialization_id.
class SpecializationValues {
public:
  SpecializationValues() = default;
  ~SpecializationValues() = default;
  // Copies are made out of line: every program would compile them, and few make one.
  SpecializationValues(const SpecializationValues&);
  SpecializationValues& operator=(const SpecializationValues&);
  SpecializationValues(SpecializationValues&&) noexcept = default;
  SpecializationValues& operator=(SpecializationValues&&) noexcept = default;

  // key: identifies the constant in device code (constant_key)
  template <class T>
  void set(const void* id, std::uint64_t key, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>, "a specialization constant is trivially copyable");
    set_bytes(id, key, &value, sizeof(T));
  }
  // Returns false if none was set.
  template <class T>
  [[gnu::always_inline]] bool get(const void* id, T& value) const {
    const void* const bytes = find(id);
    if (bytes != nullptr)
      __builtin_memcpy(&value, bytes, sizeof(T));
    return bytes != nullptr;
  }
  void add(const SpecializationValues& others); // those take precedence
  void clear();
  // A ConstantTable with all of them. Throws sycl::exception (invalid) if another constant of the program has the same
  // name.
  std::vector<std::byte> table() const;

private:
  struct Value {
    const void* id;
    std::uint64_t key;
    std::vector<std::byte> bytes;
  };

  void set_bytes(const void* id, std::uint64_t key, const void* value, std::size_t bytes);
  const void* find(const void* id) const;

  std::vector<Value> values_;
};

// The values as a kernel on a device gets them: records, then the bytes of the values.
struct ConstantTable {
  struct Record {
    std::uint64_t key;
    std::uint32_t offset, bytes; // from the start of the table
  };
  std::uint32_t count, padding;

  template <class T>
  [[gnu::always_inline]] bool get(std::uint64_t key, T& value) const {
    const auto* const records = reinterpret_cast<const Record*>(this + 1);
    for (std::uint32_t i = 0; i < count; ++i)
      if (records[i].key == key) {
        value = *reinterpret_cast<const T*>(reinterpret_cast<const char*>(this) + records[i].offset);
        return true;
      }
    return false;
  }
};

struct LaunchData {
  std::uint32_t local_bytes = 0; // of each group's shared local memory, allocated by local accessors
  SpecializationValues constants;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
