#include "terrain/price_arguments.h"

#include <fmt/format.h>

#include "arguments/argument_parsing.h"

namespace portolan::detail::cli {
namespace {

struct Multiplier {
  const char* option;
  AxisMultiplier PriceSettings::*field;
  const char* help;
};
constexpr Multiplier kMultipliers[] = {
    {"--x-price", &PriceSettings::x, "What a metre to smaller x counts, and to larger"},
    {"--y-price", &PriceSettings::y, "What a metre downhill counts, and uphill"},
    {"--z-price", &PriceSettings::z, "What a metre to smaller z counts, and to larger"},
};

struct PriceNumber {
  const char* option;
  double PriceSettings::*field;
  const char* help;
};
constexpr PriceNumber kNumbers[] = {
    {"--respect-difficulty", &PriceSettings::difficulty_respect,
     "Weight of how difficult the ground is"},
    {"--respect-steepness", &PriceSettings::steepness_respect, "Weight of how steep it is"},
    {"--respect-difficulty-change", &PriceSettings::difficulty_difference_respect,
     "Weight of a step to other difficulty"},
    {"--respect-steepness-change", &PriceSettings::steepness_difference_respect,
     "Weight of a step to other steepness"},
    {"--respect-angle", &PriceSettings::angle_respect, "Weight of the angle on the edge"},
    {"--concave", &PriceSettings::concave, "Times that angle where the path turns down"},
    {"--convex", &PriceSettings::convex, "Times that angle where the path turns up"},
    {"--units-per-metre", &PriceSettings::units_per_metre,
     "Whole-number costs per metre; 0 (default): chosen for the terrain"},
};

PriceSettings parse_set(const std::string& text) {
  check_word("--prices", text, {"thesis", "plain", "distance"});
  if (text == "thesis") return {};
  return text == "plain" ? PriceSettings::plain() : PriceSettings::distance();
}

bool equal(PriceSettings a, const PriceSettings& b) {
  for (const Multiplier& m : kMultipliers) {
    if ((a.*m.field).down != (b.*m.field).down || (a.*m.field).up != (b.*m.field).up) return false;
  }
  a.units_per_metre = b.units_per_metre;
  for (const PriceNumber& number : kNumbers) {
    if (a.*number.field != b.*number.field) return false;
  }
  return true;
}

}  // namespace

void PriceArguments::add_to(Command& command,
                            const std::function<void(Option*, const char* type)>& add) {
  using Text = const std::string&;
  add(command.add_option_function(
          "--prices", [this](Text text) { set_ = parse_set(text); },
          "What the options below begin with: thesis (default): down 5, up 10, concave 1.05, "
          "convex "
          "0.95, all weights 1; plain: all 1; distance: all weights 0"),
      "SET");
  for (const Multiplier& m : kMultipliers) {
    add(command.add_option_function(
            m.option,
            [this, &m](Text text) {
              const auto parts = split(text, ',');
              if (parts.size() != 2)
                refuse(m.option, fmt::format("'{}' is not DOWN,UP, such as 5,10", text));
              const AxisMultiplier value{parse_real(m.option, parts[0], 0, 1e6),
                                         parse_real(m.option, parts[1], 0, 1e6)};
              changes_.push_back([&m, value](PriceSettings& s) { s.*m.field = value; });
            },
            fmt::format("{} [0, 1e6]", m.help)),
        "DOWN,UP");
  }
  for (const PriceNumber& number : kNumbers) {
    add(command.add_option_function(
            number.option,
            [this, &number](Text text) {
              const double value = parse_real(number.option, text, 0, 1e6);
              changes_.push_back([&number, value](PriceSettings& s) { s.*number.field = value; });
            },
            fmt::format("{} [0, 1e6]", number.help)),
        "X");
  }
}

PriceSettings PriceArguments::settings() const {
  PriceSettings settings = set_;
  for (const auto& change : changes_) change(settings);
  return settings;
}

const char* price_set_name(const PriceSettings& settings) {
  for (const char* name : {"thesis", "plain", "distance"}) {
    if (equal(settings, parse_set(name))) return name;
  }
  return "own";
}

}  // namespace portolan::detail::cli
