// Commands as functions of a queue, which come with the whole.
#pragma once

#include <sycl/sycl.hpp>
