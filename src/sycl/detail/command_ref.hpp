// A counted reference to a command, held by events, buffers and other commands. The command itself belongs to the
// compiled part of this layer.
#pragma once

#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct CommandSlot;

class CommandRef {
public:
  CommandRef() = default;
  explicit CommandRef(CommandSlot& slot); // one more reference
  CommandRef(const CommandRef& other);
  CommandRef(CommandRef&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
  CommandRef& operator=(CommandRef other) noexcept {
    std::swap(slot_, other.slot_);
    return *this;
  }
  ~CommandRef() {
    if (slot_ != nullptr)
      drop();
  }

  explicit operator bool() const { return slot_ != nullptr; }
  CommandSlot& operator*() const { return *slot_; }
  CommandSlot* operator->() const { return slot_; }
  friend bool operator==(const CommandRef&, const CommandRef&) = default;

private:
  void drop();

  CommandSlot* slot_ = nullptr;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
