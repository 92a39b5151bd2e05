#!/usr/bin/env bash
# docs/pictures/gallery.sh [NAME…]: makes the pictures of docs/gallery.md, all or some, from real runs of the gallery. A picture is an SVG
# where that is small, else a PNG; none takes more than 60 kB. Needs rsvg-convert and pngquant (Debian: librsvg2-bin,
# pngquant). Runs are kept in build/pictures and not repeated as long as they are there.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
talus=${TALUS:-$root/talus}
most=60000
out=$root/docs/pictures/gallery
runs=$root/build/pictures
mkdir -p "$out" "$runs"

# What shows a scene best: a moment of it, drawn from somewhere, or the motion of a body over time.
picture() {
  case $1 in
    angular-grains) echo draw --view 30,25 ;;
    bouncing | superball) echo plot --only-bodies --body ball ;;
    box-of-disks) echo draw --at 1.2 ;;
    disk-arch) echo draw --at 2 ;;
    drum | rotating-drum) echo draw --at 3 ;;
    incline) echo draw --at 0.6 ;;
    shaken-table) echo draw --at 1.65 ;;
    stick-slip) echo plot --only-bodies --body block ;;
    top) echo plot --only-bodies --body top ;;
    tower) echo draw --view 30,15 ;;
    *) echo draw ;;
  esac
}

# shellcheck disable=SC2046  # several words
[ $# -gt 0 ] || set -- $("$talus" scenes --names)
for scene in "$@"; do
  run=$runs/$scene
  [ -e "$run/summary.json" ] || "$talus" run "$scene" --out "$run" --force --quiet
  rm -f "$out/$scene.svg" "$out/$scene.png"
  # shellcheck disable=SC2046
  "$talus" $(picture "$scene") "$run" --svg "$runs/$scene.svg" --force
  if [ "$(wc -c <"$runs/$scene.svg")" -le $most ]; then
    cp "$runs/$scene.svg" "$out/"
    continue
  fi
  for zoom in 1 0.8 0.65 0.5 0.4; do
    rsvg-convert --zoom $zoom "$runs/$scene.svg" | pngquant --strip --speed 1 64 - >"$out/$scene.png"
    [ "$(wc -c <"$out/$scene.png")" -gt $most ] || break
  done
  [ "$(wc -c <"$out/$scene.png")" -le $most ]
done
