// Pairs of bodies that long runs against oracles stopped at, to their last bit.
#include "unit/geometry/gap_proofs.hpp"

namespace talus {
namespace {

using test::PlacedConvex;

PlacedConvex box(const Vec<3>& half_extent, const Pose<3>& pose) {
  const Hull<3> form(box_polytope(half_extent));
  return {{form, form.polytope->vertex, 0}, pose};
}

PlacedConvex hull(const std::vector<Vec<3>>& points, const Pose<3>& pose) {
  const Hull<3> form(convex_hull(points));
  return {{form, form.polytope->vertex, 0}, pose};
}

PlacedConvex cylinder(double half_length, double radius, const Pose<3>& pose) {
  return {{Cylinder{half_length, radius}, {}, 0}, pose};
}

PlacedConvex capsule(double half_length, double radius, const Pose<3>& pose) {
  const Vec<3> end(0, 0, half_length);
  return {{Capsule<3>{half_length, radius}, {-end, end}, radius}, pose};
}

Pose<3> placed(const Vec<3>& x, double w, double i, double j, double k) {
  return {x, {Eigen::Quaterniond(w, i, j, k)}};
}

/// Samples seven and a half degrees apart showed only some of the best planes along an edge, and
/// the plane taken was deeper by 1.6e-4.
TEST(FoundPairs, issue_3_best_plane_of_a_deep_rim_and_edge) {
  const auto a = box(
      {0.5872202438024654, 0.83124160718851248, 0.51221193195426762},
      placed({0.093642010843360726, 0.0081954526663281825, 0.0071572297090818741},
             -0.33619323189985378, 0.22249215733877736, -0.59669448931801772, 0.69384943407412092));
  const auto b = cylinder(
      0.36057454703603453, 0.34323896667554588,
      placed({0.56465029286467006, -0.096639299404751411, -0.79085364743640729},
             0.15766655924054962, 0.96867146958490813, 0.07735140919298153, 0.17559498741513305));
  const auto found = test::core_gap(a, b);
  test::prove_gap(a, b, found);
  // The proof does refuse a plane that is not the best.
  const auto better = test::better_plane(a, b, found.gap - 1.6e-4);
  ASSERT_TRUE(better);
  EXPECT_GT(test::parted(a, b, *better), found.gap - 1.6e-4);
}

/// The oracle's plane was worse, by 2.4e-10.
TEST(FoundPairs, issue_3_normal_where_a_rim_bends_little) {
  const auto a = cylinder(
      0.70536153542185509, 0.21754276160477018,
      placed({-1.0600168401107055, 0.13297971949333459, 0.26186115882105915}, 0.083037168961838714,
             0.50667830426677274, 0.79687244298144821, 0.31839634761242047));
  const auto b = box(
      {0.70975770293411666, 0.32090045645478488, 0.57580609296945573},
      placed({-0.7972015778409316, 0.38061473526674117, -1.0763986748086216}, 0.88271711206982251,
             0.33239868895667229, -0.24065051883765784, 0.22892998803600204));
  test::prove_gap(a, b, test::core_gap(a, b));
}

/// The oracle's points were farther apart, by 1.7e-9.
TEST(FoundPairs, issue_3_distance_of_box_and_capsule) {
  const auto a = box(
      {0.65505758756785737, 0.42943601723774905, 0.74781758564484035},
      placed({1.3100211847221652, -0.36602477926679611, 0.57222174374942347}, 0.010502847405456048,
             0.29043136916777951, -0.74138268890085712, 0.60488926143372834));
  const auto b = capsule(
      0.72960170499449939, 0.12560057585319914,
      placed({0.72831440797286895, 0.18654174019234615, 0.79272842075202377}, -0.59269554028499238,
             -0.27795224033912369, -0.50395123562150257, -0.56346046953828455));
  test::prove_gap(a, b, test::core_gap(a, b));
}

/// Sides that cross just beyond an end were taken for the best plane, which was better by less than
/// a tie.
TEST(FoundPairs, issue_3_sides_that_cross_just_beyond_an_end) {
  const auto a = cylinder(0.44637593497346462, 0.18329178017482997,
                          placed({0.69770389758736551, -0.088123264094226328, -1.0950925189918852},
                                 -0.17528515375974207, 0.57565984505147516, -0.06354209826920218,
                                 -0.79614901834661722));
  const auto b = cylinder(0.16470781120287831, 0.32290571185675548,
                          placed({0.63207212799964207, -1.2454339413372688, -0.31606012592459215},
                                 -0.060700134206495289, 0.68675578676968174, 0.54499336707450086,
                                 -0.47714171153910567));
  test::prove_gap(a, b, test::core_gap(a, b));
}

/// Planes along three edges of a face are as good to 1e-9, and the first of them was taken, whose
/// edges cross beside each other.
TEST(FoundPairs, issue_3_best_of_edges_around_a_flat) {
  const auto a = box(
      {0.74470384125597611, 0.74730739571647575, 0.97518420574834797},
      placed({-0.47844851219307266, -0.87508277875740326, -0.22621915787127497},
             -0.66072800669744747, -0.23410807091597241, 0.69647445336036962, 0.15347719085907943));
  const auto b = hull(
      {{0.18148117284882379, 0.32109627439862065, -0.85334048480137026},
       {0.77905995837276054, 0.38632121377143952, -0.25823221843369987},
       {-0.91699937161895428, -0.053293840614559933, -0.38228498867467986},
       {-0.42515200948489446, -0.12771304719898893, -0.60972251906743857},
       {-0.78699041039682027, 0.19461628167728334, 0.51438718691075069},
       {-0.55617100653197249, -0.14192851227833506, 0.46294328802262075},
       {0.035396924802889695, -0.45205320538559934, 0.88419727392546155},
       {0.96155362995267779, 0.2018775892809257, -0.076925619705818279},
       {-0.59383377255092207, 0.60583522717190608, 0.0046764455327402794},
       {0.20666517114187583, -0.72754134546178484, 0.51933100833838253},
       {0.87779671832549122, -0.44633113122672019, 0.038473869135719756}},
      placed({0.36769855150457442, -1.0005015648369451, 0.72239262502082502}, 0.4870698462224593,
             -0.21397651230311351, 0.14308397207023801, 0.83456814821800429));
  test::prove_gap(a, b, test::core_gap(a, b));
}

/// Hardly beyond the rim of an end the best normal leans off its axis by 1.7e-3 only, and every
/// climb but the first ran onto the axis and stayed there, 3.7e-7 below.
TEST(FoundPairs, climbs_do_not_stay_on_an_axis) {
  const auto a = cylinder(
      0.56359212095158573, 0.15270636310859856,
      placed({-0.87726552624847687, -0.18527139347809662, -0.217074327918855}, 0.26730041376891056,
             -0.95455361169287278, 0.13095581036154394, -0.015115122745542223));
  const auto b = cylinder(0.25921898018886758, 0.53999418230392304,
                          placed({-0.17840237551869897, -0.21709669710436652, -0.93770420239517072},
                                 0.028461759109235624, -0.74184263741373691, -0.17162972263112009,
                                 0.64761305414035875));
  test::prove_gap(a, b, test::core_gap(a, b));
}

/// Slight overlaps of rims that cross have a best normal on a ridge, steep and nearly level, along
/// which sixty steps up the slope did not get far: 5.6e-5 too deep.
TEST(FoundPairs, climbs_follow_a_level_ridge) {
  const auto a = cylinder(
      0.66497498540492062, 0.1011851062211757,
      placed({0.72122004481339752, -0.48994695847108694, -1.4610813788228072}, -0.69446247219387136,
             -0.29403521617042033, -0.6350036207105515, -0.16743825145551611));
  const auto b = cylinder(
      0.46063913866710771, 0.24330981310705382,
      placed({-0.33806130857593703, -0.18056969027086744, -1.0962920266403671}, 0.69295194349928879,
             0.045576076494491621, -0.67356675219590612, -0.25307756832280803));
  test::prove_gap(a, b, test::core_gap(a, b));
}

}  // namespace
}  // namespace talus
