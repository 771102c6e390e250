import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { compile, ROOT } from '../cli/compiled.js';

/** The module that reads the declaration files when it is loaded. */
let declarations: typeof import('./public-declarations.js');

beforeAll(async () => {
  compile();
  declarations = await import('./public-declarations.js');
}, 120_000);

const NOTE = `\`npx vitest run test/types/public-api.test.ts --update\` writes this file from the compiled declarations. A change of this
file is a change of the public API: describe it in CHANGELOG.md, and add what must compile to \`programs\`.
`;

const INTRODUCTION = `# Public API

This page lists what the package exports. [Versioning](versioning.md) applies to these names and to the documented
members of their types. Nothing else in the package is public: other files cannot be imported, and properties that the
declarations do not contain may change in any version.

\`npm run reference\` in a clone writes a page for each function and type. An editor that reads the types describes them too. A
\`Catalog\` has only the members \`source\`, \`fingerprint\`, \`changed\`, \`library\` and \`counts\`. Its records are
read with the functions.
`;

const KINDS = { function: 'Functions', class: 'Classes', const: 'Constants' } as const;

/** Returns a paragraph with names as code, in lines of up to 120 characters. */
function paragraph(title: string, names: readonly string[]): string {
  const lines = [`${title}:`];
  for (const [i, name] of names.entries()) {
    const word = ` \`${name}\`${i === names.length - 1 ? '.' : ','}`;
    if (lines[lines.length - 1].length + word.length > 120) lines.push(word.trim());
    else lines[lines.length - 1] += word;
  }
  return names.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

it('docs/public-api.md lists the exports of the package', async () => {
  const sections = declarations.PUBLIC_NAMES.map(({ entry, exports }) => {
    const ofKind = (title: string, isIncluded: (kind: string) => boolean) =>
      paragraph(
        title,
        exports.filter(({ kind }) => isIncluded(kind)).map(({ name }) => name),
      );
    const values = Object.entries(KINDS).map(([kind, title]) => ofKind(title, (k) => k === kind));
    return `\n## ${entry}\n${values.join('')}${ofKind('Types', (kind) => !(kind in KINDS))}`;
  });
  const text = INTRODUCTION + sections.join('');
  await expect(text).toMatchFileSnapshot('../../docs/public-api.md');
});

it('test/types/public-api.md has the declarations of the exports', async () => {
  const text = `${NOTE}\n${declarations.publicDeclarations()}`;
  await expect(text).toMatchFileSnapshot('./public-api.md');
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

it('Programs compile with the declarations of the package, and wrong programs do not', async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = join(ROOT, 'test/types/programs');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', project]).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});
