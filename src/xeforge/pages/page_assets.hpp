// The style and the script of a page.
#pragma once

#include <string_view>

namespace xeforge::pages {

std::string_view page_style();
// Makes tables sortable and opens what is folded before printing.
std::string_view page_script();
// The script's SHA-256 as a content security policy names it: a page runs this script and no other.
std::string_view page_script_hash();

} // namespace xeforge::pages
