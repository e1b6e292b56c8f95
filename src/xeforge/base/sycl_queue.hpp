// Declares sycl::queue, for headers whose functions take one: a program that calls them includes <sycl/sycl.hpp>.
#pragma once

namespace sycl {
inline namespace _V1 {
class queue;
}
} // namespace sycl
