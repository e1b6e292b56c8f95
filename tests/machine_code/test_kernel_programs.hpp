// The test kernels of the toolchain, launched as their sources launch them on designed memory. Each function returns
// how many results are not those of its reference.
#pragma once

namespace programs {

namespace blocks_2d {
int check();
}
namespace few_bits {
int check();
}
namespace group_kernels {
int check();
}
namespace lanes {
int check();
}
namespace matrices {
int check();
int check_whole_numbers(); // the same with sums that are exact in any order
} // namespace matrices
namespace meetings {
int check();
}
namespace memory_kernels {
int check();
}
namespace numbers {
int check();
}
namespace private_arrays {
int check();
}
namespace private_variables {
int check();
}
namespace prologue {
int check();
}
namespace ranges {
int check();
}
namespace scalars {
int check();
}
namespace softmax_topk {
int check();
}
namespace template_arguments {
int check();
}
namespace vendor_messages {
int check();
}

} // namespace programs
