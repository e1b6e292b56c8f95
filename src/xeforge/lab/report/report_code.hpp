// Source beside the instructions that were made of it, of one version of a kernel or of two.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/inspection/report_difference.hpp"
#include "xeforge/pages/page.hpp"

#include <optional>
#include <string>

namespace xeforge::lab {

// The file with most of the kernel's instructions; nothing where no line or no instruction is known.
std::optional<pages::CodeView> code_view(const inspection::KernelExplanation& kernel);

// A page of what moved between two explanations, the versions of each kernel side by side.
std::string comparison_page(const inspection::Explanation& before, const inspection::Explanation& after,
                            const inspection::ReportDifference& difference);

} // namespace xeforge::lab
