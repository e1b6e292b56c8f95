// The second half of the guide's programs, and the example beside them.
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

namespace programs::linear_filter {
#include "examples/guide/linear_filter.cpp"
}
namespace programs::prefix_sum {
#include "examples/guide/prefix_sum.cpp"
}
namespace programs::register_binding {
#include "examples/guide/register_binding.cpp"
}
namespace programs::split_reduction {
#include "examples/guide/split_reduction.cpp"
}
namespace programs::strided_pooling {
#include "examples/guide/strided_pooling.cpp"
}
namespace programs::sum_reduction {
#include "examples/guide/sum_reduction.cpp"
}
namespace programs::vector_add {
#include "examples/guide/vector_add.cpp"
}
namespace programs::softmax_topk_example {
#include "examples/softmax_topk.cpp"
}
