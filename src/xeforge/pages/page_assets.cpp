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

std::string_view page_script_hash() { return "SC+gMP1upZt6a3rnR0TR4peETbeXPMsHndl11/ZJQSo="; }

} // namespace xeforge::pages
