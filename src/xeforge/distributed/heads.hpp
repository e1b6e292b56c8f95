// Which heads a rank takes in the head-parallel scheme: those of q evenly, with the heads of k and v that they read.
#pragma once

#include "xeforge/ranks.hpp"

namespace xeforge::distributed {

Range query_heads_of(const ContextShape& shape, int ranks, int rank);
Range key_heads_of(const ContextShape& shape, int ranks, int rank);

} // namespace xeforge::distributed
