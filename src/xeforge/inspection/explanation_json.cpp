// Explanations in JSON, there and back.
#include "xeforge/files/json_reader.hpp"
#include "xeforge/inspection/explanation.hpp"

#include <fmt/format.h>

#include <limits>

namespace xeforge::inspection {
namespace {

using files::Json;
using files::JsonValue;

constexpr std::string_view format = "xeforge-explain-4", format_family = "xeforge-explain-";

template <class Value>
Json value_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}
// Counts are sums of counts: far below where int ends, so that they can be added and subtracted.
int count_of(const JsonValue& json) { return json.whole(0, std::numeric_limits<int>::max() / 2); }

// ---- names ----------------------------------------------------------------------------------------------------------
// The value that is called so. json: what it was read from.
template <auto last>
auto named(const base::Names<last>& names, const JsonValue& json, std::string_view name) {
  if (const auto found = names.find(name))
    return *found;
  json.refuse("one of " + names.list());
}

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

InstructionMix parse_mix(const JsonValue& json) {
  InstructionMix mix;
  mix.instructions = count_of(json["instructions"]);
  mix.dpas = count_of(json["dpas"]);
  mix.sends = count_of(json["sends"]);
  mix.moves = count_of(json["mov"]);
  mix.math = count_of(json["math"]);
  mix.arithmetic = count_of(json["arithmetic"]);
  mix.control = count_of(json["control"]);
  mix.sync = count_of(json["sync"]);
  mix.other = count_of(json["other"]);
  for (const auto& [reason, count] : json["mov_by_reason"].fields())
    mix.moves_by_reason[named(move_reason_names, count, reason)] = count_of(count);
  for (const auto& [kind, traffic] : json["sends_by_kind"].fields())
    mix.messages_by_kind[named(toolchain::message_kind_names, traffic, kind)] = {
        count_of(traffic["messages"]), traffic["bytes_read"].whole<std::uint64_t>(),
        traffic["bytes_written"].whole<std::uint64_t>()};
  mix.waits = {count_of(json["waits_for_results"]), count_of(json["waits_for_operands"])};
  mix.issue_cycles = json["issue_cycles"].number();
  for (const auto& [pipe, cycles] : json["pipe_cycles"].fields())
    mix.pipe_cycles[named(pipe_names, cycles, pipe)] = cycles.number();
  return mix;
}

// ---- parts ----------------------------------------------------------------------------------------------------------
Json to_json(const SourceLine& location) {
  return {{"file", location.file}, {"line", location.line}, {"text", location.text}};
}
SourceLine parse_location(const JsonValue& json) {
  return {json["file"].text(), count_of(json["line"]), json["text"].text()};
}

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

std::vector<LineReport> parse_lines(const JsonValue& json) {
  std::vector<LineReport> lines;
  for (const JsonValue& line : json.list())
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

BlockReport parse_block(const JsonValue& json) {
  return {json["label"].text(),
          static_cast<std::uint32_t>(count_of(json["offset"])),
          count_of(json["loop_depth"]),
          parse_mix(json),
          count_of(json["longest_dpas_run"]),
          count_of(json["longest_atomic_chain"]),
          count_of(json["most_registers_live"]),
          count_of(json["registers_read"]),
          count_of(json["registers_written"])};
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

LoopReport parse_loop(const JsonValue& json) {
  LoopReport loop;
  loop.label = json["label"].text();
  loop.depth = count_of(json["depth"]);
  loop.mix = parse_mix(json);
  loop.every_iteration = parse_mix(json["every_iteration"]);
  loop.longest_dpas_run = count_of(json["longest_dpas_run"]);
  loop.longest_atomic_chain = count_of(json["longest_atomic_chain"]);
  loop.lines = parse_lines(json["lines"]);
  for (const JsonValue& distance : json["load_use_distances"].list())
    loop.loads.push_back({parse_location(distance), distance["cycles"].number()});
  if (const JsonValue trip = json["trip"]; !trip.is_null())
    loop.trip = TripCount{trip["counter"].text(),
                          trip["step"].text(),
                          named(toolchain::condition_names, trip["condition"], trip["condition"].text()),
                          trip["bound"].text(),
                          parse_location(trip),
                          trip["iterations"].whole_or_null<std::int64_t>()};
  return loop;
}

Json to_json(const SpilledValue& value) {
  return {{"bytes", value.bytes},        {"stores", value.stores},
          {"loads", value.fills},        {"loads_in_loops", value.fills_in_loops},
          {"made", list_of(value.made)}, {"used", list_of(value.used)}};
}

std::vector<SourceLine> parse_locations(const JsonValue& json) {
  std::vector<SourceLine> locations;
  for (const JsonValue& location : json.list())
    locations.push_back(parse_location(location));
  return locations;
}

std::vector<SpilledValue> parse_spilled_values(const JsonValue& json) {
  std::vector<SpilledValue> values;
  for (const JsonValue& value : json.list())
    values.push_back({value["bytes"].whole<std::uint64_t>(), count_of(value["stores"]), count_of(value["loads"]),
                      count_of(value["loads_in_loops"]), parse_locations(value["made"]),
                      parse_locations(value["used"])});
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

SpillReport parse_spills(const JsonValue& json) {
  return {json["bytes"].whole<std::uint64_t>(), count_of(json["stores"]),         count_of(json["loads"]),
          count_of(json["stores_in_loops"]),    count_of(json["loads_in_loops"]), parse_lines(json["lines"]),
          parse_spilled_values(json["values"])};
}

Json to_json(const PrivateMemory& memory) {
  return {{"bytes", memory.bytes},
          {"loads", memory.loads},
          {"stores", memory.stores},
          {"in_loops", memory.in_loops},
          {"lines", list_of(memory.lines)}};
}

PrivateMemory parse_private_memory(const JsonValue& json) {
  return {json["bytes"].whole<std::uint64_t>(), count_of(json["loads"]), count_of(json["stores"]),
          count_of(json["in_loops"]), parse_lines(json["lines"])};
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

KernelExplanation parse_kernel(const JsonValue& json) {
  KernelExplanation kernel;
  kernel.name = json["name"].text();
  kernel.source_name = json["source_name"].text();
  kernel.mix = parse_mix(json);
  kernel.registers = count_of(json["grf"]);
  kernel.registers_used = json["grf_used"].whole_or_null();
  kernel.compiler_cycles = json["compiler_cycles"].whole_or_null<std::uint64_t>();
  kernel.bank_conflicts = json["bank_conflicts"].whole_or_null();
  kernel.spills = parse_spills(json["spills"]);
  kernel.private_memory = parse_private_memory(json["private_memory"]);
  kernel.cycles_outside_loops = json["cycles_outside_loops"].number();
  kernel.total_cycles = json["total_cycles"].number_or_null();
  for (const JsonValue& finding : json["findings"].list())
    kernel.findings.push_back({named(finding_kind_names, finding["kind"], finding["kind"].text()),
                               finding["cycles"].number(), finding["says"].text(), parse_location(finding)});
  for (const JsonValue& loop : json["loops"].list())
    kernel.loops.push_back(parse_loop(loop));
  for (const JsonValue& block : json["blocks"].list())
    kernel.blocks.push_back(parse_block(block));
  kernel.lines = parse_lines(json["lines"]);
  for (const JsonValue& line : json["listing"].list())
    kernel.listing.push_back({line["text"].text(), line["file"].text(), count_of(line["line"])});
  kernel.main_loop = json["main_loop"].whole_or_null<std::size_t>();
  if (kernel.main_loop && *kernel.main_loop >= kernel.loops.size())
    json["main_loop"].refuse("the number of one of its loops");
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
  return files::text_in(json, "format").value_or("").starts_with(format_family);
}

Explanation parse_explanation(const std::string& name, std::string_view text) {
  const files::JsonDocument document(name, "a report that 'xeforge explain' wrote", text);
  const JsonValue json = document.root_of_format(format);
  Explanation explanation{json["source"].text(),
                          json["device"].text(),
                          json["platform"].text(),
                          count_of(json["grf"]),
                          json["throughput_model"].text(),
                          json["tools"].texts(),
                          {},
                          json["date"].text(),
                          json["commit"].text()};
  for (const JsonValue& kernel : json["kernels"].list())
    explanation.kernels.push_back(parse_kernel(kernel));
  return explanation;
}

} // namespace xeforge::inspection
