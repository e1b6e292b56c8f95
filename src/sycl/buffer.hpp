// sycl::buffer: memory that commands use through accessors. Each command waits for conflicting ones. When its last copy
// is destroyed, a buffer waits for its users and writes back to the memory it was created from, or to that of
// set_final_data. Until then, host accessors use that memory of the program directly.
#pragma once

#include "sycl/detail/access.hpp"
#include "sycl/detail/buffer_memory.hpp"
#include "sycl/detail/identity.hpp"
#include "sycl/detail/sizes.hpp"
#include "sycl/exception.hpp"
#include "sycl/id.hpp"
#include "sycl/range.hpp"
#include "xeforge/base/refused.hpp"

#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

class handler;
template <class T, int D, access_mode Mode, target Target, access::placeholder Placeholder>
class accessor;
template <class T, int D, access_mode Mode>
class host_accessor;
template <class T, int D, class Allocator>
class buffer;

template <class T>
using buffer_allocator = std::allocator<T>;

namespace detail {

[[noreturn]] void throw_beyond_buffer(int dimension, std::size_t size, std::size_t offset, std::size_t extent);
[[noreturn]] void throw_buffer_error(const char* argument, const char* got, const char* expected);

// Begins a use of the memory by the host, which ends when the last copy of the result is destroyed.
std::shared_ptr<void> use_on_host(const std::shared_ptr<BufferMemory>& memory, Use how);

// What accessors need of a buffer.
struct BufferParts {
  template <class T, int D, class A>
  static const std::shared_ptr<BufferMemory>& memory(const buffer<T, D, A>& whole) {
    return whole.memory_;
  }
  template <class T, int D, class A>
  static std::byte* start(const buffer<T, D, A>& whole) {
    return whole.memory_->data() + whole.offset_;
  }
  template <class T, int D, class A>
  static std::byte* host_start(const buffer<T, D, A>& whole) {
    return whole.memory_->host_data() + whole.offset_;
  }
};

// std::vector and similar types, which the range constructor must not mistake for an iterator.
template <class Container, class T>
concept ContiguousContainer = requires(Container& container) {
  { container.data() } -> std::convertible_to<const T*>;
  container.size();
};

} // namespace detail

template <class T, int D = 1, class Allocator = buffer_allocator<std::remove_const_t<T>>>
class buffer {
public:
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  using allocator_type = Allocator;
  static constexpr int dimensions = D;

  // ---- of undefined contents
  explicit buffer(const range<D>& size, const property_list& properties = {})
      : buffer(size, copy_of(nullptr, size), properties) {}
  buffer(const range<D>& size, const Allocator& allocator, const property_list& properties = {})
      : buffer(size, properties) {
    allocator_.emplace(allocator);
  }
  buffer(std::nullptr_t, const range<D>& size, const property_list& properties = {}) : buffer(size, properties) {}

  // ---- of the program's memory: that itself if it is whole pages, otherwise a copy, which is copied back for host
  // accessors and at the end. Const memory is copied, and not written.
  buffer(T* host, const range<D>& size, const property_list& properties = {})
      : buffer(size, memory_of(host, size, properties), properties) {
    if constexpr (!std::is_const_v<T>)
      memory_->belongs_to(host, nullptr);
  }
  buffer(T* host, const range<D>& size, const Allocator& allocator, const property_list& properties = {})
      : buffer(host, size, properties) {
    allocator_.emplace(allocator);
  }
  buffer(const T* host, const range<D>& size, const property_list& properties = {})
    requires(!std::is_const_v<T>)
      : buffer(size, copy_of(host, size), properties) {}
  buffer(const T* host, const range<D>& size, const Allocator& allocator, const property_list& properties = {})
    requires(!std::is_const_v<T>)
      : buffer(host, size, properties) {
    allocator_.emplace(allocator);
  }

  // ---- of shared memory, which is kept alive
  buffer(const std::shared_ptr<T>& host, const range<D>& size, const property_list& properties = {})
      : buffer(size, memory_of(host.get(), size, properties), properties) {
    if constexpr (!std::is_const_v<T>)
      memory_->belongs_to(host.get(), host);
    else
      memory_->belongs_to(nullptr, host);
  }
  buffer(const std::shared_ptr<T>& host, const range<D>& size, const Allocator& allocator,
         const property_list& properties = {})
      : buffer(host, size, properties) {
    allocator_.emplace(allocator);
  }
  buffer(const std::shared_ptr<T[]>& host, const range<D>& size, const property_list& properties = {})
      : buffer(std::shared_ptr<T>(host, host.get()), size, properties) {}

