// Sizes of the register file, which come with the whole.
#pragma once

#include <sycl/sycl.hpp>
