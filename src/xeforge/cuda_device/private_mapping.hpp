// Pages of a file that the program has mapped for itself alone (MAP_PRIVATE). NVIDIA's driver (580.159.04) was seen not to
// come back from registering 8 MiB of such for reading; pages of shared mappings it takes in a millisecond.
#pragma once

#include <cstdint>

namespace xeforge::cuda_device {

bool is_private_mapping_of_file(std::uint64_t address);

} // namespace xeforge::cuda_device
