# Functions for the walkthroughs. Each walkthrough is a script that sources this file. test/walkthroughs/run.sh starts
# the script in an empty folder whose parent contains the packed package, and sets REPOSITORY to the path of the clone.
set -euo pipefail
export npm_config_fund=false npm_config_audit=false npm_config_update_notifier=false npm_config_loglevel=error

server=
trap '[ -z "$server" ] || kill -- "-$server" 2>/dev/null || true' EXIT

# fail MESSAGE...: prints the name of the walkthrough and the message, and exits with status 1.
fail() {
  printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2
  exit 1
}

# snippet DOCUMENT HEADING LANGUAGE [N]: prints the Nth (default: 1st) code block in a language under a heading.
# Fails if there is none.
snippet() {
  awk -v heading="$2" -v fence="\`\`\`$3" -v number="${4:-1}" '
    /^#+ / && !inside { here = substr($0, index($0, " ") + 1) == heading }
    here && !inside && $0 == fence { inside = 1; seen++; next }
    inside && $0 == "```" { inside = 0 }
    inside && seen == number { print; found = 1 }
    END { exit !found }' "$1" || fail "$1: expected $3 code block ${4:-1} under '$2', found none"
}

# install_carrel: installs the package in the current folder and copies the demo data, as the README shows.
install_carrel() {
  snippet "$REPOSITORY/README.md" 'Install it in your project' sh 2 >install.sh
  sh -e install.sh >/dev/null
}

# serve COMMAND...: starts a server, waits up to 30 s until it prints its port, and sets $address. The command must use
# port 0, so that the server listens on a free port.
serve() {
  # `set -m` gives the command its own process group, since ending npm does not end the processes that npm starts.
  set -m
  "$@" >server.out 2>&1 &
  server=$!
  set +m
  for _ in $(seq 150); do
    port=$(sed -nE 's/.*(http:\/\/127\.0\.0\.1:|Listening on port )([0-9]+).*/\2/p' server.out | head -1)
    [ -z "$port" ] || break
    kill -0 "$server" 2>/dev/null || fail "'$*' ended: $(cat server.out)"
    sleep 0.2
  done
  [ -n "$port" ] || fail "'$*': expected an address, found: $(cat server.out)"
  address=http://127.0.0.1:$port
}

# stop: ends the server and waits until it has exited.
stop() {
  kill -- "-$server"
  wait "$server" || true
  server=
}

# expect_match SUBJECT TEXT PATTERN: fails unless a line of the text matches the extended regular expression.
expect_match() {
  grep -qE -- "$3" <<<"$2" || fail "$1: expected a match of '$3', found: ${2:0:2000}"
}
