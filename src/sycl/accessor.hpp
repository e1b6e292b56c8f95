// sycl::accessor and sycl::host_accessor: the use of a buffer by a command, and by the host. A kernel captures
// a pointer and a few numbers; the command records that the buffer is used.
#pragma once

#include "sycl/buffer.hpp"
#include "sycl/detail/access.hpp"
#include "sycl/detail/command.hpp"
#include "sycl/detail/identity.hpp"
#include "sycl/detail/range_iterator.hpp"
#include "sycl/detail/subscript.hpp"
#include "sycl/multi_ptr.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

class handler;
namespace detail {

Command& command_of(handler& commands);

// The mode and the target given by the tag among the arguments of an accessor.
template <class... Arguments>
constexpr access_mode mode_among() {
  access_mode mode = access_mode::read_write;
  ((mode = IsAccessTag<Arguments> ? mode_of<Arguments> : mode), ...);
  return mode;
}
template <class... Arguments>
constexpr target target_among() {
  target found = target::device;
  ((found = IsAccessTag<Arguments> ? target_of<Arguments> : found), ...);
  return found;
}

// Marks accessors that a command has to require(), so that it finds those in its kernel that it was not given.
enum class PlaceholderMark : std::uint64_t { none = 0, placeholder = 0x6c6f686563616c70 };

// Whether accessors of one mode convert to the other: read-write accessors convert to read accessors.
template <class T, access_mode Mode, class U, access_mode OtherMode>
inline constexpr bool reads_what_the_other_has =
    only_reads<Mode> && (OtherMode == access_mode::read || OtherMode == access_mode::read_write) &&
    std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>> && !(std::is_same_v<T, U> && Mode == OtherMode);

// What may follow an accessor's range and offset.
template <class T>
concept AccessorOption = IsAccessTag<T> || std::is_convertible_v<const T&, property_list>;

// The constructor arguments of an accessor besides its part of a buffer.
template <access_mode Mode, AccessorOption... Options>
void check_options([[maybe_unused]] const Options&... options) {
  const auto promises_to_overwrite = [](const auto& option) {
    if constexpr (IsAccessTag<std::remove_cvref_t<decltype(option)>>)
      return false;
    else
      return static_cast<const property_list&>(option).template has_property<property::no_init>();
  };
  if constexpr (only_reads<Mode>)
    if ((false || ... || promises_to_overwrite(options)))
      throw_buffer_error("accessor", "no_init for elements that are only read", "it with write_only or read_write");
}

template <class T, class Element>
concept ElementOf = std::is_same_v<T, std::remove_const_t<Element>>;

// The part of a buffer that an accessor refers to, and access to it. T is const if the accessor only reads.
template <class T, int D>
class AccessedRange {
public:
  using value_type = T;
  using element_type = T;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using iterator = std::conditional_t<D == 1, T*, RangeIterator<T, D>>;
  using const_iterator = std::conditional_t<D == 1, const T*, RangeIterator<const T, D>>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;
  static constexpr int dimensions = D;

  [[gnu::always_inline]] range<D> get_range() const { return range_; }
  [[gnu::always_inline]] id<D> get_offset() const { return offset_; }
  [[gnu::always_inline]] std::size_t size() const { return range_.size(); }
  [[gnu::always_inline]] std::size_t get_count() const { return size(); }
  [[gnu::always_inline]] std::size_t byte_size() const { return size() * sizeof(T); }
  [[gnu::always_inline]] std::size_t get_size() const { return byte_size(); }
  [[gnu::always_inline]] std::size_t max_size() const { return size(); }
  [[gnu::always_inline]] bool empty() const { return size() == 0; }

  // place counts from the accessor's offset.
  [[gnu::always_inline]] T& element(const id<D>& coordinates) const {
    std::size_t linear = coordinates[0] + offset_[0];
    for (int d = 1; d < D; ++d)
      linear = linear * memory_range_[d] + coordinates[d] + offset_[d];
    return memory_[linear];
  }
  [[gnu::always_inline]] T& operator[](const id<D>& coordinates) const { return element(coordinates); }
  template <class Index>
    requires std::is_integral_v<Index>
  [[gnu::always_inline]] decltype(auto) operator[](Index index) const {
    id<D> coordinates;
    coordinates[0] = static_cast<std::size_t>(index);
    if constexpr (D == 1)
      return element(coordinates);
    else
      return Subscript<AccessedRange, D, 1>(*this, coordinates);
  }

  [[gnu::always_inline]] T* first_element() const { return &element(id<D>()); }
  [[gnu::always_inline]] iterator begin() const {
    if constexpr (D == 1)
      return first_element();
    else
      return {first_element(), memory_range_, range_, 0};
  }
  [[gnu::always_inline]] iterator end() const { return begin() + static_cast<difference_type>(size()); }
  [[gnu::always_inline]] const_iterator cbegin() const { return begin(); }
  [[gnu::always_inline]] const_iterator cend() const { return end(); }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const { return const_reverse_iterator(cbegin()); }

