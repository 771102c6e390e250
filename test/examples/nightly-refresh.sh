#!/bin/sh
# Downloads the MARC export of a library and rebuilds the snapshot that a server has open. The server notices
# the new snapshot and opens it without a restart. If a step fails, the old snapshot stays in use, and the exit
# status is not 0. An entry in a crontab:
#
#   17 3 * * * cd /srv/carrel && nightly-refresh.sh https://ils.example.org/export.mrc
set -eu

# A failed download does not replace export.mrc.
curl --fail --silent --show-error --retry 3 --output export.mrc.part "$1"
mv export.mrc.part export.mrc

carrel build export.mrc --library library.json --date now --report report.json -o branch.snapshot
