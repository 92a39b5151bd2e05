// The command line. The only file that sees CLI11, which is slow to compile.

#include "talus/io/checkpoint.hpp"
#include "talus/io/fclib.hpp"
#include "talus/io/results_reader.hpp"
#include "talus/io/scene.hpp"
#include "talus/io/suggestions.hpp"
#include "talus/viewer/server.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "messages.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <new>
#include <system_error>

namespace {

using namespace talus::app;

constexpr const char* about =
    "talus simulates rigid bodies with contact and dry friction (Non-Smooth Contact Dynamics).";

constexpr const char* examples =
    "SCENE is a file, a name from the gallery, or - for standard input.\n"
    "\n"
    "Examples:\n"
    "  talus scenes                              what there is to run\n"
    "  talus run NAME                            run it and print a summary\n"
    "  talus run wall.yaml --out results         keep results, histories (CSV), the summary\n"
    "  talus run --resume results                go on with a run that was stopped\n"
    "  talus run wall.yaml --until 2 --set solver.tolerance=1e-6 --set 'bodies[3].velocity=[1, "
    "0]'\n"
    "  talus run wall.yaml --live                watch it in the browser\n"
    "  talus check wall.yaml                     find mistakes, see every default\n"
    "  talus equilibrium wall.yaml               can it stand?\n"
    "  talus draw wall.yaml --svg wall.svg       a picture of it at the start\n"
    "  talus draw results --at 2 --png two.png   a moment of a run, with its forces\n"
    "  talus plot results --svg plot.svg         its energies, its solver, over time\n"
    "  talus view results                        look at a run in the browser\n"
    "  talus export results --vtk                for ParaView; --csv, --npz: tables, arrays\n"
    "  talus solve *.hdf5                        contact problems of other programs\n"
    "\n"
    "Exit codes: 0 done, 2 bad input or results that cannot be written, 3 the solver could not\n"
    "keep its promise (with --strict) or the motion left the finite numbers, 4 interrupted;\n"
    "of equilibrium: 0 possible, 1 impossible, 3 undecided; of solve: 3 not solved.";

/// The parser and what it fills in.
struct CommandLine {
  CLI::App app{about, "talus"};
  RunRequest run_request;
  CheckRequest check_request;
  EquilibriumRequest equilibrium_request;
  DrawRequest draw_request;
  PlotRequest plot_request;
  ViewRequest view_request;
  ExportRequest export_request;
  SolveRequest solve_request;
  bool names_only = false;
  std::function<int()> command;

  CommandLine() {
    app.set_version_flag("--version", version_text(), "What this program was built from");
    app.require_subcommand(0, 1);
    add_run();
    add_check();
    add_equilibrium();
    add_draw();
    add_plot();
    add_view();
    add_export();
    add_solve();
    add_scenes();
    add_laws();
    app.footer(examples);  // last, or the commands inherit it
  }

  std::vector<std::string> command_names() const {
    std::vector<std::string> names;
    for (const auto* sub : app.get_subcommands(nullptr)) names.push_back(sub->get_name());
    return names;
  }

 private:
  CLI::App* add_command(const char* name, const char* text, std::function<int()> call) {
    auto* sub = app.add_subcommand(name, text);
    sub->callback([this, call = std::move(call)] { command = call; });
    return sub;
  }

  static CLI::Option* add_scene(CLI::App* sub, std::string& scene,
                                std::vector<std::string>& settings) {
    auto* option = sub->add_option("SCENE", scene, "File, name from the gallery, or -")->required();
    sub->add_option("--set", settings, "Replace a value of the scene, as in time.step=1e-4")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    return option;
  }

  static void add_picture(CLI::App* sub, PictureRequest& picture) {
    auto* file = sub->add_option_group("Picture", "one of the two");
    file->add_option("--svg", picture.svg, "File to write, or - for standard output");
    file->add_option("--png", picture.png, "File to write in pixels, by rsvg-convert");
    file->require_option(1);
    sub->add_flag("--force", picture.force, "Replace the file if it exists");
  }

