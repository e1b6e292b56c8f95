// Memory: what a kernel is about to load, store or change (machine/checks.hpp).
#include "xeforge/base/error.hpp"
#include "xeforge/checker/checker.hpp"
#include "xeforge/checker/hardware_checks.hpp"
#include "xeforge/checker/rules.hpp"
#include "xeforge/checker/value_checks.hpp"
#include "xeforge/checker/value_shadow.hpp"
#include "xeforge/machine/refusals.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace xeforge::checker {

using machine::checks::Block;
using machine::checks::Kind;
using machine::checks::Lanes;
using machine::checks::Surface;

namespace {

// One access as the functions below pass it on.
struct Use {
  Launch& launch;
  const void* site;
  Kind kind;
  bool meets;               // atomic, or a polled flag
  bool needs_value = false; // an atomic that uses the old value
};

// A piece of memory, and the values that are stored there: null if not known.
struct Piece {
  std::uint64_t address, bytes;
  const std::byte* values = nullptr;
};

const char* done(Kind kind) {
  return kind == Kind::load ? "read" : kind == Kind::store ? "written" : "changed by an atomic";
}
const char* done(const TouchedBy& by) { return by.meets ? "changed by an atomic" : by.stores ? "written" : "read"; }

std::string bytes_text(std::uint64_t first, std::uint64_t last) {
  return "bytes " + std::to_string(first) + ".." + std::to_string(last);
}

void report_use(const Use& use, const Rule& rule, const std::string& what) {
  const Culprit who = use.launch.culprit_here();
  Checker::get().report(rule, who, use.site, nullptr, [&](const std::string& location, const std::string&) {
    return what + " " + done(use.kind) + " by " + who.thread_text() + " at " + location;
  });
}

// ---- where memory is ------------------------------------------------------------------------------------------------
// Whether it is the item's own memory, the kernel object, or constants of the program.
bool is_kernels_own(const Use& use, std::uint64_t address, std::uint64_t bytes) {
  const auto kernel = reinterpret_cast<std::uint64_t>(use.launch.observed.kernel);
  return (address >= kernel && address + bytes <= kernel + use.launch.kernel_bytes) ||
         is_private_memory(address, bytes) || (use.kind == Kind::load && is_of_program(address, bytes));
}

std::string distance_text(const Allocation& near, std::uint64_t address, std::uint64_t bytes) {
  if (address < near.start)
    return std::to_string(bytes) + " bytes " + std::to_string(near.start - address) + " before " + near.text();
  return bytes_text(address - near.start, address - near.start + bytes - 1) + " of " + near.text() +
         ", beyond its end,";
}

void report_outside(const Use& use, std::uint64_t address, std::uint64_t bytes) {
  const Allocations& all = Checker::get().allocations();
  char number[32];
  std::snprintf(number, sizeof(number), "0x%llx", static_cast<unsigned long long>(address));
  if (const AllocationRef near = all.find_near(address); near != nullptr && all.find_freed(address) == nullptr)
    report_use(use, rules::outside, distance_text(*near, address, bytes));
  else if (const AllocationRef old = all.find_freed(address))
    report_use(use, rules::freed,
               bytes_text(address - old->start, address - old->start + bytes - 1) + " of " + old->text() +
                   ", which is freed,");
  else
    report_use(use, rules::outside,
               std::to_string(bytes) + " bytes at " + number + ", in no allocation or buffer of SYCL's,");
}

// ---- other accesses -------------------------------------------------------------------------------------------------
void report_collision(const Use& use, const Collision& found, const std::string& memory, std::uint64_t start) {
  Launch& launch = use.launch;
  const Culprit here = launch.culprit_here(), there = launch.culprit(found.other.moment);
  const bool in_group = launch.observed.has_groups && found.other.moment.group == launch.clocks.group();
  const Rule& rule = found.other.meets != use.meets ? rules::race_with_atomic
                     : in_group                     ? rules::race_in_group
                                                    : rules::race_of_groups;
  const auto name = [&](const Culprit& who) {
    return who.thread_text() + (in_group || !launch.observed.has_groups ? "" : " of " + who.group_text());
  };
  const TouchedBy mine{{}, 0, use.kind != Kind::load, use.meets};
  Checker::get().report(rule, here, use.site, launch.sites[found.other.site],
                        [&](const std::string& location, const std::string& other_location) {
                          return bytes_text(found.first - start, found.last - start) + memory + " " +
                                 done(found.other) + " by " + name(there) + " at " + other_location + " and " +
                                 done(mine) + " by " + name(here) + " at " + location +
                                 (in_group ? ", no barrier between them" : ", nothing orders them");
                        });
}

// Two stores of the same bytes are harmless: programs shift their last block back so that it ends with the array.
bool stores_the_same(const Use& use, const Collision& found, const Piece& piece, const std::byte* memory) {
  return use.kind == Kind::store && found.other.stores && !found.other.meets && piece.values != nullptr &&
         std::memcmp(memory + (found.first - piece.address), piece.values + (found.first - piece.address),
                     found.last + 1 - found.first) == 0;
}

struct TouchedMemory {
  ShadowMemory& shadow;
  std::unordered_map<std::uint64_t, SyncPoint>& sync_points;
  const std::byte* memory;      // at the piece's address
  const Allocation* allocation; // null: shared local memory
};

void touch(const Use& use, const TouchedMemory& touched, const Piece& piece) {
  constexpr std::uint64_t word = 4;
  GroupClocks& clocks = use.launch.clocks;
  const std::size_t item = use.launch.item();
  if (use.meets && use.kind != Kind::store)
    clocks.observe(touched.sync_points[piece.address / word], item);
  const TouchedBy by{clocks.now(item), use.launch.number_of(use.site), use.kind != Kind::load, use.meets};
  for (const Collision& found : touched.shadow.touch(piece.address, piece.bytes, by, clocks))
    if (!stores_the_same(use, found, piece, touched.memory))
      report_collision(use, found,
                       touched.allocation != nullptr ? " of " + touched.allocation->text() : std::string(" of the SLM"),
                       touched.allocation != nullptr ? touched.allocation->start : 0);
  if (use.meets && use.kind != Kind::load)
    clocks.publish(touched.sync_points[piece.address / word], item);
}

// ---- values ---------------------------------------------------------------------------------------------------------
// After a store the bytes are initialised; an instrumented store reports itself which are not.
template <class Text>
void use_values(const Use& use, std::uint64_t address, std::uint64_t bytes, Text text) {
  if (use.kind == Kind::load)
    note_load_of_values(address, bytes, use.site, text);
  else if (use.kind == Kind::store)
    values::set(address, bytes);
  else if (use.needs_value && missing_bytes(address, bytes).first == 0)
    report_changed_value(address, bytes, text(0, bytes - 1), use.site);
}

// ---- one piece of memory --------------------------------------------------------------------------------------------
// Returns false if the address is invalid.
bool use_memory(const Use& use, const Piece& piece) {
  const auto [address, bytes, values] = piece;
  const AllocationRef& allocation = Checker::get().allocations().find(address, use.launch.last_allocation);
  if (allocation == nullptr || address + bytes > allocation->end()) {
    if (allocation == nullptr && is_kernels_own(use, address, bytes))
      return true;
    report_outside(use, address, bytes);
    return !Checker::get().has(mem) && allocation != nullptr;
  }
  if (Checker::get().has(race))
    touch(use,
          {use.launch.memory, use.launch.sync_points, reinterpret_cast<const std::byte*>(address), allocation.get()},
          piece);
  if (Checker::get().has(init))
    use_values(use, address, bytes, [&](std::uint64_t first, std::uint64_t last) {
      const std::uint64_t from = address - allocation->start;
      return bytes_text(from + first, from + last) + " of " + allocation->text();
    });
  return true;
}

// The memory of local accessors is known when the first item runs.
std::uint32_t allocated_slm(const Use& use) {
  GroupWatch& group = use.launch.group;
  if (!group.slm_known)
    if (const machine::HardwareThread* const thread = machine::this_thread(); thread != nullptr)
      group.slm_allocated = *thread->slm_size;
  if (!group.slm_known)
    forget_slm(use.launch);
  group.slm_known = true;
  return group.slm_allocated;
}

const std::byte* slm_bytes() {
  const machine::HardwareThread* const thread = machine::this_thread();
  return thread != nullptr ? thread->slm : machine::lone_item().slm;
}

bool use_slm(const Use& use, const Piece& piece) {
  const auto [offset, bytes, values] = piece;
  const std::uint32_t allocated = allocated_slm(use);
  if (offset + bytes > allocated) {
    const std::string what = "SLM " + bytes_text(offset, offset + bytes - 1);
    if (allocated == 0)
      report_use(use, rules::slm_unallocated, what + ", of which none are allocated,");
    else
      report_use(use, rules::slm_outside, what + ", of " + std::to_string(allocated) + " that are allocated,");
    return false;
  }
  if (Checker::get().has(race))
    touch(use, {use.launch.slm, use.launch.slm_sync_points, slm_bytes() + offset, nullptr}, piece);
  if (Checker::get().has(init))
    use_values(use, reinterpret_cast<std::uint64_t>(slm_bytes()) + offset, bytes,
               [&](std::uint64_t first, std::uint64_t last) {
                 return bytes_text(offset + first, offset + last) + " of the SLM";
               });
  return true;
}

// An access that is smaller than the promised alignment only has to be aligned to its size: programs store scalars as
// blocks.
void check_alignment(const Use& use, const Block& block, const char* memory) {
  const std::uint64_t promised = std::min<std::uint64_t>(block.alignment, std::bit_floor(block.bytes));
  if (promised != 0 && block.address % promised != 0)
    report_use(use, rules::alignment,
               std::string(memory) + std::to_string(block.bytes) + " bytes at an address that is " +
                   std::to_string(block.address % promised) + " modulo " + std::to_string(promised) +
                   ", for which an alignment of " + std::to_string(block.alignment) + " is promised,");
}

// ---- lanes ----------------------------------------------------------------------------------------------------------
bool store_the_same(const Lanes& lanes, int a, int b) {
  if (lanes.addresses[a] != lanes.addresses[b])
    return false;
  for (std::uint32_t e = 0; e < lanes.elements; ++e) {
    const std::byte* const row =
        lanes.values + std::size_t{e} * static_cast<std::size_t>(lanes.count) * lanes.element_bytes;
    if (std::memcmp(row + static_cast<std::size_t>(a) * lanes.element_bytes,
                    row + static_cast<std::size_t>(b) * lanes.element_bytes, lanes.element_bytes) != 0)
      return false;
  }
  return true;
}

// Every element of a lane has the alignment of its type.
void check_lane_alignment(const Use& use, const Lanes& lanes, const char* memory) {
  std::uint64_t bits = 0;
  for (int lane = 0; lane < lanes.count; ++lane)
    bits |= lanes.on[lane] ? lanes.addresses[lane] : 0;
  if (bits % lanes.element_bytes == 0) [[likely]] // a power of two
    return;
  for (int lane = 0; lane < lanes.count; ++lane)
    if (const std::uint64_t beyond = lanes.addresses[lane] % lanes.element_bytes; lanes.on[lane] && beyond != 0)
      return report_use(use, rules::lane_alignment,
                        memory + std::string("lane ") + std::to_string(lane) + " at an address that is " +
                            std::to_string(beyond) + " modulo " + std::to_string(lanes.element_bytes) +
                            ", the size of its elements,");
}

void check_lanes_apart(const Use& use, const Lanes& lanes) {
  if (lanes.kind != Kind::store || lanes.values == nullptr)
    return;
  const std::uint64_t bytes = std::uint64_t{lanes.element_bytes} * lanes.elements;
  for (int a = 0; a < lanes.count; ++a)
    for (int b = a + 1; b < lanes.count; ++b) {
      const std::uint64_t first = std::min(lanes.addresses[a], lanes.addresses[b]),
                          second = std::max(lanes.addresses[a], lanes.addresses[b]);
      if (lanes.on[a] && lanes.on[b] && second - first < bytes && !store_the_same(lanes, a, b))
        return report_use(use, rules::colliding_lanes,
                          "lanes " + std::to_string(a) + " and " + std::to_string(b) +
                              " of one scatter, different values on common bytes,");
    }
}

// The bytes that a lane stores, one element after another.
void put_lane_together(const Lanes& lanes, int lane, std::byte* to) {
  for (std::uint32_t e = 0; e < lanes.elements; ++e)
    std::memcpy(to + std::size_t{e} * lanes.element_bytes,
                lanes.values +
                    (std::size_t{e} * static_cast<std::size_t>(lanes.count) + static_cast<std::size_t>(lane)) *
                        lanes.element_bytes,
                lanes.element_bytes);
}

// Adjacent lanes of one element are treated as one piece.
template <class UsePiece>
void use_lanes(const Lanes& lanes, UsePiece use_piece) {
  constexpr std::size_t most_bytes = 64 * 8; // of a lane
  const std::uint64_t bytes = std::uint64_t{lanes.element_bytes} * lanes.elements;
  for (int lane = 0; lane < lanes.count; ++lane) {
    if (!lanes.on[lane])
      continue;
    int last = lane;
    while (last + 1 < lanes.count && lanes.on[last + 1] && lanes.addresses[last + 1] == lanes.addresses[last] + bytes)
      ++last;
    const auto count = static_cast<std::uint64_t>(last - lane + 1);
    const bool together = lanes.kind != Kind::atomic && count > 1 && lanes.elements == 1;
    if (together &&
        use_piece({lanes.addresses[lane], count * bytes,
                   lanes.values != nullptr ? lanes.values + static_cast<std::size_t>(lane) * bytes : nullptr})) {
      lane = last;
      continue;
    }
    std::byte values[most_bytes];
    const bool has_values = lanes.values != nullptr && bytes <= most_bytes;
    if (has_values)
      put_lane_together(lanes, lane, values);
    lanes.on[lane] = use_piece({lanes.addresses[lane], bytes, has_values ? values : nullptr});
  }
}

// ---- two-dimensional blocks -----------------------------------------------------------------------------------------
void check_surface(const Use& use, const Surface& surface) {
  try {
    machine::check_surface(surface.base, surface.width, surface.height, surface.pitch, surface.x,
                           surface.element_bytes);
  } catch (const Error& error) {
    const Culprit who = use.launch.culprit_here();
    Checker::get().report(rules::surface, who, use.site, nullptr, [&](const std::string& location, const std::string&) {
      return std::string(error.what()) + ", by " + who.thread_text() + " at " + location;
    });
  }
}

bool use_block_2d(const Use& use, const Surface& surface) {
  const std::int64_t x = std::int64_t{surface.x} * surface.element_bytes, pitch = std::int64_t{surface.pitch} + 1;
  const std::int64_t left = std::max<std::int64_t>(x, 0);
  const std::int64_t right = std::min(x + surface.row_bytes, std::int64_t{surface.width} + 1);
  const std::int64_t top = std::max<std::int64_t>(surface.y, 0);
  const std::int64_t bottom = std::min(std::int64_t{surface.y} + surface.rows, std::int64_t{surface.height} + 1);
  const auto base = reinterpret_cast<std::int64_t>(surface.base);
  for (std::int64_t row = top; row < bottom && left < right; ++row)
    if (!use_memory(use,
                    {static_cast<std::uint64_t>(base + row * pitch + left), static_cast<std::uint64_t>(right - left)}))
      return false;
  return true;
}

constexpr std::uint64_t most_polled_bytes = 8;

} // namespace

