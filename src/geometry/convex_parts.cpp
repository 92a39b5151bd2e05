#include "talus/geometry/convex_parts.hpp"

#include "talus/geometry/polytope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

using Loop = std::vector<std::size_t>;

/// Twice the signed area of a triangle.
double area(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

bool cross_each_other(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c, const Vec<2>& d) {
  return area(a, b, c) * area(a, b, d) < 0 && area(c, d, a) * area(c, d, b) < 0;
}

class Cutter {
 public:
  explicit Cutter(std::vector<Vec<2>> corners) : v_(std::move(corners)) {
    check_simple();
    double sum = 0;
    for (std::size_t i = 1; i + 1 < v_.size(); ++i) sum += area(v_[0], v_[i], v_[i + 1]);
    for (const auto& p : v_) size_ = std::max(size_, (p - v_[0]).norm());
    if (std::abs(sum) <= 1e-9 * size_ * size_) throw ShapeError("the polygon has no area");
    check_touching();
    if (sum < 0) std::reverse(v_.begin(), v_.end());
  }

  std::vector<std::vector<Vec<2>>> parts() {
    Loop whole(v_.size());
    for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = i;
    std::vector<Loop> loops = convex(whole) ? std::vector<Loop>{whole} : triangles(whole);
    merge(loops);
    std::vector<std::vector<Vec<2>>> out;
    for (const auto& loop : loops) {
      auto& part = out.emplace_back();
      for (const std::size_t i : loop) part.push_back(v_[i]);
    }
    return out;
  }

 private:
  void check_simple() const {
    if (v_.size() < 3) throw ShapeError("a polygon needs three corners or more");
    const std::size_t n = v_.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (!v_[i].allFinite()) {
        throw ShapeError(fmt::format("corner {} is not a finite point", i + 1));
      }
      for (std::size_t j = i + 2; j < n; ++j) {
        if (!cross_each_other(v_[i], v_[i + 1], v_[j], v_[(j + 1) % n])) continue;
        throw ShapeError(
            fmt::format("the polygon crosses itself: its edges after corners {} and {} meet; give "
                        "corners in their order round it",
                        i + 1, j + 1));
      }
    }
  }

  /// Corners are told by the numbers they were given under.
  void check_touching() const {
    const std::size_t n = v_.size();
    const double tie = 1e-9 * size_;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const std::size_t k = (j + 1) % n;
        if (i == j || i == k) continue;
        const Vec<2> edge = v_[k] - v_[j];
        const Vec<2> from = v_[i] - v_[j];
        if (from.norm() <= tie) {
          throw ShapeError(fmt::format("corners {} and {} are the same point; leave one out",
                                       std::min(i, j) + 1, std::max(i, j) + 1));
        }
        const double length = edge.norm();
        const double place = length > 0 ? edge.dot(from) / length : 0;
        if (place <= tie || place >= length - tie) continue;
        if (std::abs(area(v_[j], v_[k], v_[i])) > tie * length) continue;
        throw ShapeError(
            fmt::format("the polygon touches itself: corner {} at ({:.6g}, {:.6g}) lies on the "
                        "edge from corner {} to corner {}",
                        i + 1, v_[i][0], v_[i][1], j + 1, k + 1));
      }
    }
  }

  double turn(const Loop& loop, std::size_t k) const {
    const std::size_t n = loop.size();
    return area(v_[loop[(k + n - 1) % n]], v_[loop[k]], v_[loop[(k + 1) % n]]);
  }

  bool convex(const Loop& loop) const {
    for (std::size_t k = 0; k < loop.size(); ++k) {
      if (turn(loop, k) < -1e-12 * size_ * size_) return false;
    }
    return true;
  }

  /// Whether the triangle at corner k has no other corner of the loop inside.
  bool is_ear(const Loop& loop, std::size_t k) const {
    const std::size_t n = loop.size();
    if (!(turn(loop, k) > 0)) return false;
    const std::size_t corner[3] = {loop[(k + n - 1) % n], loop[k], loop[(k + 1) % n]};
    const Vec<2>& a = v_[corner[0]];
    const Vec<2>& b = v_[corner[1]];
    const Vec<2>& c = v_[corner[2]];
    return std::none_of(loop.begin(), loop.end(), [&](std::size_t i) {
      if (i == corner[0] || i == corner[1] || i == corner[2]) return false;
      return area(a, b, v_[i]) >= 0 && area(b, c, v_[i]) >= 0 && area(c, a, v_[i]) >= 0;
    });
  }

  /// Ears cut off one after the other.
  std::vector<Loop> triangles(Loop loop) const {
    std::vector<Loop> out;
    while (loop.size() > 3) {
      const std::size_t n = loop.size();
      std::size_t ear = 0;
      while (ear < n && !is_ear(loop, ear)) ++ear;
      if (ear == n) throw ShapeError("the polygon cannot be cut into parts: it is too narrow");
      out.push_back({loop[(ear + n - 1) % n], loop[ear], loop[(ear + 1) % n]});
      loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    out.push_back(loop);
    return out;
  }

  /// Takes cuts away again where what is left stays convex (Hertel and Mehlhorn: at most four times
  /// the fewest parts).
  void merge(std::vector<Loop>& loops) const {
    for (std::size_t i = 0; i < loops.size(); ++i) {
      for (std::size_t j = i + 1; j < loops.size(); ++j) {
        const Loop joined = join(loops[i], loops[j]);
        if (joined.empty() || !convex(joined)) continue;
        loops[i] = joined;
        loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(j));
        j = i;
      }
    }
  }

  /// One loop out of two with a common edge; empty when they have none.
  static Loop join(const Loop& a, const Loop& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j) {
        if (a[i] != b[(j + 1) % b.size()] || a[(i + 1) % a.size()] != b[j]) continue;
        Loop out;
        for (std::size_t k = 1; k <= a.size(); ++k) out.push_back(a[(i + k) % a.size()]);
        for (std::size_t k = 2; k < b.size(); ++k) out.push_back(b[(j + k) % b.size()]);
        return out;
      }
    }
    return {};
  }

  std::vector<Vec<2>> v_;
  double size_ = 0;
};

}  // namespace

std::vector<std::vector<Vec<2>>> convex_parts(std::vector<Vec<2>> corners) {
  return Cutter(std::move(corners)).parts();
}

}  // namespace talus
