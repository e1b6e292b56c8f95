// xeforge explain: where the instructions of kernels go, by line of the source.
#pragma once

#include "xeforge/inspection/explanation.hpp"

#include "xeforge/lab/terminal/command_line.hpp"

#include <cstddef>
#include <string>

namespace xeforge::lab {

// The report for a reader, as wide as line_width(); of lines and blocks the `rows` most expensive.
std::string explanation_text(const inspection::Explanation& explanation, std::size_t rows);

void add_explain_command(Command app);

} // namespace xeforge::lab
