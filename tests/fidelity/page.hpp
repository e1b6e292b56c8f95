// docs/fidelity.md.
#pragma once

#include "table.hpp"

namespace fidelity {
std::string page(const Table& table);
} // namespace fidelity
