#include "xeforge/machine/observer.hpp"

namespace xeforge::machine {

Observer* observer() noexcept { return &xeforge_checker != nullptr ? xeforge_checker() : nullptr; }

} // namespace xeforge::machine