  // How a copy iterates over the elements.
  Block block() const {
    const std::size_t row = D > 1 ? memory_range_[D - 1] * sizeof(T) : 0;
    const std::size_t plane = D > 2 ? memory_range_[D > 1 ? D - 2 : 0] * row : 0;
    return {reinterpret_cast<std::byte*>(const_cast<std::remove_const_t<T>*>(first_element())), row, plane};
  }
  BlockShape block_shape() const {
    return {range_[D - 1] * sizeof(T), D > 1 ? range_[D > 1 ? D - 2 : 0] : 1, D > 2 ? range_[0] : 1};
  }

  const void* identity() const { return memory_; }
  friend bool operator==(const AccessedRange&, const AccessedRange&) = default;

protected:
  AccessedRange() = default;
  template <class U>
    requires(!std::is_const_v<U> && std::is_same_v<const U, T>)
  AccessedRange(const AccessedRange<U, D>& other)
      : memory_(other.memory_), memory_range_(other.memory_range_), range_(other.range_), offset_(other.offset_) {}
  // start: of the buffer's memory, for commands or for the host.
  template <class Buffer>
  AccessedRange(const Buffer& buffer, std::byte* start, const range<D>& accessed, const id<D>& offset)
      : memory_(reinterpret_cast<T*>(start)), memory_range_(buffer.get_range()), range_(accessed), offset_(offset) {
    for (int d = 0; d < D; ++d)
      if (offset_[d] > memory_range_[d] || range_[d] > memory_range_[d] - offset_[d])
        throw_beyond_buffer(d, range_[d], offset_[d], memory_range_[d]);
  }
  [[gnu::always_inline]] T* memory() const { return memory_; }

private:
  friend AccessedRange<const T, D>;
  T* memory_ = nullptr; // the buffer's first element
  range<D> memory_range_;
  range<D> range_;
  id<D> offset_;
};

} // namespace detail

template <class T, int D = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
          target Target = target::device, access::placeholder Placeholder = access::placeholder::false_t>
class accessor : public detail::AccessedRange<std::conditional_t<detail::only_reads<Mode>, std::add_const_t<T>, T>, D> {
  using Base = detail::AccessedRange<std::conditional_t<detail::only_reads<Mode>, std::add_const_t<T>, T>, D>;
  using Element = typename Base::value_type;
  static constexpr detail::Use how = detail::only_reads<Mode> ? detail::Use::read : detail::Use::write;
  static_assert(Mode != access_mode::atomic, "accessor: elements of an accessor are no atomics here; use "
                                             "access_mode::read_write and sycl::atomic_ref");

public:
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<Element, access::address_space::global_space, Decorated>;
  static constexpr bool only_writes = detail::only_writes<Mode>; // for the extension, which refuses loads then

  accessor() = default;
  template <class U, access_mode OtherMode, access::placeholder Other>
    requires(detail::reads_what_the_other_has<T, Mode, U, OtherMode>)
  accessor(const accessor<U, D, OtherMode, Target, Other>& other)
      : Base(other), mark_(other.mark_), used_(other.used_) {}

  // For one command. After the handler: a range and an offset, a tag, properties; each may be omitted.
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  accessor(buffer<U, D, A>& memory, handler& commands, const range<D>& accessed, const id<D>& offset,
           const Options&... options)
      : Base(memory, detail::BufferParts::start(memory), accessed, offset),
        used_(detail::BufferParts::memory(memory).get()) {
    detail::check_options<Mode>(options...);
    detail::command_of(commands).use(*used_, how);
  }
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  accessor(buffer<U, D, A>& memory, handler& commands, const range<D>& accessed, const Options&... options)
      : accessor(memory, commands, accessed, id<D>(), options...) {}
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  accessor(buffer<U, D, A>& memory, handler& commands, const Options&... options)
      : accessor(memory, commands, memory.get_range(), id<D>(), options...) {}
  // Properties in braces.
  template <detail::ElementOf<T> U, class A>
  accessor(buffer<U, D, A>& memory, handler& commands, const property_list& properties)
      : accessor(memory, commands, memory.get_range(), id<D>(), properties) {}
  template <detail::ElementOf<T> U, class A, detail::IsAccessTag Tag>
  accessor(buffer<U, D, A>& memory, handler& commands, const Tag&, const property_list& properties)
      : accessor(memory, commands, memory.get_range(), id<D>(), properties) {}