  // ---- of a container: written back; of two iterators: not
  template <detail::ContiguousContainer<T> Container>
    requires(D == 1)
  buffer(Container& container, const property_list& properties = {})
      : buffer(container.data(), range<1>(container.size()), properties) {}
  template <detail::ContiguousContainer<T> Container>
    requires(D == 1)
  buffer(Container& container, const Allocator& allocator, const property_list& properties = {})
      : buffer(container, properties) {
    allocator_.emplace(allocator);
  }
  template <std::input_iterator Iterator>
    requires(D == 1 && !std::is_same_v<Iterator, T*>)
  buffer(Iterator first, Iterator last, const property_list& properties = {})
      : buffer(copy_of_range(first, last), properties) {}
  buffer(const T* first, const T* last, const property_list& properties = {})
    requires(D == 1)
      : buffer(range<1>(static_cast<std::size_t>(last - first)),
               copy_of(first, range<1>(static_cast<std::size_t>(last - first))), properties) {}
  buffer(T* first, T* last, const property_list& properties = {})
    requires(D == 1 && !std::is_const_v<T>)
      : buffer(const_cast<const T*>(first), const_cast<const T*>(last), properties) {}

  // ---- of a part of another buffer, whole rows of it
  buffer(buffer& whole, const id<D>& offset, const range<D>& size)
      : memory_(whole.memory_), range_(size), properties_(whole.properties_), allocator_(whole.allocator_),
        is_part_(true) {
    if (whole.is_part_)
      detail::throw_buffer_error("sub-buffer", "a part of a part of a buffer", "a part of the whole buffer");
    std::size_t first = 0;
    for (int d = 0; d < D; ++d) {
      if (offset[d] > whole.range_[d] || size[d] > whole.range_[d] - offset[d])
        detail::throw_beyond_buffer(d, size[d], offset[d], whole.range_[d]);
      if (d > 0 && size[d] != whole.range_[d])
        detail::throw_buffer_error("sub-buffer", "parts of rows", "elements that are adjacent in memory");
      first = first * whole.range_[d] + offset[d];
    }
    offset_ = whole.offset_ + first * sizeof(T);
  }

  range<D> get_range() const { return range_; }
  std::size_t size() const { return range_.size(); }
  std::size_t byte_size() const { return size() * sizeof(T); }
  std::size_t get_count() const { return size(); }
  std::size_t get_size() const { return byte_size(); }
  // A copy of what the buffer was given; the memory is the runtime's own.
  Allocator get_allocator() const {
    if constexpr (std::is_default_constructible_v<Allocator>)
      return allocator_.value_or(Allocator());
    else
      return allocator_.value();
  }
  bool is_sub_buffer() const { return is_part_; }
  template <class Property>
  bool has_property() const {
    return properties_.has_property<Property>();
  }
  template <class Property>
  Property get_property() const {
    return properties_.get_property<Property>();
  }

  // ---- accessors
  template <access_mode Mode, target Target = target::device>
    requires(Target != target::host_buffer && Target != target::local)
  auto get_access(handler& commands) {
    return accessor<T, D, Mode, Target, access::placeholder::false_t>(*this, commands);
  }
  template <access_mode Mode, target Target = target::device>
    requires(Target != target::host_buffer && Target != target::local)
  auto get_access(handler& commands, const range<D>& accessed, const id<D>& offset = {}) {
    return accessor<T, D, Mode, Target, access::placeholder::false_t>(*this, commands, accessed, offset);
  }
  XEFORGE_REFUSED_BEGIN
  template <access_mode Mode, target Target, class... Arguments>
    requires(Target == target::host_buffer || Target == target::local)
  void get_access(handler&, const Arguments&...) =
      delete ("get_access: an accessor for a command, which has a handler, has the target device; host code "
              "takes get_host_access(), memory of a group is a local_accessor");
  XEFORGE_REFUSED_END
  template <class... Arguments>
  auto get_access(handler& commands, const Arguments&... arguments) {
    return accessor(*this, commands, arguments...);
  }
  // A placeholder: a command is given it with handler::require().
  auto get_access() { return accessor(*this); }
  template <access_mode Mode>
  auto get_access() {
    return accessor<T, D, Mode, target::host_buffer, access::placeholder::false_t>(*this);
  }
  template <access_mode Mode>
  auto get_access(const range<D>& accessed, const id<D>& offset = {}) {
    return accessor<T, D, Mode, target::host_buffer, access::placeholder::false_t>(*this, accessed, offset);
  }
  template <class... Arguments>
  auto get_host_access(const Arguments&... arguments) {
    return host_accessor(*this, arguments...);
  }

