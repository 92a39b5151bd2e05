# Sourced by ./talus, ./test and ./check with $root set: installs what is missing, configures, builds.
# Everything it says goes to stderr; stdout belongs to the program that is run afterwards.
#   TALUS_NO_INSTALL=1  install no packages       TALUS_JOBS=N  parallel jobs of a build
#   TALUS_VERBOSE=1     show the whole output of each stage

say() { printf '%s: %s\n' "${me:-talus}" "$*" >&2; }

jobs() { echo "${TALUS_JOBS:-$(nproc 2>/dev/null || echo 2)}"; }

# One build at a time in this tree. The lock is held until unlock or the end of the script.
lock() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  command -v flock >/dev/null || return 0
  flock -n 9 && return 0
  say "waiting for another build in this tree…"
  flock 9
}
unlock() { exec 9>&-; }

# staged LOG COMMAND…: runs the command with its output in LOG; shows the end of it when the command fails.
staged() {
  local log=$1 status=0
  shift
  mkdir -p "$(dirname "$log")"
  if [ "${TALUS_VERBOSE:-}" ]; then
    "$@" >&2 9>&- || status=$?
    return $status
  elif [ -t 2 ]; then # one line, rewritten
    set -o pipefail
    "$@" 2>&1 9>&- | tee "$log" | while IFS= read -r line; do printf '\r\033[K%.79s' "$line" >&2; done || status=$?
    set +o pipefail
    printf '\r\033[K' >&2
  else
    "$@" >"$log" 2>&1 9>&- || status=$?
  fi
  if [ $status -ne 0 ]; then
    tail -n 40 "$log" >&2
    say "failed: the whole output is in $log"
  fi
  return $status
}

# install_packages LIST…: the Debian packages named in packages/LIST.txt that are missing.
install_packages() {
  local list wanted present package missing=() as_root=()
  [ "${TALUS_NO_INSTALL:-}" ] && return 0
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || return 0
  wanted=$(for list in "$@"; do grep -v '^#' "$root/packages/$list.txt"; done)
  present=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^installed //p')
  for package in $wanted; do
    case $'\n'$present$'\n' in *$'\n'"$package"$'\n'*) ;; *) missing+=("$package") ;; esac
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
      sudo -v || as_root=(none)
    else
      as_root=(none)
    fi
  fi
  if [ "${as_root[*]}" = none ]; then
    say "these packages are missing and only root can install them; run as root:"
    echo "  apt-get install --no-install-recommends -y ${missing[*]}" >&2
    return 1
  fi
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  staged "$root/build/apt.log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 update || say "going on with the package lists at hand"
  staged "$root/build/apt.log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 install --no-install-recommends -y "${missing[@]}"
}

# configure PRESET [NAME=VALUE…]: only when not done yet with these values; later changes are ninja's business.
configure() {
  local preset=$1 dir=$root/build/$1 pair args=() stale=
  shift
  if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    rm -rf "$dir" # never configured, or the tree was moved
  fi
  [ -e "$dir/build.ninja" ] && [ "$dir/build.ninja" -nt "$root/CMakePresets.json" ] || stale=1
  for pair in "$@"; do
    args+=("-D$pair")
    grep -qs "^${pair%%=*}:[A-Z]*=${pair#*=}\$" "$dir/CMakeCache.txt" || stale=1
  done
  [ "$stale" ] || return 0
  local tool
  for tool in cmake ninja; do
    command -v $tool >/dev/null || { needs; return 1; }
  done
  (cd "$root" && staged "$root/build/$preset.configure.log" cmake --preset "$preset" "${args[@]}") || { needs; return 1; }
  touch "$dir/build.ninja"
}
needs() {
  say "talus needs a C++20 compiler, CMake 3.22, Ninja, Eigen 3.4, oneTBB, fmt, yaml-cpp, nlohmann-json, CLI11, Qhull, HDF5, zlib and cpp-httplib;"
  say "the tests need GoogleTest and rapidcheck. The names of the Debian packages are in packages/."
}

# build PRESET [TARGET…]
build() {
  local preset=$1 dir=$root/build/$1
  shift
  staged "$root/build/$preset.build.log" cmake --build "$dir" -j "$(jobs)" ${1:+--target "$@"}
}
