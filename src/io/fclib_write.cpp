// Problems to FCLIB's files.

#include "talus/io/fclib.hpp"
#include "talus/io/hdf5_file.hpp"

namespace talus {

namespace {

void write_matrix(hdf5::Output& out, const std::string& name, SparseRows a) {
  a.makeCompressed();
  out.group(name);
  const auto integer = [&](const char* key, Eigen::Index value) {
    out.integers(name + "/" + key, {static_cast<std::int32_t>(value)});
  };
  integer("m", a.rows());
  integer("n", a.cols());
  integer("nz", -2);
  integer("nzmax", a.nonZeros());
  out.integers(name + "/p", {a.outerIndexPtr(), a.outerIndexPtr() + a.rows() + 1});
  out.integers(name + "/i", {a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros()});
  out.reals(name + "/x", a.valuePtr(), static_cast<std::size_t>(a.nonZeros()));
}

/// What all forms begin with.
void write_head(hdf5::Output& out, const std::string& root, int components,
                const std::string& title, const std::string& description) {
  out.group(root);
  out.integers(root + "/spacedim", {components});
  out.group(root + "/info");
  out.text(root + "/info/title", title);
  out.text(root + "/info/description", description);
  out.text(root + "/info/math_info", "");
  out.group(root + "/vectors");
}

template <int D>
void write_cones(hdf5::Output& out, const std::string& root,
                 const std::vector<ContactCone<D>>& cones) {
  std::vector<double> mu;
  std::vector<double> rolling;
  for (const auto& cone : cones) {
    mu.push_back(cone.mu);
    if constexpr (D == 5) rolling.push_back(cone.mu_rolling);
  }
  out.reals(root + "/vectors/mu", mu.data(), mu.size());
  if constexpr (D == 5) out.reals(root + "/vectors/mu_r", rolling.data(), rolling.size());
}

/// FCLIB reads velocities and impulses of a guess, both or none.
template <int D>
void write_guess(hdf5::Output& out, const AssembledProblem<D>& problem,
                 const std::vector<Vec<D>>& guess) {
  std::vector<Vec<D>> u;
  problem.velocities(guess, u);
  out.group("/guesses");
  out.integers("/guesses/number_of_guesses", {1});
  out.group("/guesses/1");
  out.reals("/guesses/1/u", u.front().data(), D * u.size());
  out.reals("/guesses/1/r", guess.front().data(), D * guess.size());
}

}  // namespace

template <int D>
void write_fclib(const std::filesystem::path& file, const AssembledProblem<D>& problem,
                 const std::string& title, const std::string& description,
                 const std::vector<Vec<D>>& guess) {
  hdf5::Output out(file);
  const std::string root = D == 5 ? "/fclib_local_rolling" : "/fclib_local";
  write_head(out, root, D, title, description);
  write_matrix(out, root + "/W", problem.w.scalars());
  const double* q = problem.q.empty() ? nullptr : problem.q.front().data();
  out.reals(root + "/vectors/q", q, D * problem.q.size());
  write_cones<D>(out, root, problem.cone);
  if (!guess.empty()) write_guess<D>(out, problem, guess);
  out.close();
}

template <int D>
void write_fclib(const std::filesystem::path& file, const GlobalProblem& problem,
                 const std::vector<ContactCone<D>>& cones, const std::string& title,
                 const std::string& description) {
  hdf5::Output out(file);
  const std::string root = D == 5 ? "/fclib_global_rolling" : "/fclib_global";
  write_head(out, root, D, title, description);
  write_matrix(out, root + "/M", problem.m);
  write_matrix(out, root + "/H", problem.h);
  out.reals(root + "/vectors/f", problem.f.data(), static_cast<std::size_t>(problem.f.size()));
  out.reals(root + "/vectors/w", problem.w.data(), static_cast<std::size_t>(problem.w.size()));
  if (problem.g.cols() > 0) {
    write_matrix(out, root + "/G", problem.g);
    out.reals(root + "/vectors/b", problem.b.data(), static_cast<std::size_t>(problem.b.size()));
  }
  write_cones<D>(out, root, cones);
  out.close();
}

template void write_fclib<2>(const std::filesystem::path&, const AssembledProblem<2>&,
                             const std::string&, const std::string&, const std::vector<Vec<2>>&);
template void write_fclib<2>(const std::filesystem::path&, const GlobalProblem&,
                             const std::vector<ContactCone<2>>&, const std::string&,
                             const std::string&);
template void write_fclib<3>(const std::filesystem::path&, const AssembledProblem<3>&,
                             const std::string&, const std::string&, const std::vector<Vec<3>>&);
template void write_fclib<3>(const std::filesystem::path&, const GlobalProblem&,
                             const std::vector<ContactCone<3>>&, const std::string&,
                             const std::string&);
template void write_fclib<5>(const std::filesystem::path&, const AssembledProblem<5>&,
                             const std::string&, const std::string&, const std::vector<Vec<5>>&);
template void write_fclib<5>(const std::filesystem::path&, const GlobalProblem&,
                             const std::vector<ContactCone<5>>&, const std::string&,
                             const std::string&);

}  // namespace talus
