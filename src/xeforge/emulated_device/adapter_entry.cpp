// The one symbol of the adapter's library.
#include "xeforge/emulated_device/emulator_adapter.hpp"

extern "C" [[gnu::visibility("default")]] xeforge::devices::Adapter* xeforge_adapter(int version) {
  if (version != xeforge::devices::interface_version)
    return nullptr;
  // Never destroyed: devices are used until the process ends.
  static auto* const adapter = new xeforge::emulated_device::EmulatorAdapter; // NOLINT(cppcoreguidelines-owning-memory)
  return adapter;
}