static bool check_block(const Block& block, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return true;
  const Use use{*launch, site, block.kind,
                block.kind == Kind::atomic || (block.hints.uncached() && block.bytes <= most_polled_bytes)};
  if (Checker::get().has(hw))
    check_block_message(*launch, block, site);
  check_alignment(use, block, "");
  if (!use_memory(use, {block.address, block.bytes, block.values}))
    return false;
  if (block.values != nullptr && Checker::get().has(init))
    check_stored_values(*launch, block.values, block.bytes, site);
  return true;
}

static bool check_slm_block(const Block& block, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return true;
  const Use use{*launch, site, block.kind, block.kind == Kind::atomic};
  if (ItemState& item = launch->group.item(launch->item()); item.first_effect == nullptr)
    item.first_effect = site;
  check_alignment(use, block, "SLM: ");
  return use_slm(use, {block.address, block.bytes, block.values});
}

static void check_lanes(const Lanes& lanes, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return;
  const Use use{
      *launch, site, lanes.kind,
      lanes.kind == Kind::atomic ||
          (lanes.hints.uncached() && lanes.element_bytes * lanes.elements <= most_polled_bytes && lanes.count == 1),
      lanes.needs_value};
  if (Checker::get().has(hw))
    check_lane_message(*launch, lanes, site);
  check_lane_alignment(use, lanes, "");
  check_lanes_apart(use, lanes);
  use_lanes(lanes, [&](const Piece& piece) { return use_memory(use, piece); });
  if (lanes.values != nullptr && Checker::get().has(init))
    check_stored_values(*launch, lanes, site);
}

