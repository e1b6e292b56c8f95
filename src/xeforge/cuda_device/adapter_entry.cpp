// The one symbol of the adapter's library.
#include "xeforge/cuda_device/cuda_adapter.hpp"

extern "C" [[gnu::visibility("default")]] xeforge::devices::Adapter* xeforge_adapter(int version) {
  if (version != xeforge::devices::interface_version)
    return nullptr;
  // Never destroyed: devices are used until the process ends.
  static auto* const adapter = new xeforge::cuda_device::CudaAdapter; // NOLINT(cppcoreguidelines-owning-memory)
  return adapter;
}
