#include "talus/io/fclib.hpp"

#include "talus/io/hdf5_file.hpp"
#include "talus/problem/joints.hpp"
#include "talus/problem/problem_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace talus {

ProblemFileError::ProblemFileError(const std::filesystem::path& file, const std::string& object,
                                   const std::string& what)
    : std::runtime_error(object.empty() ? fmt::format("{}: {}", file.string(), what)
                                        : fmt::format("{}: {}: {}", file.string(), object, what)) {}

namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file)
      : file_(file), input_(file, [file](const std::string& object, const std::string& what) {
          throw ProblemFileError(file, object, what);
        }) {}

  ProblemFile read();

 private:
  /// Names are as in FCLIB's own header; "/fclib_global/M" and the like.
  std::string object(const std::string& name) const { return root_ + "/" + name; }
  [[noreturn]] void complain(const std::string& name, const std::string& what) const {
    throw ProblemFileError(file_, object(name), what);
  }
  std::int64_t integer(const std::string& name) const;
  std::vector<double> vector(const std::string& name) const {
    return input_.reals(object("vectors/" + name));
  }
  /// Sizes beyond this are not asked for: nothing so large fits in memory.
  std::int64_t count(const std::string& name) const;
  void check_size(const std::string& name, std::int64_t m, std::int64_t n) const;
  SparseRows matrix(const std::string& name) const;
  SparseRows mass_matrix();
  /// Row and column of each entry, whatever the way they are stored.
  using Entries = std::vector<Eigen::Triplet<double>>;
  Entries entries(const std::string& name) const;
  Entries triplets(const std::string& name, std::int64_t nz) const;
  Entries compressed(const std::string& name, std::int64_t lines, bool rows) const;
  void check_entry(const std::string& name, std::int64_t row, std::int64_t column, std::int64_t m,
                   std::int64_t n) const;

  template <int D>
  std::vector<ContactCone<D>> cones() const;
  template <int D>
  AssembledProblem<D> local();
  template <int D>
  AssembledProblem<D> global();
  template <int D>
  AssembledProblem<D> problem(bool is_global);
  bool has_joints(bool is_global) const;
  std::vector<double> guess(std::size_t numbers);

  std::filesystem::path file_;
  hdf5::Input input_;
  std::string root_;
  std::vector<std::string> notes_;
  std::optional<GlobalProblem> matrices_;
};

std::int64_t Reader::integer(const std::string& name) const {
  const auto values = input_.integers(object(name));
  if (values.size() != 1) {
    complain(name, fmt::format("expected one number, found {}", values.size()));
  }
  return values.front();
}

std::int64_t Reader::count(const std::string& name) const {
  const auto value = integer(name);
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max()) {
    complain(name, fmt::format("expected a size, found {}", value));
  }
  return value;
}

void Reader::check_entry(const std::string& name, std::int64_t row, std::int64_t column,
                         std::int64_t m, std::int64_t n) const {
  if (row >= 0 && row < m && column >= 0 && column < n) return;
  complain(name, fmt::format("an entry at row {}, column {} of a matrix of {} x {}; both count "
                             "from 0",
                             row, column, m, n));
}

/// nz entries; i holds rows and p columns.
Reader::Entries Reader::triplets(const std::string& name, std::int64_t nz) const {
  const auto rows = input_.integers(object(name + "/i"));
  const auto columns = input_.integers(object(name + "/p"));
  const auto values = input_.reals(object(name + "/x"));
  const auto most =
      static_cast<std::int64_t>(std::min({rows.size(), columns.size(), values.size()}));
  if (nz > most) {
    complain(name, fmt::format("nz says {} entries, but i, p, x hold {}, {} and {}", nz,
                               rows.size(), columns.size(), values.size()));
  }
  const auto m = count(name + "/m");
  const auto n = count(name + "/n");
  Entries entries;
  for (std::size_t k = 0; k < static_cast<std::size_t>(nz); ++k) {
    check_entry(name, rows[k], columns[k], m, n);
    entries.emplace_back(static_cast<int>(rows[k]), static_cast<int>(columns[k]), values[k]);
  }
  return entries;
}

