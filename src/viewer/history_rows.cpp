#include "talus/viewer/run_packs.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace talus::viewer {

namespace {

constexpr std::size_t law_error_column = 4;
constexpr std::size_t unconverged_column = 9;
static_assert(std::string_view(HistoryRows::names[law_error_column]) == "law_error");
static_assert(std::string_view(HistoryRows::names[unconverged_column]) == "unconverged");

}  // namespace

void HistoryRows::add(double time, const Values& values) {
  ++steps_;
  if (values[unconverged_column] > 0) ++unconverged_;
  law_error_max_ = std::max(law_error_max_, values[law_error_column]);
  if (rows_.empty() || rows_.back().steps == each_) {
    if (rows_.size() == rows) halve();
    rows_.push_back({time, values, values, 0});
  }
  Row& row = rows_.back();
  row.time = time;
  ++row.steps;
  for (std::size_t i = 0; i < values.size(); ++i) {
    row.least[i] = std::min(row.least[i], values[i]);
    row.greatest[i] = std::max(row.greatest[i], values[i]);
  }
}

/// Makes one row of two.
void HistoryRows::halve() {
  for (std::size_t i = 0; 2 * i + 1 < rows_.size(); ++i) {
    Row row = rows_[2 * i];
    const Row& next = rows_[2 * i + 1];
    row.time = next.time;
    row.steps += next.steps;
    for (std::size_t k = 0; k < names.size(); ++k) {
      row.least[k] = std::min(row.least[k], next.least[k]);
      row.greatest[k] = std::max(row.greatest[k], next.greatest[k]);
    }
    rows_[i] = row;
  }
  rows_.resize(rows_.size() / 2);
  each_ *= 2;
}

std::string HistoryRows::pack() const {
  PackWriter out(R"({"kind":"history"})");
  std::vector<double> column(rows_.size());
  const auto add = [&](const std::string& name, const auto& value) {
    for (std::size_t i = 0; i < rows_.size(); ++i) column[i] = value(rows_[i]);
    out.add(name.c_str(), 1, std::span<const double>(column));
  };
  add("time", [](const Row& r) { return r.time; });
  for (std::size_t k = 0; k < names.size(); ++k) {
    add(std::string(names[k]) + ".min", [k](const Row& r) { return r.least[k]; });
    add(std::string(names[k]) + ".max", [k](const Row& r) { return r.greatest[k]; });
  }
  return out.finish();
}

HistoryRows history_of(const std::vector<StepHistory>& columns) {
  std::map<std::string_view, const std::vector<double>*> by_name;
  for (const auto& c : columns) by_name[c.name] = &c.values;
  const auto sum = [&](std::size_t row, std::initializer_list<const char*> names) {
    double out = 0;
    for (const char* name : names) {
      const auto found = by_name.find(name);
      if (found != by_name.end()) out += (*found->second)[row];
    }
    return out;
  };
  HistoryRows out;
  const std::size_t count = columns.empty() ? 0 : columns.front().values.size();
  for (std::size_t i = 0; i < count; ++i) {
    out.add(
        sum(i, {"time"}),
        {sum(i, {"kinetic"}), sum(i, {"potential_gravity", "potential_elastic"}),
         sum(i, {"dissipated_structural", "dissipated_friction", "dissipated_viscous",
                 "dissipated_bonds", "dissipated_damage"}),
         sum(i, {"work_applied", "work_prescribed"}), sum(i, {"law_error"}), sum(i, {"sweeps"}),
         sum(i, {"contacts"}), sum(i, {"acting"}), sum(i, {"penetration"}), sum(i, {"missed"})});
  }
  return out;
}

}  // namespace talus::viewer
