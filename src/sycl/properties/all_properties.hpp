// The properties, which come with the rest.
#pragma once

#include <sycl/sycl.hpp>
