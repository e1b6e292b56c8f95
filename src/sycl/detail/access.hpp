// How accessors and pointers say what they access: modes, targets, address spaces, and the tags of accessors.
#pragma once

#include "sycl/property_list.hpp"

namespace sycl {
inline namespace _V1 {

enum class access_mode { read, write, read_write, discard_write, discard_read_write, atomic };

enum class target { device, host_task, constant_buffer, local, host_buffer, global_buffer = device };

namespace access {
using mode = access_mode;
using sycl::target;
enum class placeholder { false_t, true_t };
enum class decorated { no, yes, legacy };
enum class address_space { global_space, local_space, constant_space, private_space, generic_space };
// All of it is ordered by every barrier; the argument is accepted for the programs that pass it.
enum class fence_space { local_space, global_space, global_and_local };
} // namespace access

namespace detail {

template <access_mode Mode>
inline constexpr bool only_reads = Mode == access_mode::read;
template <access_mode Mode>
inline constexpr bool only_writes = Mode == access_mode::write || Mode == access_mode::discard_write;

template <access_mode Mode, target Target>
struct AccessTag {
  explicit constexpr AccessTag() = default;
};
template <class T>
inline constexpr bool is_access_tag = false;
template <access_mode Mode, target Target>
inline constexpr bool is_access_tag<AccessTag<Mode, Target>> = true;
template <class T>
concept IsAccessTag = is_access_tag<T>;

template <class Tag>
inline constexpr access_mode mode_of = access_mode::read_write;
template <access_mode Mode, target Target>
inline constexpr access_mode mode_of<AccessTag<Mode, Target>> = Mode;
template <class Tag>
inline constexpr target target_of = target::device;
template <access_mode Mode, target Target>
inline constexpr target target_of<AccessTag<Mode, Target>> = Target;

} // namespace detail

template <access_mode Mode>
using mode_tag_t = detail::AccessTag<Mode, target::device>;
template <access_mode Mode, target Target>
using mode_target_tag_t = detail::AccessTag<Mode, Target>;

inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer> read_constant{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task> read_write_host_task{};

} // namespace _V1
} // namespace sycl