  void add_run() {
    auto& r = run_request;
    auto* sub = add_command("run", "Run a scene", [&r] { return run(r); });
    add_scene(sub, r.scene, r.settings)->required(false);
    sub->add_option("--resume", r.resume,
                    "Go on with the run of this folder, which was stopped, or take it further with "
                    "--until or --steps")
        ->type_name("DIR");
    sub->add_option("--out", r.out,
                    "Folder for results (HDF5), histories (CSV), scene and summary");
    sub->add_option("--until", r.until, "Simulated time to end at");
    sub->add_option("--steps", r.steps, "Number of steps of the whole run; wins over --until");
    sub->add_option("--threads", r.threads, "Threads to use; results do not depend on it");
    sub->add_flag("--json", r.json, "Print one JSON object instead of the summary");
    sub->add_flag("--strict", r.strict, "Exit with 3 when a step misses the solver's tolerance");
    sub->add_flag("--force", r.force, "Replace earlier results in the folder of --out");
    sub->add_option("--dump-problems", r.dump_problems,
                    "Write contact problems into the folder of --out, as FCLIB files: those of "
                    "steps that missed the tolerance, or of every Nth step")
        ->type_name("when=unconverged|every=N");
    auto* live = sub->add_flag("--live", r.live, "Show the run in the browser while it computes");
    sub->add_option("--port", r.port, "Port of that page; any free one by default")
        ->check(CLI::Range(1, 65535))
        ->needs(live);
    sub->add_flag("--no-open", r.no_open, "Only print the address of that page")->needs(live);
    sub->add_flag("--quiet", r.quiet, "No progress, no summary");
  }

  void add_check() {
    auto& r = check_request;
    auto* sub = add_command("check", "Check a scene and print it with all defaults",
                            [&r] { return check(r); });
    add_scene(sub, r.scene, r.settings);
  }

  void add_equilibrium() {
    auto& r = equilibrium_request;
    auto* sub = add_command("equilibrium", "Tell whether a scene can stand still as it is",
                            [&r] { return equilibrium(r); });
    add_scene(sub, r.scene, r.settings);
    sub->add_flag("--all", r.all,
                  "List every answer, for rigid bodies may both hold and move; scenes in the plane "
                  "with few contacts");
    sub->add_flag("--json", r.json, "Print one JSON object");
  }

  void add_draw() {
    auto& r = draw_request;
    auto* sub = add_command("draw", "Draw a scene as it is at the start, or a moment of a run",
                            [&r] { return draw(r); });
    add_scene(sub, r.scene, r.settings)
        ->description("File, name from the gallery, -, or the folder of a run");
    sub->add_option("--at", r.at, "Time of a run; its end by default")->type_name("TIME");
    add_picture(sub, r.picture);
    sub->add_option("--view", r.view,
                    "Where space is seen from: front, side, top, iso, or azimuth,elevation in "
                    "degrees")
        ->capture_default_str();
    const std::map<std::string, ContactChoice> choices = {{"touching", ContactChoice::touching},
                                                          {"all", ContactChoice::all},
                                                          {"none", ContactChoice::none}};
    sub->add_option("--contacts", r.contacts,
                    "Which contacts to mark: touching (default), all that laws look at, or none")
        ->transform(CLI::CheckedTransformer(choices).description(""))
        ->type_name("CHOICE");
  }

