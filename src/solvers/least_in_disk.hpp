// Least 1/2 x.S x + q.x over |x| <= radius, S symmetric and positive definite.
#pragma once

#include "talus/math/vec.hpp"

namespace talus {

Vec<1> least_in_disk(const Mat<1>& s, const Vec<1>& q, double radius);
Vec<2> least_in_disk(const Mat<2>& s, const Vec<2>& q, double radius);

}  // namespace talus
