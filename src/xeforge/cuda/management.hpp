// What of a card the driver's functions for programs do not say: its version by the vendor's own number, and how fast the
// clocks run now. NVIDIA's management library (libnvidia-ml.so.1) comes with the driver and is opened when asked.
#pragma once

#include <string>

namespace xeforge::cuda {

// "580.159.04"; empty where the library is not here or does not say.
std::string driver_release();

// In MHz; 0 where that is not known.
struct CardClocks {
  unsigned multiprocessors = 0, memory = 0;
};
// bus_id: as cuDeviceGetPCIBusId writes it.
CardClocks clocks_of(const std::string& bus_id);

} // namespace xeforge::cuda