static void check_slm_lanes(const Lanes& lanes, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return;
  const Use use{*launch, site, lanes.kind, lanes.kind == Kind::atomic, lanes.needs_value};
  if (ItemState& item = launch->group.item(launch->item()); item.first_effect == nullptr)
    item.first_effect = site;
  if (Checker::get().has(hw))
    check_banks(*launch, lanes, site);
  check_lane_alignment(use, lanes, "SLM: ");
  check_lanes_apart(use, lanes);
  use_lanes(lanes, [&](const Piece& piece) { return use_slm(use, piece); });
}

static void report_beyond_vector(Kind kind, std::uint64_t first, std::uint64_t count, std::uint64_t length,
                                 const void* site) {
  if (Launch* const launch = this_launch())
    report_use({*launch, site, kind, false}, rules::beyond_vector,
               (count == 1 ? "element " + std::to_string(first)
                           : "elements " + std::to_string(first) + ".." + std::to_string(first + count - 1)) +
                   " of a vector of " + std::to_string(length) + ",");
}

static bool check_surface_block(const Surface& surface, const void* site) {
  Launch* const launch = this_launch();
  if (launch == nullptr)
    return true;
  const Use use{*launch, site, surface.kind, false};
  if (Checker::get().has(hw))
    check_surface_message(*launch, surface, site);
  check_surface(use, surface);
  if (!surface.touches_memory)
    return true;
  if (!use_block_2d(use, surface))
    return false;
  if (surface.values != nullptr && Checker::get().has(init))
    check_stored_values(*launch, surface, site);
  return true;
}

} // namespace xeforge::checker

namespace xeforge::machine::checks {

bool block(const Block& block) { return checker::check_block(block, __builtin_return_address(0)); }
bool slm_block(const Block& block) { return checker::check_slm_block(block, __builtin_return_address(0)); }
void lanes(const Lanes& lanes) { checker::check_lanes(lanes, __builtin_return_address(0)); }
void slm_lanes(const Lanes& lanes) { checker::check_slm_lanes(lanes, __builtin_return_address(0)); }
void beyond_vector(Kind kind, std::uint64_t first, std::uint64_t count, std::uint64_t length) {
  checker::report_beyond_vector(kind, first, count, length, __builtin_return_address(0));
}
bool surface(const Surface& surface) { return checker::check_surface_block(surface, __builtin_return_address(0)); }

} // namespace xeforge::machine::checks
