// A part of the extension under the name of the vendor's header; all of it comes.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
