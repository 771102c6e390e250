import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS, type JsonSchema } from '../../src/base/json-schema.js';
import { SETTINGS_SCHEMAS } from '../../src/import/settings-files.js';
import {
  CHANGE_SCHEMAS,
  RECORD_SCHEMAS,
  schemaErrors,
} from '../../src/snapshot/source/record-checker.js';
import { runs } from '../random-seed.js';

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...RECORD_SCHEMAS,
  ...CHANGE_SCHEMAS,
  ...SETTINGS_SCHEMAS,
};

/** Returns a function that returns the errors of a value that Ajv finds. */
function ajvErrors(schema: JsonSchema) {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    messages: false,
    allowUnionTypes: true,
    unicode: false,
    logger: false,
  });
  ajv.addKeyword('expected');
  for (const [name, { validate }] of Object.entries(FORMATS)) ajv.addFormat(name, { validate });
  const isValid = ajv.compile(schema);
  return (value: unknown) => {
    isValid(value);
    return (isValid.errors ?? []).map(({ instancePath, keyword, parentSchema, params }) => {
      const key = params.missingProperty ?? params.additionalProperty;
      const end = key === undefined ? '' : `/${escapeKey(key)}`;
      return { pointer: instancePath + end, keyword, schema: parentSchema };
    });
  };
}

function escapeKey(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

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

describe('The errors of a value are those that Ajv finds', () => {
  it.each(Object.keys(SCHEMAS))('for the schema %s', (name) => {
    const schema = SCHEMAS[name];
    const expected = ajvErrors(schema);
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const found = schemaErrors(value, schema).map(({ path, keyword, schema }) => ({
          pointer: path.map((key) => `/${escapeKey(key)}`).join(''),
          keyword,
          schema,
        }));
        expect(found).toEqual(expected(value));
      }),
      { numRuns: runs(400) },
    );
  });
});
