// For the tests: what SciPy says of small samples (reference/make_values.py).
#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <vector>

namespace xeforge::statistics {

inline nlohmann::json reference_values() {
  std::ifstream file(XEFORGE_STATISTICS_REFERENCE);
  return nlohmann::json::parse(file);
}

inline std::vector<double> numbers_of(const nlohmann::json& list) { return list.get<std::vector<double>>(); }

} // namespace xeforge::statistics
