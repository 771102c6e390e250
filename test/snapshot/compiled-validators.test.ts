import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { build } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/base/json-schema.js';
import { settingsValidators } from '../../src/import/settings-validators.js';
import { changeValidators } from '../../src/snapshot/changes/change-validators.js';
import type { Validator } from '../../src/snapshot/source/record-checker.js';
import { recordValidators } from '../../src/snapshot/source/record-validators.js';
import { compile, ROOT } from '../cli/compiled.js';
import { runs } from '../random-seed.js';

type Validators = Readonly<Record<string, Validator>>;

/** The validators that Ajv compiles at run time, by the module that the package replaces. */
const EXPECTED: Readonly<Record<string, Validators>> = {
  'snapshot/source/record-validators': recordValidators,
  'snapshot/changes/change-validators': changeValidators,
  'import/settings-validators': settingsValidators,
};

/** The validators that the package contains, by module. */
const compiled: Record<string, Validators> = {};

beforeAll(async () => {
  compile();
  const { default: options } = await import(pathToFileURL(join(ROOT, 'rolldown.config.js')).href);
  const { external, plugins, platform } = options[0];
  for (const module of Object.keys(EXPECTED)) {
    const input = join(ROOT, 'src', `${module}.ts`);
    const { output } = await build({ input, platform, external, plugins, write: false });
    const url = `data:text/javascript,${encodeURIComponent(output[0].code)}`;
    const [exported] = Object.values(await import(url));
    compiled[module] = exported as Validators;
  }
}, 120_000);

const UNUSUAL = fc.constantFrom<unknown>(
  ...[undefined, null, '', 'é\ud800', '.', -1, 0, 1.5, Number.NaN, true, [], [null], {}],
  ...[{ 'a/b~"c': 1 }, { toString: 1 }, JSON.parse('{"__proto__": 1}'), 'ftp://a', 'x'.repeat(300)],
);
const TEXTS = ['a', '1', '.', '2011-10-12', '2011-10-12T17:23:09Z', 'https://example.org/', '245'];

/** Generates values of a schema, with a few unusual values. */
function valuesOf({ type, enum: words, items, properties }: JsonSchema): fc.Arbitrary<unknown> {
  const [name] = typeof type === 'string' ? [type] : (type ?? []);
  const usual = () => {
    if (words !== undefined) return fc.constantFrom<unknown>(...words);
    if (name === 'array') return fc.array(valuesOf(items ?? {}), { maxLength: 2 });
    if (name === 'object' && properties !== undefined) {
      const fields = Object.entries(properties).map(([key, schema]) => [key, valuesOf(schema)]);
      const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
      return fc.oneof(
        { arbitrary: known, weight: 9 },
        { arbitrary: known.map((value) => ({ ...value, 'un/known': 1 })), weight: 1 },
      );
    }
    if (name === 'object')
      return fc.dictionary(fc.constantFrom('a', "b'"), fc.constantFrom('x', 1));
    return name === 'string'
      ? fc.constantFrom(...TEXTS)
      : fc.constantFrom<unknown>(0, 1, true, 'a');
  };
  return fc.oneof({ arbitrary: usual(), weight: 20 }, { arbitrary: UNUSUAL, weight: 1 });
}

describe.each(Object.keys(EXPECTED))('The validators of %s in the package', (module) => {
  it.each(Object.keys(EXPECTED[module]))('find the same errors as Ajv: %s', (name) => {
    const expected = EXPECTED[module][name];
    const found = compiled[module][name];
    expect(found.schema).toEqual(expected.schema);
    fc.assert(
      fc.property(valuesOf(expected.schema), (value) => {
        expect(found(value)).toBe(expected(value));
        expect(found.errors).toEqual(expected.errors);
      }),
      { numRuns: runs(100) },
    );
  });
});
