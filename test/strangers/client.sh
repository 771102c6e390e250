# A developer has a client of the API: from nothing to its answers, with only address and key changed.
. "$REPOSITORY/test/strangers/stranger.sh"

install_carrel
export PATH="$PWD/node_modules/.bin:$PATH"
cp node_modules/carrel/test/examples/existing-client.mjs client.mjs

snippet node_modules/carrel/README.md 'As a server' sh >commands
sh -e <(grep '^carrel build' commands) >/dev/null
sed -n 's/--port 8080/--port 0/; s/^carrel serve/exec carrel serve/p' commands >server.sh
serve sh server.sh

request=$(snippet node_modules/carrel/README.md 'As a server' sh 2 | sed "s|http://127.0.0.1:8080|$address|; s|^curl|curl -sS|")
holds 'the request that the README shows' "$(eval "$request")" '"titles":\['

answers=$(BASE_URL=$address API_KEY=secret node client.mjs)
holds 'what the client has found' "$answers" '^7 titles, 10 on each of 1 pages$'
holds 'what the client has found' "$answers" "^404 No session 'no-such-session' found\.$"
if grep -q 'but' <<<"$answers"; then fail "a link does not keep what its count promises: $answers"; fi
refused=$(BASE_URL=$address API_KEY=another node client.mjs 2>&1) && fail 'another key was let in.'
holds 'what another key is told' "$refused" '403 '
stop
