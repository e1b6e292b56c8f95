// A part of SYCL under the name of the vendor's header; all of it comes.
#pragma once

#include <sycl/sycl.hpp>
