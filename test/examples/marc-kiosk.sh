#!/bin/sh
# A kiosk built from MARC: an export and library.json in, pages for readers on port 8080 out.
#
#   marc-kiosk.sh [EXPORT [LIBRARY [BRANCH]]]
set -eu

export=${1:-data/harbour.mrc}
library=${2:-data/harbour.library.json}
branch=${3:-MAIN}

# What became of each record is in report.json: whatever was refused, repaired or left out.
carrel build "$export" --library "$library" --date now --report report.json -o kiosk.snapshot
exec carrel serve kiosk.snapshot --kiosk --branch "$branch" --port "${PORT:-8080}"
