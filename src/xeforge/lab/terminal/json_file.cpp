#include "xeforge/lab/terminal/json_file.hpp"

namespace xeforge::lab {

void JsonFile::write(const Json& json) {
  if (file_.is_wanted())
    file_.write(json.dump(2) + "\n");
}

} // namespace xeforge::lab
