import { Ajv, type Options } from 'ajv';
import { FORMATS, type JsonSchema } from '../../base/json-schema.js';
import { lazy, lazyRecord } from '../../base/lazy.js';
import type { Validator } from './record-checker.js';

/**
 * Creates a compiler of schemas. It counts UTF-16 code units as the length of a text, so that compiled code needs no
 * function of Ajv. No schema may therefore require more than one character.
 */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    messages: false,
    allowUnionTypes: true,
    unicode: false,
    // Without a logger, Ajv does not warn about the option `unicode`, which it may remove in its next major version.
    logger: false,
    strictTypes: true,
    strictTuples: true,
    ...options,
  });
  ajv.addKeyword('expected');
  for (const [name, { validate }] of Object.entries(FORMATS)) ajv.addFormat(name, { validate });
  return ajv;
}

/** Returns a validator for each schema. A schema is compiled when its validator is first read. */
export function compileValidators<Name extends string>(
  schemas: Readonly<Record<Name, JsonSchema>>,
): Readonly<Record<Name, Validator>> {
  const ajv = lazy(createAjv);
  const compile = (schema: JsonSchema) => Object.assign(ajv().compile(schema), { schema });
  return lazyRecord(Object.keys(schemas) as Name[], (name) => compile(schemas[name]));
}
