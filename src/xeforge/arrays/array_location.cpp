#include "xeforge/arrays/array_location.hpp"

namespace xeforge::arrays {

ArrayLocation array_location(std::string_view argument, std::string_view text) {
  constexpr std::string_view extension = ".safetensors";
  constexpr std::string_view accepted = "a path that ends in .npy, or FILE.safetensors#TENSOR";
  if (text.find('\0') != text.npos)
    throw Error(std::string(argument), in_quotes(text), std::string(accepted));
  const auto divider = text.find(".safetensors#");
  if (divider != text.npos) {
    const auto end = divider + extension.size();
    return {{std::string(argument), std::string(text.substr(0, end))},
            FileFormat::safetensors,
            std::string(text.substr(end + 1))};
  }
  if (text.ends_with(extension))
    return {{std::string(argument), std::string(text)}, FileFormat::safetensors, {}};
  if (text.ends_with(".npy"))
    return {{std::string(argument), std::string(text)}, FileFormat::npy, {}};
  throw Error(std::string(argument), in_quotes(text), std::string(accepted));
}

} // namespace xeforge::arrays
