# A contributor adds a narrowing: from a clone to metadata, pages and OpenAPI, with green tests.
. "$REPOSITORY/test/strangers/stranger.sh"

git clone --quiet "$REPOSITORY" carrel
cd carrel
npm ci --silent

# insert FILE BEFORE: puts standard input before the line that begins so.
insert() {
  node -e "
    const { readFileSync, writeFileSync } = require('node:fs');
    const [file, before] = process.argv.slice(1);
    const [above, ...below] = readFileSync(file, 'utf8').split('\n' + before);
    if (below.length !== 1) throw new Error(file + ' has not one line that begins with ' + before);
    writeFileSync(file, above + '\n' + readFileSync(0, 'utf8') + before + below[0]);
  " "$1" "$2"
}
snippet .github/CONTRIBUTING.md 'Another narrowing' ts | insert src/catalog/narrowings.ts '} satisfies'
snippet .github/CONTRIBUTING.md 'Another narrowing' ts 2 | insert test/catalog/narrowings.test.ts $'};\n\ndescribe'
[ "$(git diff --name-only | wc -l)" = 2 ] || fail "more than the table and its test was touched: $(git diff --name-only)"

npm run --silent lint || fail 'the linter has an objection to what CONTRIBUTING.md shows.'
npm run --silent types || fail 'what CONTRIBUTING.md shows does not compile.'
npm run --silent compile
npx vitest run --silent --reporter=dot --testTimeout=60000 --exclude 'test/kiosk/chromium/**' \
  test/architecture test/catalog test/texts test/v1 test/kiosk >tests.out 2>&1 ||
  fail "tests break: $(tail -80 tests.out)"

PORT=0 serve npm start
search="$address/v1/titles?q=*&library=alderwick&api_key=demo"
metadata=$(curl -sS "$search&metadata=1")
holds 'metadata' "$metadata" '"id":"publisher","name":"Publisher"'
node -e "
  const { narrow_bys } = JSON.parse(process.argv[1]).metadata;
  const [{ name, count, link }] = narrow_bys.find(({ id }) => id === 'publisher').narrow_tos;
  fetch(link).then((response) => response.json()).then((narrowed) => {
    if (narrowed.count !== count) throw new Error(name + ' promised ' + count + ' and gave ' + narrowed.count);
  });
" "$metadata" || fail 'a link to a publisher does not keep what its count promises.'
holds 'the page of results' "$(curl -sS "$address/search?library=alderwick")" 'facet:publisher'
holds 'the page of results in German' "$(curl -sS "$address/search?library=alderwick&locale=de-DE")" '<summary>Verlag</summary>'
holds 'the description of the API' "$(curl -sS "$address/openapi.json")" 'Only titles of this publisher'
stop
