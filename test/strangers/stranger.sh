# What every stranger has: an empty folder, the packed package, and what is published with it.
# Run by test/strangers/run.sh, which sets PACKAGE and REPOSITORY.
set -euo pipefail
export npm_config_fund=false npm_config_audit=false npm_config_update_notifier=false

server=
trap '[ -z "$server" ] || kill -- "-$server" 2>/dev/null || true' EXIT

# Ends with a sentence about what the stranger did not find.
fail() {
  printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2
  exit 1
}

# snippet DOCUMENT HEADING LANGUAGE [N]: the Nth (1st) code block of a language under a heading.
snippet() {
  awk -v heading="$2" -v fence="\`\`\`$3" -v wanted="${4:-1}" '
    /^#+ / && !inside { here = substr($0, index($0, " ") + 1) == heading }
    here && !inside && $0 == fence { inside = 1; seen++; next }
    inside && $0 == "```" { inside = 0 }
    inside && seen == wanted { print; found = 1 }
    END { exit !found }' "$1" || fail "$1 has no $3 under '$2'; wanted one to copy."
}

# Does what the README begins with, the packed package standing for its name.
install_carrel() {
  snippet "$REPOSITORY/README.md" Carrel sh | sed "s|npm install carrel|npm install --silent '$PACKAGE'|" >install.sh
  grep -qF "$PACKAGE" install.sh || fail "the README does not begin with 'npm install carrel'."
  sh -e install.sh
}

# serve COMMAND...: starts a server on a free port, waits for its address, and puts it into $address.
serve() {
  # In a process group of its own: what npm starts does not end with npm.
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
  [ -n "$port" ] || fail "'$*' told no address: $(cat server.out)"
  address=http://127.0.0.1:$port
}

stop() {
  kill -- "-$server"
  wait "$server" || true
  server=
}

# holds WHAT TEXT PATTERN: fails unless the text has the pattern somewhere.
holds() {
  grep -qE -- "$3" <<<"$2" || fail "$1 has no '$3': ${2:0:2000}"
}
