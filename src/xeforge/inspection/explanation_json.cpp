// Explanations in JSON, there and back.
#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/inspection/explanation.hpp"
#include "xeforge/toolchain/binary/json_numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace xeforge::inspection {
namespace {

using Json = nlohmann::ordered_json;
using toolchain::whole_number_in;

constexpr std::string_view format = "xeforge-explain-4", format_family = "xeforge-explain-";

template <class Value>
Json value_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}
// Counts are sums of counts: far below where int ends, so that they can be added and subtracted.
int count_of(const Json& json, const char* name) {
  const int count = whole_number_in(json, name);
  if (count > std::numeric_limits<int>::max() / 2)
    throw Error(name, std::to_string(count), "a count");
  return count;
}

// ---- names ----------------------------------------------------------------------------------------------------------
template <class Map>
Json object_of(const Map& values) {
  Json object = Json::object();
  for (const auto& [kind, value] : values)
    object[std::string(name_of(kind))] = value;
  return object;
}

// ---- mixes ----------------------------------------------------------------------------------------------------------
Json to_json(const InstructionMix& mix) {
  Json messages = Json::object();
  for (const auto& [kind, traffic] : mix.messages_by_kind)
    messages[std::string(name_of(kind))] = {
        {"messages", traffic.messages}, {"bytes_read", traffic.bytes_read}, {"bytes_written", traffic.bytes_written}};
  return {{"instructions", mix.instructions},
          {"dpas", mix.dpas},
          {"sends", mix.sends},
          {"mov", mix.moves},
          {"math", mix.math},
          {"arithmetic", mix.arithmetic},
          {"control", mix.control},
          {"sync", mix.sync},
          {"other", mix.other},
          {"mov_by_reason", object_of(mix.moves_by_reason)},
          {"sends_by_kind", std::move(messages)},
          {"waits_for_results", mix.waits.for_results},
          {"waits_for_operands", mix.waits.for_operands},
          {"issue_cycles", mix.issue_cycles},
          {"pipe_cycles", object_of(mix.pipe_cycles)}};
}

InstructionMix parse_mix(const Json& json) {
  InstructionMix mix;
  mix.instructions = count_of(json, "instructions");
  mix.dpas = count_of(json, "dpas");
  mix.sends = count_of(json, "sends");
  mix.moves = count_of(json, "mov");
  mix.math = count_of(json, "math");
  mix.arithmetic = count_of(json, "arithmetic");
  mix.control = count_of(json, "control");
  mix.sync = count_of(json, "sync");
  mix.other = count_of(json, "other");
  for (const auto& [reason, count] : toolchain::counts_in(json, "mov_by_reason"))
    mix.moves_by_reason[move_reason_names.read("mov_by_reason", reason)] = count;
  for (const auto& [kind, traffic] : json.at("sends_by_kind").items())
    mix.messages_by_kind[toolchain::message_kind_names.read("sends_by_kind", kind)] = {
        count_of(traffic, "messages"), whole_number_in<std::uint64_t>(traffic, "bytes_read"),
        whole_number_in<std::uint64_t>(traffic, "bytes_written")};
  mix.waits = {count_of(json, "waits_for_results"), count_of(json, "waits_for_operands")};
  mix.issue_cycles = json.at("issue_cycles");
  for (const auto& [pipe, cycles] : json.at("pipe_cycles").get<std::map<std::string, double>>())
    mix.pipe_cycles[pipe_names.read("pipe_cycles", pipe)] = cycles;
  return mix;
}

// ---- parts ----------------------------------------------------------------------------------------------------------
Json to_json(const SourceLine& location) {
  return {{"file", location.file}, {"line", location.line}, {"text", location.text}};
}
SourceLine parse_location(const Json& json) { return {json.at("file"), count_of(json, "line"), json.at("text")}; }

Json to_json(const LineReport& line) {
  Json json = to_json(line.location);
  json.update(to_json(line.mix));
  return json;
}

Json to_json(const LoadUseDistance& distance);
Json to_json(const SpilledValue& value);
Json to_json(const Finding& finding);
Json to_json(const LoopReport& loop);
Json to_json(const BlockReport& block);
Json to_json(const ListedLine& line);
Json to_json(const KernelExplanation& kernel);

template <class Parts>
Json list_of(const Parts& parts) {
  Json list = Json::array();
  for (const auto& part : parts)
    list.push_back(to_json(part));
  return list;
}

std::vector<LineReport> parse_lines(const Json& json) {
  std::vector<LineReport> lines;
  for (const Json& line : json)
    lines.push_back({parse_location(line), parse_mix(line)});
  return lines;
}

Json to_json(const BlockReport& block) {
  Json json{{"label", block.label}, {"offset", block.offset}, {"loop_depth", block.loop_depth}};
  json.update(to_json(block.mix));
  json.update(Json{{"longest_dpas_run", block.longest_dpas_run},
                   {"longest_atomic_chain", block.longest_atomic_chain},
                   {"most_registers_live", block.most_registers_live},
                   {"registers_read", block.registers_read},
                   {"registers_written", block.registers_written}});
  return json;
}

