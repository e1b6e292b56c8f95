// The words of machine code that the emulator uses all over.
#pragma once

#include "xeforge/base/names.hpp"
#include "xeforge/toolchain/instruction_set/element_types.hpp"
#include "xeforge/toolchain/instruction_set/instruction_fields.hpp"

#include <cstdint>
#include <string_view>

namespace xeforge::emulator {

using toolchain::Condition;
using toolchain::MathFunction;
using toolchain::Operation;
using toolchain::SharedFunction;
using toolchain::SyncFunction;
using Type = toolchain::ElementType;

// The instruction sets that the emulator knows, as their assembler calls them.
enum class Platform : std::uint8_t { xe2, xe3, xehpc, xehpg };
inline constexpr base::Names<Platform::xehpg> platform_names{
    {{Platform::xe2, "xe2"}, {Platform::xe3, "xe3"}, {Platform::xehpc, "xehpc"}, {Platform::xehpg, "xehpg"}}};
constexpr std::string_view name_of(Platform platform) { return platform_names.of(platform); }

} // namespace xeforge::emulator