  // For the commands that require() it.
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  accessor(buffer<U, D, A>& memory, const range<D>& accessed, const id<D>& offset, const Options&... options)
      : Base(memory, detail::BufferParts::start(memory), accessed, offset), mark_(detail::PlaceholderMark::placeholder),
        used_(detail::BufferParts::memory(memory).get()) {
    detail::check_options<Mode>(options...);
  }
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  accessor(buffer<U, D, A>& memory, const range<D>& accessed, const Options&... options)
      : accessor(memory, accessed, id<D>(), options...) {}
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  accessor(buffer<U, D, A>& memory, const Options&... options)
      : accessor(memory, memory.get_range(), id<D>(), options...) {}

  [[gnu::always_inline]] bool is_placeholder() const { return mark_ != detail::PlaceholderMark::none; }

  // Points to the start of the buffer, even if the accessor has an offset.
  [[gnu::always_inline]] global_ptr<Element> get_pointer() const { return global_ptr<Element>(this->memory()); }
  template <access::decorated Decorated>
  [[gnu::always_inline]] accessor_ptr<Decorated> get_multi_ptr() const {
    return accessor_ptr<Decorated>(this->memory());
  }

  void swap(accessor& other) { std::swap(*this, other); }
  friend bool operator==(const accessor&, const accessor&) = default;

private:
  friend handler;
  template <class, int, access_mode, target, access::placeholder>
  friend class accessor;
  detail::PlaceholderMark mark_ = detail::PlaceholderMark::none;
  detail::BufferMemory* used_ = nullptr; // directly after the mark
};

template <class U, int D, class A, class... Rest>
accessor(buffer<U, D, A>&, handler&, const Rest&...)
    -> accessor<U, D, detail::mode_among<Rest...>(), detail::target_among<Rest...>()>;
template <class U, int D, class A, detail::IsAccessTag Tag>
accessor(buffer<U, D, A>&, handler&, const Tag&, const property_list&)
    -> accessor<U, D, detail::mode_of<Tag>, detail::target_of<Tag>>;
template <class U, int D, class A, class... Rest>
  requires(!std::is_same_v<Rest, handler> && ...)
accessor(buffer<U, D, A>&, const Rest&...)
    -> accessor<U, D, detail::mode_among<Rest...>(), detail::target_among<Rest...>(), access::placeholder::true_t>;

// The buffer on the host: the constructor waits for conflicting commands; commands submitted later wait until
// the last copy of the accessor is destroyed.
template <class T, int D = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_accessor
    : public detail::AccessedRange<std::conditional_t<detail::only_reads<Mode>, std::add_const_t<T>, T>, D> {
  using Base = detail::AccessedRange<std::conditional_t<detail::only_reads<Mode>, std::add_const_t<T>, T>, D>;
  using Element = typename Base::value_type;

public:
  host_accessor() = default;
  template <class U, access_mode OtherMode>
    requires(detail::reads_what_the_other_has<T, Mode, U, OtherMode>)
  host_accessor(const host_accessor<U, D, OtherMode>& other) : Base(other), use_(other.use_) {}
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  host_accessor(buffer<U, D, A>& memory, const range<D>& accessed, const id<D>& offset, const Options&... options)
      : Base(memory, detail::BufferParts::host_start(memory), accessed, offset),
        use_(detail::use_on_host(detail::BufferParts::memory(memory),
                                 detail::only_reads<Mode> ? detail::Use::read : detail::Use::write)) {
    detail::check_options<Mode>(options...);
  }
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  host_accessor(buffer<U, D, A>& memory, const range<D>& accessed, const Options&... options)
      : host_accessor(memory, accessed, id<D>(), options...) {}
  template <detail::ElementOf<T> U, class A, detail::AccessorOption... Options>
  host_accessor(buffer<U, D, A>& memory, const Options&... options)
      : host_accessor(memory, memory.get_range(), id<D>(), options...) {}

  Element* get_pointer() const { return this->memory(); }
  Element* data() const { return this->first_element(); }

  void swap(host_accessor& other) { std::swap(*this, other); }

private:
  template <class, int, access_mode>
  friend class host_accessor;
  std::shared_ptr<void> use_; // the last copy lets others go on
};

template <class U, int D, class A, class... Rest>
host_accessor(buffer<U, D, A>&, const Rest&...) -> host_accessor<U, D, detail::mode_among<Rest...>()>;

// The older name of the same class.
template <class T, int D, access_mode Mode, access::placeholder P>
class accessor<T, D, Mode, target::host_buffer, P> : public host_accessor<T, D, Mode> {
public:
  using host_accessor<T, D, Mode>::host_accessor;
  accessor(const host_accessor<T, D, Mode>& other) : host_accessor<T, D, Mode>(other) {}
};

} // namespace _V1
} // namespace sycl

template <class T, int D, sycl::access_mode Mode, sycl::target Target, sycl::access::placeholder Placeholder>
struct std::hash<sycl::accessor<T, D, Mode, Target, Placeholder>> : sycl::detail::IdentityHash {};
template <class T, int D, sycl::access_mode Mode>
struct std::hash<sycl::host_accessor<T, D, Mode>> : sycl::detail::IdentityHash {};
