// Where pictures go: files, standard output, pixels.
#pragma once

#include "commands.hpp"

#include <string>

namespace talus::app {

/// Refuses, early, what cannot be written.
void check_picture(const PictureRequest& request);

/// Writes the picture, an SVG, in the form that was asked for; a file appears as a whole.
void write_picture(const PictureRequest& request, const std::string& svg);

}  // namespace talus::app
