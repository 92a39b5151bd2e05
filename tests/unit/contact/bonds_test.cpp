// Bonds go on by name, by place, or are lost.

#include "talus/contact/bonds.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

using samples::eps;

/// Contacts of two shapes with these features, side by side along the last axis of shape 0's body.
template <int D>
Contacts<D> row_of(const std::vector<std::uint32_t>& features, const std::vector<double>& places) {
  Contacts<D> c;
  c.resize(features.size());
  for (std::size_t i = 0; i < features.size(); ++i) {
    c.id[i] = {0, 1, features[i], 0};
    c.place[i] = places[i] * last_axis<D>();
    c.frame[i] = contact_frame(Vec<D>(Vec<D>::UnitX()));
    c.gap[i] = 0;
    c.closed[i] = 1;
    c.flipped[i] = 0;
    c.law[i] = 0;
  }
  return c;
}

template <int D>
Model<D> with_bond(const Bond& bond) {
  Model<D> model;
  model.add_material("m");
  ContactLaw law;
  law.bond = bond;
  model.set_law(0, 0, law);
  return model;
}

/// A state after some steps, with bonds of damage 0.1, 0.2, ..
template <int D>
State<D> bonded(const std::vector<std::uint32_t>& features, const std::vector<double>& places) {
  State<D> state;
  state.step = 5;
  for (std::size_t i = 0; i < features.size(); ++i) {
    BondMemory<D> b;
    b.id = {0, 1, features[i], 0};
    b.place = places[i] * last_axis<D>();
    b.damage = 0.1 * static_cast<double>(i + 1);
    state.bonds.push_back(b);
  }
  return state;
}

const Adhesion adhesion{1e3, 1e3, 1, 1, 1, 1, 0.5};

template <class T>
class Bonds : public ::testing::Test {};
TYPED_TEST_SUITE(Bonds, samples::Dimensions);

TYPED_TEST(Bonds, Names_AreFollowedFirst) {
  constexpr int D = TypeParam::value;
  const auto model = with_bond<D>(adhesion);
  std::vector<BondedContact<D>> found;
  // Places have crossed over; names tell.
  find_bonds(model, bonded<D>({3, 7}, {0, 1}), row_of<D>({3, 7}, {1, 0}), found);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].damage, 0.1);
  EXPECT_EQ(found[1].damage, 0.2);
}

TYPED_TEST(Bonds, NewNames_GetTheNearestBondThatIsLeftOnceEach) {
  constexpr int D = TypeParam::value;
  const auto model = with_bond<D>(adhesion);
  std::vector<BondedContact<D>> found;
  find_bonds(model, bonded<D>({3, 7, 8}, {0, 1, 2}), row_of<D>({3, 9, 12}, {0, 1.9, 1.8}), found);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].damage, 0.1);
  EXPECT_EQ(found[1].damage, 0.1 * 3);  // at 2, the nearest to 1.9
  EXPECT_EQ(found[2].damage, 0.2);      // what is left
}

TYPED_TEST(Bonds, LaterContacts_GetNoBondAndLostOnesGiveNone) {
  constexpr int D = TypeParam::value;
  const auto model = with_bond<D>(adhesion);
  std::vector<BondedContact<D>> found;
  find_bonds(model, bonded<D>({3}, {0}), row_of<D>({3, 5}, {0, 1}), found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].contact, 0U);
  find_bonds(model, bonded<D>({}, {}), row_of<D>({3, 5}, {0, 1}), found);
  EXPECT_TRUE(found.empty());
  // Attraction begins with any touch, and ends with its range.
  const auto wet = with_bond<D>(Attraction{1, 0.5});
  find_bonds(wet, bonded<D>({}, {}), row_of<D>({3, 5}, {0, 1}), found);
  EXPECT_EQ(found.size(), 2U);
  auto apart = row_of<D>({3, 5}, {0, 1});
  apart.closed = {0, 0};
  apart.gap = {0.4, 0.6};
  find_bonds(wet, bonded<D>({3, 5}, {0, 1}), apart, found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].contact, 0U);
}

TYPED_TEST(Bonds, Stretch_TurnsWithTheContactAndKeepsItsLength) {
  constexpr int D = TypeParam::value;
  Random random(1);
  const auto model = with_bond<D>(Joint{1, 1, 0, 0, 0.5});
  for (int i = 0; i < 200; ++i) {
    auto contacts = row_of<D>({3}, {0});
    contacts.frame[0] = contact_frame(samples::unit<D>(random));
    contacts.flipped[0] = static_cast<std::uint8_t>(random.below(2));
    BondedContact<D> b;
    b.stretch_end = samples::vector<D>(random);
    State<D> state;
    state.step = 1;
    keep_bonds<D>(contacts, {b}, state);
    std::vector<BondedContact<D>> found;
    find_bonds(model, state, contacts, found);
    ASSERT_EQ(found.size(), 1U);
    ASSERT_LE((found[0].stretch - b.stretch_end).norm(), 20 * eps);
    // Bodies turn a little on.
    const Vec<D> normal = contacts.frame[0].col(0) + 0.01 * samples::vector<D>(random);
    contacts.frame[0] = contact_frame(Vec<D>(normal.normalized()));
    find_bonds(model, state, contacts, found);
    ASSERT_EQ(found[0].stretch[0], b.stretch_end[0]);
    ASSERT_NEAR(found[0].stretch.norm(), b.stretch_end.norm(), 20 * eps);
  }
}

}  // namespace
}  // namespace talus
