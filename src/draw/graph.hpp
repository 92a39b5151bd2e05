// Numbers over time: panels one below the other, with axes, in light and dark.
#pragma once

#include <string>
#include <vector>

namespace talus {

struct Curve {
  std::string name;
  std::vector<double> values;  ///< at the times of the panel
};

/// What is drawn over the same times, to the same scale.
struct Panel {
  std::string title;
  std::string quantity;  ///< of the vertical axis
  bool logarithmic = false;
  const std::vector<double>* times = nullptr;
  std::vector<Curve> curves;
  double limit = 0;  ///< a dashed line, with its name; 0: none
  std::string limit_name{};
  std::vector<double> marks{};  ///< times that deserve to be seen
};

struct Graph {
  std::string title, subtitle;
  std::string warning;  ///< set apart; empty as a rule
  std::vector<Panel> panels;
};

/// As an SVG file. Colours are those of Okabe and Ito, and curves differ by their dashes too. Where
/// several numbers share a column of pixels the curve goes from the least to the greatest, so that
/// nothing is lost however many there are. The ground is white, or dark where the reader prefers
/// it.
std::string draw_graph(const Graph& graph);

/// Round numbers from `low` to `high`, about `count` of them.
std::vector<double> ticks(double low, double high, int count);

}  // namespace talus
