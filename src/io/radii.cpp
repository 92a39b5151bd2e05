#include "talus/io/radii.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace talus::scenes {

namespace {

/// A piece of the distribution of numbers of grains: between a and b the volume fraction grows
/// evenly, so the number of grains of radius r is proportional to r^-D.
struct Piece {
  double a, b;
  double share;  ///< of the number of grains, summed up to and with this piece
};

template <int D>
double grains_for_unit_volume(double a, double b) {
  if (D == 2) return 1 / (a * b);
  return 0.5 * (a + b) / (a * a * b * b);  // (1/a^2 - 1/b^2) / 2 / (b - a)
}

template <int D>
std::vector<Piece> pieces_of(const Grading& g) {
  std::vector<Piece> pieces;
  double sum = 0;
  for (std::size_t i = 1; i < g.radius.size(); ++i) {
    const double a = g.radius[i - 1];
    const double b = g.radius[i];
    sum += (g.passing[i] - g.passing[i - 1]) * grains_for_unit_volume<D>(a, b);
    pieces.push_back({a, b, sum});
  }
  for (auto& p : pieces) p.share /= sum;
  return pieces;
}

/// Radius below which the part `s` of a piece's grains lies.
template <int D>
double radius_in(const Piece& p, double s) {
  if (D == 2) return 1 / (1 / p.a - s * (1 / p.a - 1 / p.b));
  const double inverse_square = 1 / (p.a * p.a) - s * (1 / (p.a * p.a) - 1 / (p.b * p.b));
  return 1 / std::sqrt(inverse_square);
}

template <int D>
double graded_radius(const std::vector<Piece>& pieces, double s) {
  double before = 0;
  for (const auto& p : pieces) {
    if (s < p.share) return radius_in<D>(p, (s - before) / (p.share - before));
    before = p.share;
  }
  return pieces.back().b;
}

}  // namespace

template <int D>
std::vector<double> draw_radii(const RadiusRule& rule, std::size_t count, Random& random) {
  std::function<double(double)> at;  // the radius below which a part of the grains lies
  if (const auto* fixed = std::get_if<double>(&rule)) {
    return std::vector<double>(count, *fixed);
  }
  if (const auto* uniform = std::get_if<UniformRadii>(&rule)) {
    at = [=](double s) { return uniform->least + s * (uniform->greatest - uniform->least); };
  } else {
    at = [pieces = pieces_of<D>(std::get<Grading>(rule))](double s) {
      return graded_radius<D>(pieces, s);
    };
  }
  std::vector<double> radii(count);
  for (std::size_t i = 0; i < count; ++i) {
    radii[i] = at((static_cast<double>(i) + random.uniform()) / static_cast<double>(count));
  }
  std::sort(radii.begin(), radii.end(), std::greater<>());
  return radii;
}

template std::vector<double> draw_radii<2>(const RadiusRule&, std::size_t, Random&);
template std::vector<double> draw_radii<3>(const RadiusRule&, std::size_t, Random&);

}  // namespace talus::scenes
