// The dimensions typed tests run over.
#pragma once

#include <gtest/gtest.h>

#include <type_traits>

namespace talus::test {

/// Dimensions as types: TYPED_TEST_SUITE(Name, Dimensions), then D = TypeParam::value.
using Dimensions = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;

}  // namespace talus::test
