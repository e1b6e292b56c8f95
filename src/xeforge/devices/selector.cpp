#include "xeforge/devices/selector.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_names.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace xeforge::devices {
namespace {

constexpr std::string_view any = "*";
// What programs that look for a GPU take the CPU for.
constexpr std::string_view stand_in_backend = "level_zero";
constexpr std::string_view cpu_name = "cpu";

[[noreturn]] void refuse(const std::string& got, const std::string& expected) {
  throw Error(selector_variable, got.empty() ? "nothing" : "'" + got + "'", expected);
}

std::vector<std::string> split(std::string_view text, char between) {
  std::vector<std::string> parts;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t last = std::min(text.find(between, first), text.size());
    parts.emplace_back(text.substr(first, last - first));
    first = last + 1;
  }
  return parts;
}

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return text;
}

std::string listed(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::optional<std::size_t> number_in(const std::string& word) {
  std::size_t number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  return problem == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

bool is_cpu(const Candidate& candidate) { return candidate.kind == Candidate::Kind::cpu; }

bool is_of(const Candidate& candidate, const std::string& backend) {
  return backend == any || backend == candidate.backend || (backend == stand_in_backend && is_cpu(candidate));
}

bool is_meant(const Candidate& candidate, const std::string& backend, const std::string& device) {
  if (device == any || number_in(device) == candidate.number)
    return true;
  if (device == "gpu") // the CPU stands in for a GPU under the name of another runtime only
    return !is_cpu(candidate) || backend == stand_in_backend;
  return machine::compiled_as(device) == candidate.name;
}

} // namespace

Selector::Selector(std::string_view text, std::span<const std::string> backends) : text_(text) {
  for (const std::string& part : split(text, ';')) {
    Term term{part, "", {}, Term::Effect::takes};
    std::string rest = in_lower_case(part);
    if (rest.starts_with('!'))
      term.effect = Term::Effect::takes_away, rest.erase(0, 1);
    const std::size_t colon = rest.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == rest.size())
      refuse(part, "BACKEND:DEVICE, such as xeforge:cpu, xeforge:bmg,lnl-m or *:*, with ; between several");
    term.backend = rest.substr(0, colon);
    if (term.backend != any && term.backend != stand_in_backend &&
        std::ranges::find(backends, term.backend) == backends.end())
      refuse(part, "one of the backends " + listed(backends) + ", level_zero (the CPU in place of a GPU) or *");
    term.devices = split(rest.substr(colon + 1), ',');
    terms_.push_back(std::move(term));
  }
}

bool Selector::may_choose_from(std::string_view backend) const {
  const auto is_the_cpu = [](const std::string& device) { return device == cpu_name; };
  const bool only_takes_away =
      std::ranges::all_of(terms_, [](const Term& term) { return term.effect == Term::Effect::takes_away; });
  return only_takes_away || std::ranges::any_of(terms_, [&](const Term& term) {
           return term.effect == Term::Effect::takes && (term.backend == any || term.backend == backend) &&
                  !std::ranges::all_of(term.devices, is_the_cpu);
         });
}

std::vector<std::size_t> Selector::choose(std::span<const Candidate> candidates,
                                          std::span<const std::string> known_names, const std::string& missing) const {
  // The places that one word means.
  const auto meant_by = [&](const Term& term, const std::string& device) {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (is_of(candidates[i], term.backend) && is_meant(candidates[i], term.backend, device))
        positions.push_back(i);
    const bool is_a_kind = device == any || device == "gpu" || device == cpu_name;
    if (!positions.empty() || is_a_kind || term.effect == Term::Effect::takes_away)
      return positions;
    const std::string why = missing.empty() ? "" : "; " + missing;
    if (number_in(device))
      refuse(term.text, "the number of a device that sycl-ls lists" + why);
    if (std::ranges::find(known_names, machine::compiled_as(device)) == known_names.end())
      refuse(term.text, "cpu, gpu, *, a number, or one of " + listed(known_names));
    refuse(term.text, "a device that is here and that the program carries device code for" + why);
  };
  std::vector<std::size_t> chosen;
  const auto take = [&](std::size_t position) {
    if (std::ranges::find(chosen, position) == chosen.end())
      chosen.push_back(position);
  };
  if (std::ranges::all_of(terms_, [](const Term& term) { return term.effect == Term::Effect::takes_away; }))
    for (std::size_t i = 0; i < candidates.size(); ++i)
      take(i);
  for (const Term& term : terms_)
    for (const std::string& device : term.devices)
      for (const std::size_t position : meant_by(term, device))
        if (term.effect == Term::Effect::takes)
          take(position);
  for (const Term& term : terms_)
    if (term.effect == Term::Effect::takes_away)
      for (const std::string& device : term.devices)
        for (const std::size_t position : meant_by(term, device))
          std::erase(chosen, position);
  if (chosen.empty())
    refuse(text_, "a selector that leaves a device" + (missing.empty() ? "" : "; " + missing));
  return chosen;
}

} // namespace xeforge::devices
