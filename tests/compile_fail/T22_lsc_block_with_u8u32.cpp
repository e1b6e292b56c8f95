// expect: lsc: blocks are copied as they are
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(const unsigned* p) { return lsc_block_load<unsigned, 8, lsc_data_size::u8u32>(p); }
