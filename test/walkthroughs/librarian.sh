# A librarian builds a snapshot from a MARC export, and serves a kiosk that shows where a book is.
. "$REPOSITORY/test/walkthroughs/walkthrough.sh"

# The librarian follows docs/getting-started.md with the MARC export of the demo.
snippet "$REPOSITORY/docs/getting-started.md" '2. Install the command' sh | grep '^npm install' >install.sh
export npm_config_prefix="$PWD/global" PATH="$PWD/global/bin:$PATH"
sh -e install.sh >/dev/null
package=global/lib/node_modules/carrel
documents=$package/docs
cp -r $package/data data

build=$(sh -e <(snippet $documents/getting-started.md '3. Build a snapshot' sh) 2>/dev/null)
expect_match 'output of the build' "$build" "22 titles of 'harbour'"
found=$(sh -e <(snippet $documents/getting-started.md '4. Look inside' sh))
expect_match 'output of inspect and search' "$found" 'Moby-Dick'
snippet $documents/getting-started.md '5. Serve it' sh |
  sed 's/--port 8080/--port 0/; s/^carrel serve/exec carrel serve/' >server.sh
serve sh server.sh
request=$(snippet $documents/getting-started.md '5. Serve it' sh 2 | sed "s|http://127.0.0.1:8080|$address|; s|^curl|curl -sS|")
expect_match 'response to the request of the page' "$(eval "$request")" '"count":[1-9]'
stop

# The librarian builds a snapshot from export.mrc with the library.json of docs/getting-started.md.
cp data/harbour.mrc export.mrc
rm -r data
message=$(carrel build export.mrc -o branch.snapshot 2>&1) && fail 'a build without a library succeeded'
expect_match 'error of a build without a library' "$message" '--library: expected a JSON file'
snippet $documents/getting-started.md '6. Use your own export' json >library.json
carrel build export.mrc --library library.json --date now --report report.json -o branch.snapshot 2>summary
expect_match 'summary of the build' "$(cat summary)" '^22 records read: 22 titles, 0 refused$'
expect_match 'report of the build' "$(cat report.json)" '"refused": \[\]'

# The librarian starts a kiosk with the command of the README.
snippet $package/README.md 'Run it on a kiosk' sh |
  sed -n 's/harbour\.snapshot/branch.snapshot/; s/--port 8080/--port 0/; s/^carrel serve/exec carrel serve/p' >kiosk.sh
serve sh kiosk.sh
results=$(curl -sS "$address/search?q=moby+dick")
expect_match 'page of results' "$results" 'Moby-Dick'
path=$(sed -nE 's/.*href="(\/item\/show\/[^"]+)".*/\1/p' <<<"$results" | head -1)
title=$(curl -sS "$address$path")
expect_match 'page of the title' "$title" 'Main Library'
expect_match 'page of the title' "$title" 'F MEL'
stop
