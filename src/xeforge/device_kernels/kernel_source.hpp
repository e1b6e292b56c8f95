// A source with one kernel: an instantiation of a function object of this project's, by its readable name.
#pragma once

#include "xeforge/devices/kernel_header.hpp"
#include "xeforge/devices/kernel_record.hpp"

#include <span>
#include <string>
#include <string_view>

namespace xeforge::device_kernels {

using devices::KernelHeader;

// Null where there is none of them.
const KernelHeader* header_of(std::span<const KernelHeader> headers, std::string_view name);

// The kernel is launched as the record says: over a range, or over one with groups, of so many dimensions.
std::string kernel_source(const KernelHeader& header, const devices::KernelRecord& record, const std::string& name);

} // namespace xeforge::device_kernels
