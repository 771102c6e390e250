#!/bin/sh
# Builds a snapshot from a MARC export and serves it as a kiosk on port 8080, or on the port in PORT.
#
#   marc-kiosk.sh [EXPORT [LIBRARY [BRANCH]]]
set -eu

export=${1:-data/harbour.mrc}
library=${2:-data/harbour.library.json}
branch=${3:-MAIN}

# report.json describes the import, including the refused records and the unused fields.
carrel build "$export" --library "$library" --date now --report report.json -o kiosk.snapshot
exec carrel serve kiosk.snapshot --kiosk --branch "$branch" --port "${PORT:-8080}"
