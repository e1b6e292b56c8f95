// The extension's functions, printf among them, which come with the whole.
#pragma once

#include <sycl/sycl.hpp>
