// The name of the source that is compiled, for the records of its kernels (launch_host.hpp). It is a separate header
// because precompiled headers must not contain it: the sources that use them have different names. Such a source starts
// with this header; __BASE_FILE__ would not name a file there, so the driver defines the name.
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
