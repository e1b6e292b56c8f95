// xeforge demo: the main job on real data, its speed, and the same kernel as machine code of a device.
#include "xeforge/arrays/array_file.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/inspect/compile_options.hpp"
#include "xeforge/lab/inspect/isa.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/queue.hpp"
#include "xeforge/runtime/team.hpp"
#include "xeforge/softmax_topk.hpp"
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

struct Demo {
  fs::path repository = ".";
};

// --- which words a word attends to -----------------------------------------------------------------------------------

constexpr std::int64_t keys_kept = 8;

std::vector<std::string> read_tokens(const fs::path& path, std::int64_t expected) {
  const files::JsonDocument document(
      path.string(), fmt::format("a JSON file with {} tokens, one for each row of the scores", expected),
      toolchain::read_text(path));
  std::vector<std::string> tokens;
  for (const files::JsonValue& token : document.root()["tokens"].list())
    tokens.push_back(token.text());
  if (static_cast<std::int64_t>(tokens.size()) != expected)
    document.refuse(fmt::format("{} tokens", tokens.size()));
  return tokens;
}

// Where the tokens that say most stand in the text.
std::vector<std::size_t> telling_tokens(const std::vector<std::string>& tokens) {
  std::vector<std::size_t> indices;
  for (const char* word : {"wisdom", "darkness", "winter", "heaven"}) {
    const auto found = std::find(tokens.begin(), tokens.end(), word);
    if (found != tokens.end())
      indices.push_back(static_cast<std::size_t>(found - tokens.begin()));
  }
  return indices;
}

// For each token a pair of columns: the words it attends to, best first, and with which weight.
std::string attention_table(const std::vector<std::string>& tokens, std::span<const float> weights,
                            std::span<const std::int32_t> indices) {
  const std::vector<std::size_t> queries = telling_tokens(tokens);
  std::vector<Column> columns;
  for (const std::size_t query : queries) {
    columns.push_back({tokens[query] + " ->"});
    columns.push_back({"weight", Align::right});
  }
  Table table(columns);
  for (std::size_t slot = 0; slot < keys_kept; ++slot) {
    std::vector<std::string> cells;
    for (const std::size_t query : queries) {
      const std::size_t winner = query * keys_kept + slot;
      cells.push_back(tokens[static_cast<std::size_t>(indices[winner])]);
      cells.push_back(fmt::format("{:.3f}", weights[winner]));
    }
    table.add(cells);
  }
  return table.text();
}

void show_attention(const Demo& demo, sycl::queue& queue) {
  const fs::path data = demo.repository / "examples/data";
  const arrays::Array scores =
      arrays::read_array(arrays::array_location("scores", (data / "attention_scores.npy").string()));
  const ConstMatrixView rows = arrays::rows_of(scores);
  const std::vector<std::string> tokens = read_tokens(data / "tokens.json", rows.rows);
  arrays::Array weights(DType::f32, {rows.rows, keys_kept}), indices(DType::i32, {rows.rows, keys_kept});
  SoftmaxTopkOptions options;
  options.k = keys_kept;
  softmax_topk(queue, rows, arrays::mutable_rows_of(weights), arrays::mutable_rows_of(indices), options);
  print("1. Real data: an attention head of a sentence encoder over {} tokens of Dickens, the {} strongest\n"
        "   keys of each token. What some of the words attend to:\n\n{}\n",
        rows.rows, keys_kept, attention_table(tokens, weights.values<float>(), indices.values<std::int32_t>()));
}

// --- how fast --------------------------------------------------------------------------------------------------------

bool show_speed() {
  const ops::Operator& op = *ops::find_operator("softmax-topk");
  Roofs roofs;
  files::Waiting waiting("2. Speed: checking and measuring");
  const CaseBench result =
      bench(op, *op.find_case("seed"), {.forced = {}, .threads = runtime::hardware_threads()}, roofs);
  waiting.end();
  const ops::Fields& extents = result.facts.extents;
  print("2. Speed: {} rows x {} {}, k {}; variant {} on {}, {} threads\n\n", ops::value_of(extents, "rows"),
        ops::value_of(extents, "n"), name_of(result.facts.dtype), ops::value_of(extents, "k"), result.plan.variant,
        result.plan.target, result.threads);
  if (!result.check.passed) {
    print("   check {}: {}\n\n", coloured("failed", Mood::bad), result.check.failure);
    return false;
  }
  print("   check      {}: every index, every weight within its error bound\n", coloured("passed", Mood::good));
  print("   time       {} (median of {} runs; best {})\n", duration_text(result.timing.median_ns), result.timing.runs,
        duration_text(result.timing.min_ns));
  print("   moved      {}, {:.1f} GB/s\n", bytes_text(static_cast<double>(result.work.bytes)), result.gbps());
  print("   bandwidth  {:.0f}% of the {:.1f} GB/s that this machine can read from memory{}\n\n",
        result.percent_of_roof(), result.roof,
        result.residence == Residence::cache ? "; this case fits the cache" : "");
  return true;
}

// --- the operator for a device ---------------------------------------------------------------------------------------

void show_device(const Demo& demo) {
  constexpr const char* device = "bmg";
  const fs::path source = demo.repository / "src/xeforge/ops/softmax_topk/kernels/seed_device.cpp";
  const fs::path folder = toolchain::default_tools_folder();
  print("3. The operator's seed kernel, one row per hardware thread, as machine code for {}\n   ({})\n\n", device,
        machine::device_model(device).summary);
  if (const auto missing = toolchain::missing_device_tools(folder)) {
    print("   The offline compiler is not here ({}); ./forge device-tools fetches it.\n", *missing);
    return;
  }
  const toolchain::DeviceTools tools(folder);
  const toolchain::Compiled compiled =
      compile_with_progress(tools, {.source = source,
                                    .device = machine::device_model(device),
                                    .settings = toolchain::default_settings(toolchain::headers_folder()),
                                    .keep = {}});
  print("{}", kernel_table(compiled.report()));
}

void demo(const Demo& demo) {
  sycl::queue queue = queue_of(runtime::hardware_threads());
  show_attention(demo, queue);
  const bool passed = show_speed();
  show_device(demo);
  if (!passed)
    throw CheckFailed{};
}

} // namespace

void add_demo_command(Command app) {
  Command command = app.add_command("demo", "Run the operators on the repository's example data (./forge demo)");
  command.hide(); // not listed: it needs the source tree
  auto options = std::make_shared<Demo>();
  const auto set_repository = [options](const std::string& folder) { options->repository = folder; };
  command.add_option("--repository", set_repository, "the source tree").type_name("FOLDER");
  add_examples(command, {"xeforge demo --repository ."});
  command.on_run([options] { demo(*options); });
}

} // namespace xeforge::lab
