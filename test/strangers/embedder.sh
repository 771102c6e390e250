# Someone embeds Carrel in a Fastify service: from nothing to answers of that service.
. "$REPOSITORY/test/strangers/stranger.sh"

install_carrel

snippet node_modules/carrel/README.md 'In a Node service' js >ask.mjs
holds 'what the README first shows' "$(node ask.mjs)" '^6 Moby'

most=$(sed -nE 's/.*takes less than ([0-9]+) MB.*/\1/p' node_modules/carrel/README.md)
size=$(du -sm node_modules | cut -f1)
[ "$size" -lt "$most" ] || fail "node_modules takes $size MB; the README promises less than $most."

# A service that is not made of ES modules has it as well.
node -e "if (typeof require('carrel').searchTitles !== 'function') process.exit(1)" ||
  fail "require('carrel') has no searchTitles."
for door in http kiosk search browser; do
  node --input-type=module -e "await import('carrel/$door')" || fail "carrel/$door does not load."
done

npm install --silent fastify@5
cp node_modules/carrel/test/examples/embedding/fastify.mjs service.mjs
PORT=0 serve node service.mjs
holds 'the API in the service' "$(curl -sS "$address/v1/titles?q=whale&library=alderwick&api_key=secret")" '"title":"Just So Stories"'
holds 'the API under a prefix' "$(curl -sS "$address/meridian/v1/titles?q=*&library=meridian&api_key=secret")" '"count":[1-9]'
holds 'the service itself' "$(curl -sS "$address/")" '^The application around it\.$'
holds 'a request without a key' "$(curl -sS "$address/v1/titles?q=whale&library=alderwick")" '"message":"[^"]*api_key'
stop
