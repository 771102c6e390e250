import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { compile, ROOT } from '../cli/compiled.js';

/** The module that reads the declaration files when it is loaded. */
let declarations: typeof import('./public-declarations.js');

beforeAll(async () => {
  compile();
  declarations = await import('./public-declarations.js');
}, 120_000);

// `npx vitest run test/types --update` writes the file. A removed or added name is a change of the public API: describe
// it in CHANGELOG.md, and add what must compile to `programs`, which `npm run types` compiles.
it('The package exports the names of public-names.txt', async () => {
  const names = declarations.PUBLIC_NAMES.flatMap(({ entry, exports }) =>
    exports.map(({ name, kind }) => `${entry} ${kind} ${name}\n`),
  );
  await expect(names.join('')).toMatchFileSnapshot('./public-names.txt');
});

it('Every member of an interface of the public API has a description', () => {
  expect(declarations.undescribedMembers()).toEqual([]);
});

/** The functions whose examples in their descriptions `test/documented-functions.test.ts` runs. */
const RUN_DESCRIPTIONS = ['harvestChanges'];

it('Every public function has an example in a document, a description or test/examples that a test runs', () => {
  const documents = readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => [
      ...readFileSync(join(ROOT, 'docs', name), 'utf8').matchAll(/^```js\n(.*?)^```$/gms),
    ]);
  const columns = readFileSync(join(ROOT, 'test/examples/custom-column.mjs'), 'utf8');
  const code = [...documents.map(([, block]) => block), columns]
    .join('\n')
    .replace(/^import .*? from '.*?';/gms, '');
  const functions = declarations.PUBLIC_NAMES.flatMap(({ exports }) =>
    exports.filter(({ kind }) => kind === 'function').map(({ name }) => name),
  );
  expect(functions).toContain('createApi');
  const missing = functions.filter(
    (name) => !RUN_DESCRIPTIONS.includes(name) && !new RegExp(`\\b${name}\\b`).test(code),
  );
  expect(missing).toEqual([]);
});
