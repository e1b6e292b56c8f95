// The name of the source that is compiled, for the records of its kernels (launch_host.hpp). A header of its own, because
// precompiled headers do without it: the sources that they become part of have different names. Such a source starts with
// this header, where __BASE_FILE__ would name no file, so the driver gives the name.
#pragma once

#ifndef XEFORGE_SOURCE_NAME
#define XEFORGE_SOURCE_NAME __BASE_FILE__
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {
namespace {
[[maybe_unused]] constexpr const char* source_name = XEFORGE_SOURCE_NAME;
}
} // namespace detail
} // namespace _V1
} // namespace sycl
