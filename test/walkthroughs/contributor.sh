# A contributor clones the repository and adds a facet. The metadata, the pages and the OpenAPI description
# contain the facet, and the tests pass.
. "$REPOSITORY/test/walkthroughs/walkthrough.sh"

git clone --quiet "$REPOSITORY" carrel
cd carrel
npm ci --silent

# insert FILE BEFORE: inserts standard input before the text BEFORE. Fails unless exactly one line of the file begins
# with BEFORE.
insert() {
  node -e "
    const { readFileSync, writeFileSync } = require('node:fs');
    const [file, before] = process.argv.slice(1);
    const [above, ...below] = readFileSync(file, 'utf8').split('\n' + before);
    if (below.length !== 1) {
      throw new Error(file + ': expected one line that begins with ' + before + ', found ' + below.length);
    }
    writeFileSync(file, above + '\n' + readFileSync(0, 'utf8') + before + below[0]);
  " "$1" "$2"
}
sed -i "s/^  | 'publication_date';$/  | 'publication_date'\n  | 'publisher';/" src/catalog/narrowings.ts
snippet .github/CONTRIBUTING.md 'Another narrowing' ts | insert src/catalog/narrowings.ts $'};\n\n/** The built-in narrowings'
snippet .github/CONTRIBUTING.md 'Another narrowing' ts 2 | insert test/catalog/narrowings.test.ts $'};\n\ndescribe'
changed=$(git diff --name-only)
[ "$(wc -l <<<"$changed")" = 2 ] || fail "expected a change of the table and its test only, found: $changed"

update='npx vitest run test/types --update'
grep -q "$update" .github/CONTRIBUTING.md || fail "CONTRIBUTING.md does not run $update"
$update --silent --reporter=dot >update.out 2>&1 || fail "$(tail -40 update.out)"
npm run --silent lint || fail 'the linter rejects the code of CONTRIBUTING.md'
npm run --silent types || fail 'the code of CONTRIBUTING.md does not compile'
npm run --silent compile
# The excluded tests take long, and test the words and the queries of searches, which a facet does not change.
npx vitest run --silent --reporter=dot --testTimeout=60000 --exclude 'test/kiosk/chromium/**' \
  --exclude test/v1/plain-search.test.ts --exclude 'test/v1/search/**' --exclude 'test/v1/query-language/**' \
  test/architecture test/catalog test/texts test/v1 test/kiosk >tests.out 2>&1 ||
  fail "tests fail: $(tail -80 tests.out)"

PORT=0 serve npm start
search="$address/v1/titles?q=*&library=alderwick&api_key=demo"
metadata=$(curl -sS "$search&metadata=1")
expect_match 'metadata' "$metadata" '"id":"publisher","name":"Publisher"'
node -e "
  const { narrow_bys } = JSON.parse(process.argv[1]).metadata;
  const [{ name, count, link }] = narrow_bys.find(({ id }) => id === 'publisher').narrow_tos;
  fetch(link).then((response) => response.json()).then((narrowed) => {
    if (narrowed.count !== count) throw new Error(name + ': expected ' + count + ' titles, found ' + narrowed.count);
  });
" "$metadata" || fail 'the count of a publisher differs from the number of titles that its link returns'
expect_match 'page of results' "$(curl -sS "$address/search?library=alderwick")" 'facet:publisher'
expect_match 'page of results in German' "$(curl -sS "$address/search?library=alderwick&locale=de-DE")" '<summary>Verlag</summary>'
expect_match 'OpenAPI description' "$(curl -sS "$address/openapi.json")" 'Only titles of this publisher'
stop
