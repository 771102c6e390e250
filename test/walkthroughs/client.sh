# A developer uses an existing client of the API with Carrel, and changes only its address and API key.
. "$REPOSITORY/test/walkthroughs/walkthrough.sh"

install_carrel
export PATH="$PWD/node_modules/.bin:$PATH"
cp node_modules/carrel/test/examples/existing-client.mjs client.mjs
readme=node_modules/carrel/README.md

snippet $readme 'Run it as a server' sh >commands
sh -e <(grep '^carrel build' commands) >/dev/null
sed -n 's/--port 8080/--port 0/; s/^carrel serve/exec carrel serve/p' commands >server.sh
serve sh server.sh

request=$(snippet $readme 'Run it as a server' sh 2 | sed "s|http://127.0.0.1:8080|$address|; s|^curl|curl -sS|")
expect_match 'response to the request of the README' "$(eval "$request")" '"titles":\['

output=$(BASE_URL=$address API_KEY=secret node client.mjs)
expect_match 'output of the client' "$output" '^7 titles, 10 on each of 1 pages$'
expect_match 'output of the client' "$output" "^404 No session 'no-such-session' found\.$"
if grep -q 'but' <<<"$output"; then fail "the count of a facet differs from the number of titles that its link returns: $output"; fi
refused=$(BASE_URL=$address API_KEY=another node client.mjs 2>&1) && fail 'an unknown API key was accepted'
expect_match 'error for an unknown API key' "$refused" '403 '
stop