  void add_plot() {
    auto& r = plot_request;
    auto* sub = add_command("plot", "Plot energies, solver and contacts of a run over time",
                            [&r] { return plot(r); });
    sub->add_option("DIR", r.folder, "Folder a run wrote with --out")->required();
    sub->add_option("--body", r.bodies, "Plot the motion of this body too; may be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false);
    sub->add_flag("--only-bodies", r.only_bodies, "Nothing but the motion of these bodies")
        ->needs(sub->get_option("--body"));
    add_picture(sub, r.picture);
  }

  void add_view() {
    auto& r = view_request;
    auto* sub = add_command("view", "Show the results of a run in the browser, or as one HTML file",
                            [&r] { return view(r); });
    sub->add_option("DIR", r.folder, "Folder a run wrote with --out")->required();
    auto* html = sub->add_option("--html", r.html, "Write one self-contained page instead");
    sub->add_option("--max-mb", r.max_megabytes,
                    "Size of the page above which digits, then frames are left out")
        ->capture_default_str()
        ->needs(html);
    sub->add_flag("--force", r.force, "Replace the page if it exists")->needs(html);
    sub->add_option("--port", r.port, "Port to serve the page on; any free one by default")
        ->check(CLI::Range(1, 65535))
        ->excludes(html);
    sub->add_flag("--no-open", r.no_open, "Print the address only");
    sub->add_flag("--quiet", r.quiet, "No progress, no remarks");
  }

  void add_export() {
    auto& r = export_request;
    auto* sub = add_command("export", "Write the results of a run for other programs",
                            [&r] { return export_results(r); });
    sub->add_option("DIR", r.folder, "Folder a run wrote with --out")->required();
    auto* formats = sub->add_option_group("Formats", "one or several");
    formats->add_flag("--vtk", r.vtk, "For ParaView: PVD files with a VTP file for each frame");
    formats->add_flag("--csv", r.csv, "Tables: properties, bodies, contacts, steps");
    formats->add_flag("--npz", r.npz, "Arrays for NumPy: results.npz");
    formats->require_option(1, 0);
    sub->add_option("--out", r.out, "Folder to write to; DIR/export by default");
    sub->add_option("--from", r.from, "Time of the first frame")->type_name("TIME");
    sub->add_option("--to", r.to, "Time of the last frame")->type_name("TIME");
    sub->add_option("--every", r.every, "Only every so many frames")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
        ->type_name("N");
    sub->add_flag("--force", r.force, "Replace an earlier export");
    sub->add_flag("--quiet", r.quiet, "No progress, no remarks");
  }

  void add_solve() {
    auto& r = solve_request;
    auto* sub =
        add_command("solve", "Solve contact problems in FCLIB files", [&r] { return solve(r); });
    sub->add_option("FILE", r.files, "Problems in FCLIB's HDF5 form")->required();
    sub->add_option(
           "--solver", r.solver,
           "auto, nlgs, seeded, interior_point, newton, lemke, pivoting, projection, apgd or admm")
        ->capture_default_str();
    sub->add_option("--tol", r.tolerance, "Error at which a problem is solved")
        ->capture_default_str();
    sub->add_option("--guess", r.guess, "Impulses to start from: zero, or file for the file's own")
        ->capture_default_str();
    sub->add_option("--max-seconds", r.max_seconds, "Time for each file")->capture_default_str();
    sub->add_option("--facets", r.facets, "Facets of cones in space, for lemke")
        ->capture_default_str();
    sub->add_option("--threads", r.threads, "Threads to use; answers do not depend on it");
    sub->add_flag("--json", r.json, "Print one JSON object, or an array of them for several files");
  }

  void add_scenes() {
    auto* sub =
        add_command("scenes", "List the gallery", [this] { return list_scenes(names_only); });
    sub->add_flag("--names", names_only, "Names only");
  }

  void add_laws() {
    add_command("laws", "List the contact laws with their parameters", [] { return list_laws(); });
  }
};

/// CLI11's complaint, with a hint where the command itself is not understood.
int explain(const CommandLine& line, const CLI::ParseError& error, int argc, char** argv) {
  if (error.get_exit_code() == 0) return line.app.exit(error);  // --help, --version
  const auto names = line.command_names();
  const std::string word = argc > 1 ? argv[1] : "";
  const bool known = std::find(names.begin(), names.end(), word) != names.end();
  if (known || word.rfind('-', 0) == 0) {
    complain(fmt::format("{}\nsee talus {}--help", error.what(), known ? word + " " : ""));
  } else {
    std::string hint = talus::scenes::did_you_mean(word, names);
    if (hint.empty()) hint = fmt::format("; to run a scene: talus run {}", word);
    complain(fmt::format("no command '{}'{}\nsee talus --help", word, hint));
  }
  return exit_bad_input;
}

int dispatch(int argc, char** argv) {
  CommandLine line;
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(line, error, argc, argv);
  }
  if (!line.command) {
    say(line.app.help());
    return exit_bad_input;
  }
  return line.command();
}

}  // namespace

int main(int argc, char** argv) {
  int code = exit_internal;
  try {
    code = dispatch(argc, argv);
  } catch (const talus::SceneError& error) {
    say(std::string(error.what()) + "\n");
    code = exit_bad_input;
  } catch (const talus::ModelError& error) {
    complain(error.what());
    code = exit_bad_input;
  } catch (const BadInput& error) {
    complain(error.what());
    code = exit_bad_input;
  } catch (const talus::ProblemFileError& error) {
    complain(error.what());
    code = exit_bad_input;
  } catch (const talus::ResultsError& error) {
    complain(error.what());
    code = exit_bad_input;
  } catch (const talus::viewer::ServerError& error) {
    complain(error.what());
    code = exit_bad_input;
  } catch (const talus::CheckpointError& error) {
    complain(error.what());
    code = exit_bad_input;
  } catch (const std::system_error& error) {  // files, standard output
    complain(error.what());
    code = exit_bad_input;
  } catch (const std::bad_alloc&) {
    complain("not enough memory for this scene");
  } catch (const std::exception& error) {
    complain(fmt::format("internal error, please report it: {}", error.what()));
  }
  if (std::fflush(stdout) != 0) {
    complain(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    if (code == exit_done) code = exit_bad_input;
  }
  return code;
}