/// p: where each row (or column) begins in i and x.
Reader::Entries Reader::compressed(const std::string& name, std::int64_t lines, bool rows) const {
  const auto begin = input_.integers(object(name + "/p"));
  const auto across = input_.integers(object(name + "/i"));
  const auto values = input_.reals(object(name + "/x"));
  if (static_cast<std::int64_t>(begin.size()) != lines + 1) {
    complain(name + "/p", fmt::format("{} numbers, expected {} for {} {}", begin.size(), lines + 1,
                                      lines, rows ? "rows" : "columns"));
  }
  const auto stored = static_cast<std::int64_t>(std::min(across.size(), values.size()));
  const auto m = count(name + "/m");
  const auto n = count(name + "/n");
  Entries entries;
  for (std::size_t line = 0; line + 1 < begin.size(); ++line) {
    if (begin[line] < 0 || begin[line + 1] < begin[line] || begin[line + 1] > stored) {
      complain(name + "/p", fmt::format("{} to {} in line {}, where {} entries are stored",
                                        begin[line], begin[line + 1], line, stored));
    }
    for (auto at = begin[line]; at < begin[line + 1]; ++at) {
      const auto k = static_cast<std::size_t>(at);
      const auto row = rows ? static_cast<std::int64_t>(line) : across[k];
      const auto column = rows ? across[k] : static_cast<std::int64_t>(line);
      check_entry(name, row, column, m, n);
      entries.emplace_back(static_cast<int>(row), static_cast<int>(column), values[k]);
    }
  }
  return entries;
}

Reader::Entries Reader::entries(const std::string& name) const {
  const auto nz = integer(name + "/nz");
  if (nz >= 0) return triplets(name, nz);
  if (nz == -1) return compressed(name, count(name + "/n"), false);
  if (nz == -2) return compressed(name, count(name + "/m"), true);
  complain(name + "/nz", fmt::format("{}: expected -2 (compressed rows), -1 (compressed "
                                     "columns) or the number of triplets",
                                     nz));
}

/// Sizes far beyond all vectors of the file are not given memory: they are damage.
void Reader::check_size(const std::string& name, std::int64_t m, std::int64_t n) const {
  std::size_t most = 0;
  for (const char* each : {"q", "f", "w", "s", "b"}) {
    const std::string place = "vectors/" + std::string(each);
    if (input_.has(object(place))) most = std::max(most, vector(each).size());
  }
  constexpr std::int64_t harmless = 1000;
  if (std::max(m, n) <= std::max(harmless, 10 * static_cast<std::int64_t>(most))) return;
  complain(name, fmt::format("{} x {}, but the longest vector has {} numbers", m, n, most));
}

SparseRows Reader::matrix(const std::string& name) const {
  const auto m = count(name + "/m");
  const auto n = count(name + "/n");
  check_size(name, m, n);
  const Entries values = entries(name);
  SparseRows out(m, n);
  out.setFromTriplets(values.begin(), values.end());
  return out;
}

/// Whether there are entries on one side of the diagonal only.
bool is_triangular(const SparseRows& a) {
  bool above = false;
  bool below = false;
  for (Eigen::Index i = 0; i < a.outerSize(); ++i) {
    for (SparseRows::InnerIterator it(a, i); it; ++it) {
      above = above || (it.col() > i && it.value() != 0);
      below = below || (it.col() < i && it.value() != 0);
    }
  }
  return above != below;
}

/// M. Programs that keep half of a symmetric matrix in memory write just that half, without a word:
/// no mass matrix is triangular, so one triangle stands for both.
SparseRows Reader::mass_matrix() {
  SparseRows a = matrix("M");
  if (!is_triangular(a) || a.rows() != a.cols()) return a;
  notes_.emplace_back("M is given by one triangle");
  const SparseRows mirrored = a.transpose();
  SparseRows diagonal(a.rows(), a.cols());
  diagonal.reserve(a.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) diagonal.insert(i, i) = a.coeff(i, i);
  return a + mirrored - diagonal;
}

template <int D>
std::vector<ContactCone<D>> Reader::cones() const {
  const auto mu = vector("mu");
  std::vector<ContactCone<D>> cone(mu.size());
  for (std::size_t c = 0; c < mu.size(); ++c) cone[c].mu = mu[c];
  if constexpr (D == 5) {
    const auto rolling = vector("mu_r");
    if (rolling.size() != mu.size()) {
      complain("vectors/mu_r", fmt::format("{} numbers, but mu has {}", rolling.size(), mu.size()));
    }
    for (std::size_t c = 0; c < mu.size(); ++c) cone[c].mu_rolling = rolling[c];
  }
  return cone;
}