BlockReport parse_block(const Json& json) {
  return {json.at("label"),
          static_cast<std::uint32_t>(count_of(json, "offset")),
          count_of(json, "loop_depth"),
          parse_mix(json),
          count_of(json, "longest_dpas_run"),
          count_of(json, "longest_atomic_chain"),
          count_of(json, "most_registers_live"),
          count_of(json, "registers_read"),
          count_of(json, "registers_written")};
}

Json to_json(const TripCount& trip) {
  Json json{{"counter", trip.counter},
            {"step", trip.step},
            {"condition", name_of(trip.condition)},
            {"bound", trip.bound},
            {"iterations", value_or_null(trip.iterations)}};
  json.update(to_json(trip.location));
  return json;
}

Json to_json(const LoadUseDistance& distance) {
  Json json = to_json(distance.location);
  json["cycles"] = distance.cycles;
  return json;
}

Json to_json(const LoopReport& loop) {
  Json json{{"label", loop.label}, {"depth", loop.depth}};
  json.update(to_json(loop.mix));
  json.update(Json{{"every_iteration", to_json(loop.every_iteration)},
                   {"bound_cycles", loop.every_iteration.bound_cycles()},
                   {"dpas_cycles", loop.every_iteration.cycles_of(Pipe::systolic)},
                   {"longest_dpas_run", loop.longest_dpas_run},
                   {"longest_atomic_chain", loop.longest_atomic_chain},
                   {"lines", list_of(loop.lines)},
                   {"load_use_distances", list_of(loop.loads)},
                   {"trip", loop.trip ? to_json(*loop.trip) : Json(nullptr)}});
  return json;
}

LoopReport parse_loop(const Json& json) {
  LoopReport loop;
  loop.label = json.at("label");
  loop.depth = count_of(json, "depth");
  loop.mix = parse_mix(json);
  loop.every_iteration = parse_mix(json.at("every_iteration"));
  loop.longest_dpas_run = count_of(json, "longest_dpas_run");
  loop.longest_atomic_chain = count_of(json, "longest_atomic_chain");
  loop.lines = parse_lines(json.at("lines"));
  for (const Json& distance : json.at("load_use_distances"))
    loop.loads.push_back({parse_location(distance), distance.at("cycles")});
  if (const Json& trip = json.at("trip"); !trip.is_null())
    loop.trip = TripCount{trip.at("counter"),
                          trip.at("step"),
                          toolchain::condition_names.read("condition", trip.at("condition").get<std::string>()),
                          trip.at("bound"),
                          parse_location(trip),
                          toolchain::whole_number_or_null_in<std::int64_t>(trip, "iterations")};
  return loop;
}

Json to_json(const SpilledValue& value) {
  return {{"bytes", value.bytes},        {"stores", value.stores},
          {"loads", value.fills},        {"loads_in_loops", value.fills_in_loops},
          {"made", list_of(value.made)}, {"used", list_of(value.used)}};
}

std::vector<SourceLine> parse_locations(const Json& json) {
  std::vector<SourceLine> locations;
  for (const Json& location : json)
    locations.push_back(parse_location(location));
  return locations;
}

std::vector<SpilledValue> parse_spilled_values(const Json& json) {
  std::vector<SpilledValue> values;
  for (const Json& value : json)
    values.push_back({whole_number_in<std::uint64_t>(value, "bytes"), count_of(value, "stores"),
                      count_of(value, "loads"), count_of(value, "loads_in_loops"), parse_locations(value.at("made")),
                      parse_locations(value.at("used"))});
  return values;
}

Json to_json(const SpillReport& spills) {
  return {{"bytes", spills.bytes},
          {"stores", spills.stores},
          {"loads", spills.fills},
          {"stores_in_loops", spills.stores_in_loops},
          {"loads_in_loops", spills.fills_in_loops},
          {"lines", list_of(spills.lines)},
          {"values", list_of(spills.values)}};
}

SpillReport parse_spills(const Json& json) {
  return {whole_number_in<std::uint64_t>(json, "bytes"),
          count_of(json, "stores"),
          count_of(json, "loads"),
          count_of(json, "stores_in_loops"),
          count_of(json, "loads_in_loops"),
          parse_lines(json.at("lines")),
          parse_spilled_values(json.at("values"))};
}

Json to_json(const PrivateMemory& memory) {
  return {{"bytes", memory.bytes},
          {"loads", memory.loads},
          {"stores", memory.stores},
          {"in_loops", memory.in_loops},
          {"lines", list_of(memory.lines)}};
}

PrivateMemory parse_private_memory(const Json& json) {
  return {whole_number_in<std::uint64_t>(json, "bytes"), count_of(json, "loads"), count_of(json, "stores"),
          count_of(json, "in_loops"), parse_lines(json.at("lines"))};
}

Json to_json(const ListedLine& line) { return {{"text", line.text}, {"file", line.file}, {"line", line.line}}; }

