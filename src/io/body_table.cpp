// Groups of bodies read from a table.
#include "talus/io/generators.hpp"
#include "talus/io/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace talus::scenes {

namespace {

/// Which columns of a table of bodies mean what.
template <int D>
std::vector<std::string_view> body_columns() {
  if (D == 2) return {"x", "y", "radius", "vx", "vy", "angle", "spin", "mass"};
  return {"x",  "y",  "z",  "radius", "vx", "vy", "vz",  "qw",
          "qx", "qy", "qz", "wx",     "wy", "wz", "mass"};
}

/// A row of a table of bodies, by the names of its columns.
class Row {
 public:
  Row(const NumberTable& table, const std::map<std::string, std::size_t>& columns)
      : table_(table), columns_(columns) {}

  void go_to(std::size_t row) { row_ = row; }
  bool has(const std::string& column) const { return columns_.count(column) > 0; }
  double operator()(const std::string& column, double fallback = 0) const {
    const auto found = columns_.find(column);
    return found == columns_.end() ? fallback : table_.values[found->second][row_];
  }

 private:
  const NumberTable& table_;
  const std::map<std::string, std::size_t>& columns_;
  std::size_t row_ = 0;
};

void read_turning(const Row& row, BodyDescription<2>& body) {
  body.pose.r.angle = row("angle");
  body.spin[0] = row("spin");
}

void read_turning(const Row& row, BodyDescription<3>& body) {
  const Eigen::Quaterniond q(row("qw", 1), row("qx"), row("qy"), row("qz"));
  body.spin = {row("wx"), row("wy"), row("wz")};
  if (std::abs(q.norm() - 1) > 1e-6) {
    throw TableError(
        fmt::format("expected a quaternion of length 1, found length {:.9g}", q.norm()));
  }
  body.pose.r.q = q.normalized();
}

template <int D>
void read_row(const Row& row, BodyDescription<D>& body) {
  constexpr const char* place[] = {"x", "y", "z"};
  constexpr const char* velocity[] = {"vx", "vy", "vz"};
  for (int i = 0; i < D; ++i) {
    body.pose.x[i] = row(place[i]);
    body.velocity[i] = row(velocity[i]);
  }
  const double radius = row("radius");
  if (!(radius > 0)) throw TableError(fmt::format("expected a positive radius, found {}", radius));
  body.shapes.front().shape = Ball<D>{radius};
  if (row.has("mass")) {
    body.mass = row("mass");
    if (!(*body.mass > 0)) {
      throw TableError(fmt::format("expected a positive mass, found {}", *body.mass));
    }
  }
  read_turning(row, body);
}

/// Where the columns are; complains about unknown and missing ones.
template <int D>
std::map<std::string, std::size_t> index_columns(const Reader& file, const NumberTable& table) {
  std::map<std::string, std::size_t> columns;
  const auto known = body_columns<D>();
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string& name = table.columns[c];
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      file.error(
          fmt::format("unknown column '{}'; columns here: {}", name, fmt::join(known, ", ")));
    }
    columns[name] = c;
  }
  for (const char* needed : {"x", "y", "z", "radius"}) {
    if (D == 2 && std::string_view(needed) == "z") continue;
    if (columns.count(needed) == 0) file.error(fmt::format("the table has no column '{}'", needed));
  }
  return columns;
}

}  // namespace

template <int D>
void read_body_table(const Reader& map, std::size_t index, Draft<D>& draft) {
  if (!map.map({"file", "columns", "material", "density", "name"})) return;
  Group<D> group(map, index, draft);
  BodyDescription<D> body;
  body.shapes.push_back(group.ball());
  const auto table = read_table(map, draft.folder);
  if (!table) return;
  const Reader file = *map.find("file");
  const auto columns = index_columns<D>(file, *table);
  if (columns.count("mass") == 0) group.check_density(body.shapes.front());
  if (!group.sound()) return;
  Row row(*table, columns);
  for (std::size_t r = 0; r < table->rows(); ++r) {
    row.go_to(r);
    try {
      read_row<D>(row, body);
    } catch (const TableError& e) {
      file.error(fmt::format("{} of the table: {}", table->row_name(r), e.what()));
      return;
    }
    if (!group.add(body)) return;
  }
  group.finish();
}

template void read_body_table<2>(const Reader&, std::size_t, Draft<2>&);
template void read_body_table<3>(const Reader&, std::size_t, Draft<3>&);

}  // namespace talus::scenes