  // ---- the end
  // A pointer, an iterator, a weak_ptr, or null for nowhere.
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    if (is_part_)
      detail::throw_buffer_error("set_final_data", "a part of a buffer",
                                 "the whole one, whose memory is written at the end");
    const std::size_t bytes = byte_size();
    if constexpr (std::is_null_pointer_v<Destination>) {
      memory_->write_back_with({});
    } else if constexpr (requires { destination.lock(); }) {
      memory_->write_back_with([destination, bytes](const std::byte* data) {
        if (const auto held = destination.lock())
          copy_bytes(held.get(), data, bytes);
      });
    } else {
      if constexpr (std::is_pointer_v<Destination>)
        if (destination == nullptr)
          return set_final_data(nullptr);
      memory_->write_back_with([destination, count = size()](const std::byte* data) {
        const T* const first = reinterpret_cast<const T*>(data);
        std::copy(first, first + count, destination);
      });
    }
  }
  void set_write_back(bool on = true) { memory_->switch_write_back(on); }

  // The same bytes as elements of another type.
  template <class U, int NewD = D>
  buffer<U, NewD> reinterpret(const range<NewD>& size) const {
    if (detail::checked_bytes("reinterpret", size, sizeof(U)) != byte_size())
      detail::throw_buffer_error("reinterpret", "a range of another size in bytes", "one of the same size");
    return buffer<U, NewD>(*this, size);
  }
  template <class U, int NewD = D>
    requires(NewD == 1 || (NewD == D && sizeof(U) == sizeof(T)))
  buffer<U, NewD> reinterpret() const {
    if constexpr (NewD == 1)
      return reinterpret<U, 1>(range<1>(byte_size() / sizeof(U)));
    else
      return reinterpret<U, NewD>(range_);
  }

  const void* identity() const { return memory_.get(); }
  friend bool operator==(const buffer& a, const buffer& b) {
    return a.memory_ == b.memory_ && a.offset_ == b.offset_ && a.range_ == b.range_;
  }

private:
  friend detail::BufferParts;
  template <class U, int OtherD, class A>
  friend class buffer;
  static_assert(std::is_trivially_copyable_v<T>, "the elements of a buffer are copied to the device byte by byte");

  using Memory = std::shared_ptr<detail::BufferMemory>;

  buffer(const range<D>& size, Memory memory, const property_list& properties)
      : memory_(std::move(memory)), range_(size), properties_(properties) {
    if (properties.has_property<property::buffer::use_mutex>())
      detail::throw_buffer_error("property::buffer::use_mutex", "a mutex",
                                 "none: the runtime locks no mutex of a program's; use a host_accessor");
  }
  buffer(const std::vector<std::remove_const_t<T>>& elements, const property_list& properties)
      : buffer(range<1>(elements.size()), copy_of(elements.data(), range<1>(elements.size())), properties) {}
  template <class U, int OtherD, class A>
  buffer(const buffer<U, OtherD, A>& other, const range<D>& size)
      : memory_(other.memory_), range_(size), properties_(other.properties_), offset_(other.offset_),
        is_part_(other.is_part_) {}

  static Memory copy_of(const T* host, const range<D>& size) {
    return std::make_shared<detail::BufferMemory>(detail::checked_bytes("buffer", size, sizeof(T)), alignof(T), host,
                                                  detail::guard_of_program);
  }
  static Memory memory_of(T* host, const range<D>& size, const property_list& properties) {
    const std::size_t bytes = detail::checked_bytes("buffer", size, sizeof(T));
    const bool is_usable = properties.has_property<property::buffer::use_host_ptr>() ||
                           (!std::is_const_v<T> && detail::needs_no_copy(host, bytes));
    if (host != nullptr && is_usable)
      return std::make_shared<detail::BufferMemory>(bytes, const_cast<std::remove_const_t<T>*>(host));
    return copy_of(host, size);
  }
  template <class Iterator>
  static std::vector<std::remove_const_t<T>> copy_of_range(Iterator first, Iterator last) {
    return std::vector<std::remove_const_t<T>>(first, last);
  }
  static void copy_bytes(void* destination, const std::byte* data, std::size_t bytes) {
    if (destination != data && bytes > 0)
      std::memcpy(destination, data, bytes);
  }
  Memory memory_;
  range<D> range_;
  property_list properties_;
  std::optional<Allocator> allocator_;
  std::size_t offset_ = 0; // of the first element, in bytes
  bool is_part_ = false;
};

template <class T, int D>
buffer(const T*, const range<D>&) -> buffer<T, D>;
template <class T, int D>
buffer(const T*, const range<D>&, const property_list&) -> buffer<T, D>;
template <class T, int D>
buffer(T*, const range<D>&) -> buffer<T, D>;
template <class T, int D>
buffer(T*, const range<D>&, const property_list&) -> buffer<T, D>;
template <class T>
buffer(T*, std::size_t) -> buffer<T, 1>;
template <class Container>
  requires requires(Container& container) { container.data(); }
buffer(Container&) -> buffer<typename Container::value_type, 1>;
template <class Container>
  requires requires(Container& container) { container.data(); }
buffer(Container&, const property_list&) -> buffer<typename Container::value_type, 1>;
template <std::input_iterator Iterator>
buffer(Iterator, Iterator) -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;

} // namespace _V1
} // namespace sycl

template <class T, int D, class Allocator>
struct std::hash<sycl::buffer<T, D, Allocator>> : sycl::detail::IdentityHash {};
