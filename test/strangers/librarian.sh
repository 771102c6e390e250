# A librarian makes a kiosk of an export in MARC: from nothing to a reader who is led to the shelf.
. "$REPOSITORY/test/strangers/stranger.sh"

install_carrel
export PATH="$PWD/node_modules/.bin:$PATH"
documents=node_modules/carrel/.github/docs

# As the README has it, with the export that comes along.
snippet node_modules/carrel/README.md 'On a screen in the library' sh >commands
holds 'what the build tells' "$(sh -e <(grep '^carrel build' commands))" "titles of 'harbour'"

# With an export of one's own, and the file about the library as the page about MARC shows it.
cp data/harbour.mrc export.mrc
rm -r data
message=$(carrel build export.mrc -o branch.snapshot 2>&1) && fail 'a build without a library went through.'
holds 'what a build without a library is told' "$message" 'wanted --library FILE'
snippet "$documents/marc.md" "From a library's own records" json >library.json
carrel build export.mrc --library library.json --date now --report report.json -o branch.snapshot 2>summary
holds 'the summary of the build' "$(cat summary)" '^22 records read: 22 titles, 0 refused$'
holds 'the report of the build' "$(cat report.json)" '"refused": \[\]'

sed -n 's/harbour\.snapshot/branch.snapshot/; s/--port 8080/--port 0/; s/^carrel serve/exec carrel serve/p' commands >kiosk.sh
serve sh kiosk.sh
results=$(curl -sS "$address/search?q=moby+dick")
holds 'what a reader finds' "$results" 'Moby-Dick'
path=$(sed -nE 's/.*href="(\/item\/show\/[^"]+)".*/\1/p' <<<"$results" | head -1)
title=$(curl -sS "$address$path")
holds 'the page of the title' "$title" 'Main Library'
holds 'the page of the title' "$title" 'F MEL'
stop
