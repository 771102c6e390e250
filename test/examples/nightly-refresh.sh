#!/bin/sh
# A nightly refresh: fetches the library's export and builds the snapshot that is being served anew.
# The server takes it up by itself. Whatever fails, the old snapshot stays, and the status tells.
#
#   17 3 * * * cd /srv/carrel && nightly-refresh.sh https://ils.example.org/export.mrc
set -eu

# Half an export never stands under the name of a whole one.
curl --fail --silent --show-error --retry 3 --output export.mrc.part "$1"
mv export.mrc.part export.mrc

carrel build export.mrc --library library.json --date now --report report.json -o branch.snapshot
