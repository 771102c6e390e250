# A developer embeds Carrel in a Fastify service.
. "$REPOSITORY/test/walkthroughs/walkthrough.sh"

install_carrel
readme=node_modules/carrel/README.md

snippet $readme 'Use it in a Node service' js >search.mjs
expect_match 'output of the first example' "$(node search.mjs)" '^6 Moby'

maximum=$(sed -nE 's/.*take less than ([0-9]+) MB.*/\1/p' $readme)
size=$(du -sm --apparent-size node_modules | cut -f1)
[ "$size" -lt "$maximum" ] || fail "node_modules: expected less than $maximum MB as in the README, found $size MB"

# CommonJS code can load the package too.
node -e "if (typeof require('carrel').searchTitles !== 'function') process.exit(1)" ||
  fail "require('carrel') has no searchTitles"
for entry in http kiosk search browser; do
  node --input-type=module -e "await import('carrel/$entry')" || fail "carrel/$entry does not load"
done

npm install fastify@5 vitest@4 typescript@5 @types/node@20 >/dev/null
npx tsc --noEmit --checkJs --strict --module nodenext --target es2023 search.mjs ||
  fail 'the first example does not compile with the types of the package'

cp node_modules/carrel/test/examples/service/*.mjs .
npx vitest run || fail 'the tests of the service fail'
node snapshots.mjs
PORT=0 serve node service.mjs
expect_match 'page of the service' "$(curl -sS "$address/?q=whale")" '<li>Just So Stories'
expect_match 'API under a prefix' "$(curl -sS "$address/api/v1/titles?q=*&library=branch&api_key=secret")" '"count":3'
expect_match 'request without a key' "$(curl -sS "$address/api/v1/titles?q=whale&library=alderwick")" '"message":"[^"]*api_key'
stop
