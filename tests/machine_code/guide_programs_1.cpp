// The first half of the guide's programs.
#include "programs.hpp"

#include "both.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "names_of_both.hpp"

namespace programs::address_space_cast {
#include "examples/guide/address_space_cast.cpp"
}
namespace programs::block_copy_2d {
#include "examples/guide/block_copy_2d.cpp"
}
namespace programs::boolean_function {
#include "examples/guide/boolean_function.cpp"
}
namespace programs::byte_histogram {
#include "examples/guide/byte_histogram.cpp"
}
namespace programs::conditional_merge {
#include "examples/guide/conditional_merge.cpp"
}
namespace programs::hue_adjustment {
#include "examples/guide/hue_adjustment.cpp"
}
namespace programs::index_decode {
#include "examples/guide/index_decode.cpp"
}
