// Specialization constants under the name of the vendor's header.
#pragma once

#include <sycl/kernel_handler.hpp>
