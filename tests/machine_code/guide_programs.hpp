// The programs of examples/, with launches that go to the host and to the emulator. What they return is the number that
// a program leaves with: 0 where its own check passes.
#pragma once

namespace programs {

namespace address_space_cast {
int main();
}
namespace block_copy_2d {
int main();
}
namespace boolean_function {
int main();
}
namespace byte_histogram {
int main();
}
namespace conditional_merge {
int main();
}
namespace hue_adjustment {
int main();
}
namespace index_decode {
int main();
}
namespace linear_filter {
int main();
}
namespace prefix_sum {
int main();
}
namespace register_binding {
int main();
}
namespace split_reduction {
int main();
}
namespace strided_pooling {
int main();
}
namespace sum_reduction {
int main();
}
namespace vector_add {
int main();
}

namespace softmax_topk_example {
int main();
}

} // namespace programs
