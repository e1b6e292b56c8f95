#include "xeforge/device_kernels/kept_code.hpp"

#include "xeforge/base/hash.hpp"
#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/files/output_files.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <algorithm>
#include <cstdint>

namespace xeforge::device_kernels {
namespace {

namespace fs = std::filesystem;
using files::Json;

constexpr const char* format = "xeforge-device-code-1";

std::string stem_of(const CodeKey& key) { return key.device + "-" + digest(key.source); }

// What is known on both sides has to be the same.
bool agree(const Versions& one, const Versions& other) {
  return std::ranges::all_of(one, [&](const auto& entry) {
    const auto found = other.find(entry.first);
    return found == other.end() || found->second == entry.second;
  });
}

} // namespace

std::string digest(std::string_view bytes) {
  return base::hexadecimal(base::hash_of(bytes), 16).substr(2); // without "0x"
}

std::optional<std::vector<std::byte>> KeptCode::find(const CodeKey& key, const Versions& here) const {
  const fs::path facts = folder_ / (stem_of(key) + ".json");
  std::error_code problem;
  if (!fs::exists(facts, problem))
    return std::nullopt;
  const files::JsonDocument document(facts.string(), "what xeforge wrote of its device code",
                                     toolchain::read_text(facts));
  const files::JsonValue json = document.root_of_format(format);
  if (json["device"].text() != key.device || json["source"].text() != key.source ||
      !agree(json["made_with"].texts(), here))
    return std::nullopt;
  return toolchain::read_bytes(folder_ / (stem_of(key) + ".image"));
}

void KeptCode::keep(const CodeKey& key, const Versions& made_with, const std::vector<std::byte>& record) const {
  const Json json{{"format", format},
                  {"kernel", key.kernel},
                  {"device", key.device},
                  {"source", key.source},
                  {"made_with", made_with}};
  const fs::path image = folder_ / (stem_of(key) + ".image"), facts = folder_ / (stem_of(key) + ".json");
  files::note_rewritten(image); // of another version's code, which find() has read
  files::note_rewritten(facts);
  files::create_folder(folder_);
  files::OutputFiles files; // the facts last: an image without them is not looked at
  files.write(files.add(image), record);
  files.write(files.add(facts), json.dump(1) + "\n");
  files.commit();
}

} // namespace xeforge::device_kernels
