#include "xeforge/machine/recorder.hpp"

namespace xeforge::machine {

Recorder* recorder() noexcept { return &xeforge_recorder != nullptr ? xeforge_recorder() : nullptr; }

} // namespace xeforge::machine
