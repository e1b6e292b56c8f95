// Lists of properties, which come with the whole.
#pragma once

#include <sycl/sycl.hpp>
