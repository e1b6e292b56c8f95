// The closed sets that the fields of an instruction come from, with their names in the disassembler's JSON and text.
#pragma once

#include "xeforge/base/names.hpp"

#include <cstdint>
#include <string_view>

namespace xeforge::toolchain {

// Those of all platforms here, and the messages of later ones. Names that are C++ keywords end in "_".
enum class Operation : std::uint8_t {
  other,
  add,
  add3,
  addc,
  and_,
  asr,
  avg,
  bfe,
  bfi1,
  bfi2,
  bfn,
  bfrev,
  brc,
  brd,
  break_,
  call,
  calla,
  cbit,
  cmp,
  cmpn,
  cont,
  csel,
  dp4a,
  dpas,
  dpasw,
  else_,
  endif,
  fbh,
  fbl,
  frc,
  goto_,
  halt,
  if_,
  illegal,
  jmpi,
  join,
  lzd,
  mac,
  mach,
  macl,
  mad,
  madm,
  math,
  mov,
  movi,
  mul,
  nop,
  not_,
  or_,
  ret,
  rndd,
  rnde,
  rndu,
  rndz,
  rol,
  ror,
  sel,
  send,
  sendc,
  sendg,
  sendgc,
  shl,
  shr,
  srnd,
  subb,
  sync,
  while_,
  xor_
};
inline constexpr base::Names<Operation::xor_> operation_names{
    {{Operation::other, ""},          {Operation::add, "add"},     {Operation::add3, "add3"},
     {Operation::addc, "addc"},       {Operation::and_, "and"},    {Operation::asr, "asr"},
     {Operation::avg, "avg"},         {Operation::bfe, "bfe"},     {Operation::bfi1, "bfi1"},
     {Operation::bfi2, "bfi2"},       {Operation::bfn, "bfn"},     {Operation::bfrev, "bfrev"},
     {Operation::brc, "brc"},         {Operation::brd, "brd"},     {Operation::break_, "break"},
     {Operation::call, "call"},       {Operation::calla, "calla"}, {Operation::cbit, "cbit"},
     {Operation::cmp, "cmp"},         {Operation::cmpn, "cmpn"},   {Operation::cont, "cont"},
     {Operation::csel, "csel"},       {Operation::dp4a, "dp4a"},   {Operation::dpas, "dpas"},
     {Operation::dpasw, "dpasw"},     {Operation::else_, "else"},  {Operation::endif, "endif"},
     {Operation::fbh, "fbh"},         {Operation::fbl, "fbl"},     {Operation::frc, "frc"},
     {Operation::goto_, "goto"},      {Operation::halt, "halt"},   {Operation::if_, "if"},
     {Operation::illegal, "illegal"}, {Operation::jmpi, "jmpi"},   {Operation::join, "join"},
     {Operation::lzd, "lzd"},         {Operation::mac, "mac"},     {Operation::mach, "mach"},
     {Operation::macl, "macl"},       {Operation::mad, "mad"},     {Operation::madm, "madm"},
     {Operation::math, "math"},       {Operation::mov, "mov"},     {Operation::movi, "movi"},
     {Operation::mul, "mul"},         {Operation::nop, "nop"},     {Operation::not_, "not"},
     {Operation::or_, "or"},          {Operation::ret, "ret"},     {Operation::rndd, "rndd"},
     {Operation::rnde, "rnde"},       {Operation::rndu, "rndu"},   {Operation::rndz, "rndz"},
     {Operation::rol, "rol"},         {Operation::ror, "ror"},     {Operation::sel, "sel"},
     {Operation::send, "send"},       {Operation::sendc, "sendc"}, {Operation::sendg, "sendg"},
     {Operation::sendgc, "sendgc"},   {Operation::shl, "shl"},     {Operation::shr, "shr"},
     {Operation::srnd, "srnd"},       {Operation::subb, "subb"},   {Operation::sync, "sync"},
     {Operation::while_, "while"},    {Operation::xor_, "xor"}}};
constexpr std::string_view name_of(Operation operation) { return operation_names.of(operation); }

// Of math.
enum class MathFunction : std::uint8_t {
  none,
  inv,
  log,
  exp,
  sqt,
  rsqt,
  sin,
  cos,
  fdiv,
  pow,
  idiv,
  iqot,
  irem,
  invm,
  rsqtm
};
inline constexpr base::Names<MathFunction::rsqtm> math_function_names{{{MathFunction::none, ""},
                                                                       {MathFunction::inv, "inv"},
                                                                       {MathFunction::log, "log"},
                                                                       {MathFunction::exp, "exp"},
                                                                       {MathFunction::sqt, "sqt"},
                                                                       {MathFunction::rsqt, "rsqt"},
                                                                       {MathFunction::sin, "sin"},
                                                                       {MathFunction::cos, "cos"},
                                                                       {MathFunction::fdiv, "fdiv"},
                                                                       {MathFunction::pow, "pow"},
                                                                       {MathFunction::idiv, "idiv"},
                                                                       {MathFunction::iqot, "iqot"},
                                                                       {MathFunction::irem, "irem"},
                                                                       {MathFunction::invm, "invm"},
                                                                       {MathFunction::rsqtm, "rsqtm"}}};
constexpr std::string_view name_of(MathFunction function) { return math_function_names.of(function); }

// Of sync.
enum class SyncFunction : std::uint8_t { none, nop, allrd, allwr, fence, bar, host };
inline constexpr base::Names<SyncFunction::host> sync_function_names{{{SyncFunction::none, ""},
                                                                      {SyncFunction::nop, "nop"},
                                                                      {SyncFunction::allrd, "allrd"},
                                                                      {SyncFunction::allwr, "allwr"},
                                                                      {SyncFunction::fence, "fence"},
                                                                      {SyncFunction::bar, "bar"},
                                                                      {SyncFunction::host, "host"}}};
constexpr std::string_view name_of(SyncFunction function) { return sync_function_names.of(function); }

// The unit that receives a message. other: those for graphics, which no kernel here uses.
enum class SharedFunction : std::uint8_t { other, null, gateway, ugm, ugml, slm, tgm };
inline constexpr base::Names<SharedFunction::tgm> shared_function_names{{{SharedFunction::other, ""},
                                                                         {SharedFunction::null, "null"},
                                                                         {SharedFunction::gateway, "gtwy"},
                                                                         {SharedFunction::ugm, "ugm"},
                                                                         {SharedFunction::ugml, "ugml"},
                                                                         {SharedFunction::slm, "slm"},
                                                                         {SharedFunction::tgm, "tgm"}}};
constexpr std::string_view name_of(SharedFunction function) { return shared_function_names.of(function); }

// The register file of an operand; none: it is in no register.
enum class OperandFile : std::uint8_t {
  none,
  null,
  general,
  accumulator,
  flag,
  address,
  control,
  state,
  message_control,
  channel_enable,
  timestamp,
  notification,
  instruction_pointer,
  thread_dependency,
  flow_control,
  debug,
  stack_pointer,
  macro_extension,
  scalar
};
inline constexpr base::Names<OperandFile::scalar> operand_file_names{{{OperandFile::none, ""},
                                                                      {OperandFile::null, "null"},
                                                                      {OperandFile::general, "r"},
                                                                      {OperandFile::accumulator, "acc"},
                                                                      {OperandFile::flag, "f"},
                                                                      {OperandFile::address, "a"},
                                                                      {OperandFile::control, "cr"},
                                                                      {OperandFile::state, "sr"},
                                                                      {OperandFile::message_control, "msg"},
                                                                      {OperandFile::channel_enable, "ce"},
                                                                      {OperandFile::timestamp, "tm"},
                                                                      {OperandFile::notification, "n"},
                                                                      {OperandFile::instruction_pointer, "ip"},
                                                                      {OperandFile::thread_dependency, "tdr"},
                                                                      {OperandFile::flow_control, "fc"},
                                                                      {OperandFile::debug, "dbg"},
                                                                      {OperandFile::stack_pointer, "sp"},
                                                                      {OperandFile::macro_extension, "mme"},
                                                                      {OperandFile::scalar, "s"}}};
constexpr std::string_view name_of(OperandFile file) { return operand_file_names.of(file); }

// Of a result or a comparison: what sets the flag.
enum class Condition : std::uint8_t { none, eq, ne, gt, ge, lt, le, overflow, unordered, early_out };
inline constexpr base::Names<Condition::early_out> condition_names{{{Condition::none, ""},
                                                                    {Condition::eq, "eq"},
                                                                    {Condition::ne, "ne"},
                                                                    {Condition::gt, "gt"},
                                                                    {Condition::ge, "ge"},
                                                                    {Condition::lt, "lt"},
                                                                    {Condition::le, "le"},
                                                                    {Condition::overflow, "ov"},
                                                                    {Condition::unordered, "un"},
                                                                    {Condition::early_out, "eo"}}};
constexpr std::string_view name_of(Condition condition) { return condition_names.of(condition); }

// Which channels a predicate combines.
enum class PredicateGroup : std::uint8_t {
  none,
  any,
  all,
  anyv,
  allv,
  any2h,
  all2h,
  any4h,
  all4h,
  any8h,
  all8h,
  any16h,
  all16h,
  any32h,
  all32h
};
inline constexpr base::Names<PredicateGroup::all32h> predicate_group_names{{{PredicateGroup::none, ""},
                                                                            {PredicateGroup::any, "any"},
                                                                            {PredicateGroup::all, "all"},
                                                                            {PredicateGroup::anyv, "anyv"},
                                                                            {PredicateGroup::allv, "allv"},
                                                                            {PredicateGroup::any2h, "any2h"},
                                                                            {PredicateGroup::all2h, "all2h"},
                                                                            {PredicateGroup::any4h, "any4h"},
                                                                            {PredicateGroup::all4h, "all4h"},
                                                                            {PredicateGroup::any8h, "any8h"},
                                                                            {PredicateGroup::all8h, "all8h"},
                                                                            {PredicateGroup::any16h, "any16h"},
                                                                            {PredicateGroup::all16h, "all16h"},
                                                                            {PredicateGroup::any32h, "any32h"},
                                                                            {PredicateGroup::all32h, "all32h"}}};
constexpr std::string_view name_of(PredicateGroup group) { return predicate_group_names.of(group); }

// How a message's addresses are meant: of memory as a whole, or relative to a surface.
enum class AddressModel : std::uint8_t { none, flat, binding_table, bindless, scratch, invalid };
inline constexpr base::Names<AddressModel::invalid> address_model_names{{{AddressModel::none, ""},
                                                                         {AddressModel::flat, "flat"},
                                                                         {AddressModel::binding_table, "bti"},
                                                                         {AddressModel::bindless, "bss"},
                                                                         {AddressModel::scratch, "ss"},
                                                                         {AddressModel::invalid, "invalid"}}};
constexpr std::string_view name_of(AddressModel model) { return address_model_names.of(model); }

// The pipe whose instructions a distance counts. own: the instruction's and those of its operands.
enum class DistancePipe : std::uint8_t { own, all, floats, integers, longs, math, scalars };
inline constexpr base::Names<DistancePipe::scalars> distance_pipe_names{{{DistancePipe::own, ""},
                                                                         {DistancePipe::all, "A"},
                                                                         {DistancePipe::floats, "F"},
                                                                         {DistancePipe::integers, "I"},
                                                                         {DistancePipe::longs, "L"},
                                                                         {DistancePipe::math, "M"},
                                                                         {DistancePipe::scalars, "S"}}};
constexpr std::string_view name_of(DistancePipe pipe) { return distance_pipe_names.of(pipe); }

// What stands in braces behind an instruction.
enum class InstructionOption : std::uint8_t {
  atomic,
  compacted,
  end_of_thread,
  no_compact,
  serialize,
  no_preempt,
  surface_offset,
  coarse_pixels,
  accumulator_write,
  breakpoint,
  no_check,
  no_clear,
  no_source_dependency,
  no_accumulator_token,
  switch_thread
};
inline constexpr base::Names<InstructionOption::switch_thread> instruction_option_names{
    {{InstructionOption::atomic, "Atomic"},
     {InstructionOption::compacted, "Compacted"},
     {InstructionOption::end_of_thread, "EOT"},
     {InstructionOption::no_compact, "NoCompact"},
     {InstructionOption::serialize, "Serialize"},
     {InstructionOption::no_preempt, "NoPreempt"},
     {InstructionOption::surface_offset, "ExBSO"},
     {InstructionOption::coarse_pixels, "CPS"},
     {InstructionOption::accumulator_write, "AccWrEn"},
     {InstructionOption::breakpoint, "Breakpoint"},
     {InstructionOption::no_check, "NoDDChk"},
     {InstructionOption::no_clear, "NoDDClr"},
     {InstructionOption::no_source_dependency, "NoSrcDepSet"},
     {InstructionOption::no_accumulator_token, "NoAccSBSet"},
     {InstructionOption::switch_thread, "Switch"}}};
constexpr std::string_view name_of(InstructionOption option) { return instruction_option_names.of(option); }

} // namespace xeforge::toolchain