Eigen::VectorXd as_vector(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

template <int D>
AssembledProblem<D> Reader::local() {
  AssembledProblem<D> out;
  out.cone = cones<D>();
  const auto rows = static_cast<Eigen::Index>(D * out.cone.size());
  auto w = matrix("W");
  // W may be any matrix, so this one is not taken for half of another.
  if (is_triangular(w)) notes_.emplace_back("W is triangular, and taken as it stands");
  if (w.rows() != rows || w.cols() != rows) {
    complain("W", fmt::format("{} x {}, but {} contacts of {} components take {} x {}", w.rows(),
                              w.cols(), out.cone.size(), D, rows, rows));
  }
  Eigen::VectorXd q = as_vector(vector("q"));
  if (q.size() != rows) {
    complain("vectors/q", fmt::format("{} numbers, but W has {} rows", q.size(), rows));
  }
  if (has_joints(false)) {
    const auto v = matrix("V");
    eliminate_joints({v, v.transpose(), matrix("R"), as_vector(vector("s"))}, w, q);
  }
  out.w = BlockSparse<D>::from(w);
  for (std::size_t c = 0; c < out.cone.size(); ++c) {
    out.q.push_back(q.segment<D>(static_cast<Eigen::Index>(D * c)));
  }
  return out;
}

template <int D>
AssembledProblem<D> Reader::global() {
  matrices_ = {mass_matrix(), matrix("H"), as_vector(vector("f")), as_vector(vector("w"))};
  if (has_joints(true)) {
    matrices_->g = matrix("G");
    matrices_->b = as_vector(vector("b"));
  }
  return assembled<D>(*matrices_, cones<D>());
}

template <int D>
AssembledProblem<D> Reader::problem(bool is_global) {
  try {
    AssembledProblem<D> out = is_global ? global<D>() : local<D>();
    out.check();
    return out;
  } catch (const ProblemError& error) {
    const auto& field = error.field();
    constexpr std::string_view matrices = "WMHVRG";
    const bool is_matrix = field.size() == 1 && matrices.find(field) != std::string_view::npos;
    complain(is_matrix ? field : "vectors/" + field, error.what());
  }
}

/// Whether there are joints beside the contacts.
bool Reader::has_joints(bool is_global) const {
  const char* name = is_global ? "G" : "V";
  return input_.has(object(name)) && !entries(name).empty();
}

/// The first guess. Of a file that is sound otherwise one that cannot be used is left out.
std::vector<double> Reader::guess(std::size_t numbers) {
  const std::string place = "/guesses/1/r";
  if (!input_.has(place)) return {};
  auto r = input_.reals(place);
  const bool finite = std::all_of(r.begin(), r.end(), [](double x) { return std::isfinite(x); });
  if (r.size() == numbers && finite) return r;
  notes_.push_back(fmt::format("{} is not taken: {} numbers, {} of them finite; expected {}", place,
                               r.size(), finite ? "all" : "not all", numbers));
  return {};
}

ProblemFile Reader::read() {
  for (const char* root :
       {"/fclib_local", "/fclib_global", "/fclib_global_rolling", "/fclib_local_rolling"}) {
    if (input_.has(root)) root_ = root;
  }
  if (root_.empty()) {
    throw ProblemFileError(file_, "/",
                           "expected a group fclib_local, fclib_global, fclib_local_rolling or "
                           "fclib_global_rolling");
  }
  ProblemFile out;
  out.global = root_.find("global") != std::string::npos;
  const bool rolling = root_.find("rolling") != std::string::npos;
  out.title = input_.text(object("info/title"));
  out.dofs = static_cast<std::size_t>(count(out.global ? "M/m" : "W/m"));
  const auto components = integer("spacedim");
  if (components == 2 && !rolling) {
    out.problem = problem<2>(out.global);
  } else if (components == 3 && !rolling) {
    out.problem = problem<3>(out.global);
  } else if (components == 5 && rolling) {
    out.problem = problem<5>(out.global);
  } else {
    complain("spacedim", fmt::format("{}: expected {}", components, rolling ? "5" : "2 or 3"));
  }
  out.guess = guess(std::visit(
      []<int D>(const AssembledProblem<D>& p) { return D * p.contact_count(); }, out.problem));
  out.notes = std::move(notes_);
  out.matrices = std::move(matrices_);
  return out;
}

}  // namespace

ProblemFile read_fclib(const std::filesystem::path& file) { return Reader(file).read(); }

}  // namespace talus
