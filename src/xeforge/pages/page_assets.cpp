#include "xeforge/pages/page_assets.hpp"

namespace xeforge::pages {

std::string_view page_style() {
  return
#include "page.css.inc"
      ;
}

std::string_view page_script() {
  return
#include "page.js.inc"
      ;
}

std::string_view page_script_hash() { return "JY2EGbqahCvWzY5SAYU9kaHBVhlEZiAHJq+C6WQxOrQ="; }

} // namespace xeforge::pages
