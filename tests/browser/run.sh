#!/usr/bin/env bash
# The page in a real browser, where there is one: run.sh SOURCE TALUS FOLDER. 77: skipped, with a word why.
source=$1 talus=$2 folder=$3
missing() {
  echo "skipped: $1"
  exit 77
}
command -v node >/dev/null || missing "Node.js is not installed"
[ -x "${TALUS_CHROMIUM:-/usr/bin/chromium}" ] || missing "Chromium is not installed (packages/browser.txt)"
[ -d "$source/viewer/node_modules/playwright-core" ] || missing "run npm ci in viewer/ first"
/usr/bin/python3 -c 'import h5py' 2>/dev/null || missing "python3-h5py is not installed"
exec node "$source/viewer/test/check.mjs" "$talus" "$folder"