Json to_json(const Finding& finding) {
  Json json{{"kind", name_of(finding.kind)}, {"cycles", finding.cycles}, {"says", finding.text}};
  json.update(to_json(finding.location));
  return json;
}

// ---- kernels --------------------------------------------------------------------------------------------------------
Json to_json(const KernelExplanation& kernel) {
  Json json{{"name", kernel.name}, {"source_name", kernel.source_name}};
  json.update(to_json(kernel.mix));
  json.update(Json{{"grf", kernel.registers},
                   {"grf_used", value_or_null(kernel.registers_used)},
                   {"compiler_cycles", value_or_null(kernel.compiler_cycles)},
                   {"bank_conflicts", value_or_null(kernel.bank_conflicts)},
                   {"spills", to_json(kernel.spills)},
                   {"private_memory", to_json(kernel.private_memory)},
                   {"total_cycles", value_or_null(kernel.total_cycles)},
                   {"cycles_outside_loops", kernel.cycles_outside_loops},
                   {"main_loop", value_or_null(kernel.main_loop)},
                   {"findings", list_of(kernel.findings)},
                   {"loops", list_of(kernel.loops)},
                   {"blocks", list_of(kernel.blocks)},
                   {"lines", list_of(kernel.lines)},
                   {"listing", list_of(kernel.listing)}});
  return json;
}

KernelExplanation parse_kernel(const Json& json) {
  KernelExplanation kernel;
  kernel.name = json.at("name");
  kernel.source_name = json.at("source_name");
  kernel.mix = parse_mix(json);
  kernel.registers = count_of(json, "grf");
  kernel.registers_used = toolchain::whole_number_or_null_in<int>(json, "grf_used");
  kernel.compiler_cycles = toolchain::whole_number_or_null_in<std::uint64_t>(json, "compiler_cycles");
  kernel.bank_conflicts = toolchain::whole_number_or_null_in<int>(json, "bank_conflicts");
  kernel.spills = parse_spills(json.at("spills"));
  kernel.private_memory = parse_private_memory(json.at("private_memory"));
  kernel.cycles_outside_loops = json.at("cycles_outside_loops");
  if (!json.at("total_cycles").is_null())
    kernel.total_cycles = json.at("total_cycles").get<double>();
  for (const Json& finding : json.at("findings"))
    kernel.findings.push_back({finding_kind_names.read("findings", finding.at("kind").get<std::string>()),
                               finding.at("cycles"), finding.at("says"), parse_location(finding)});
  for (const Json& loop : json.at("loops"))
    kernel.loops.push_back(parse_loop(loop));
  for (const Json& block : json.at("blocks"))
    kernel.blocks.push_back(parse_block(block));
  kernel.lines = parse_lines(json.at("lines"));
  for (const Json& line : json.at("listing"))
    kernel.listing.push_back({line.at("text"), line.at("file"), count_of(line, "line")});
  kernel.main_loop = toolchain::whole_number_or_null_in<std::size_t>(json, "main_loop");
  if (kernel.main_loop && *kernel.main_loop >= kernel.loops.size())
    throw Error("main_loop", std::to_string(*kernel.main_loop), "the number of one of its loops");
  return kernel;
}

} // namespace

Json to_json(const Explanation& explanation) {
  return {{"format", format},
          {"source", explanation.source},
          {"device", explanation.device},
          {"platform", explanation.platform},
          {"grf", explanation.registers},
          {"throughput_model", explanation.throughput_model},
          {"tools", explanation.tools},
          {"date", explanation.date},
          {"commit", explanation.commit},
          {"kernels", list_of(explanation.kernels)}};
}

bool is_explanation(std::string_view text) {
  const Json json = files::parse_json_or_discard<Json>(text);
  const auto found = json.find("format");
  return json.is_object() && found != json.end() && found->is_string() &&
         found->get_ref<const std::string&>().starts_with(format_family);
}

Explanation parse_explanation(const std::string& name, std::string_view text) {
  constexpr const char* expected = "a report that 'xeforge explain' wrote";
  try {
    const Json json = files::parse_json<Json>(text);
    if (json.at("format") != format)
      throw Error(name, "a report of the format " + json.at("format").dump(), fmt::format("\"{}\"", format));
    Explanation explanation{json.at("source"),
                            json.at("device"),
                            json.at("platform"),
                            count_of(json, "grf"),
                            json.at("throughput_model"),
                            json.at("tools"),
                            {},
                            json.at("date"),
                            json.at("commit")};
    for (const Json& kernel : json.at("kernels"))
      explanation.kernels.push_back(parse_kernel(kernel));
    return explanation;
  } catch (const nlohmann::json::exception& problem) {
    throw Error(name, fmt::format("'{}'", problem.what()), expected);
  } catch (const Error& error) {
    if (error.argument() == name)
      throw;
    throw Error(name, fmt::format("{} {}", error.argument(), error.got()), error.expected());
  }
}

} // namespace xeforge::inspection
