/*
 * Writes the fields of requests and responses into the declarations of the package. In the code, the types are derived from
 * the schemas and tables, and an editor shows no descriptions of derived fields. Only the build runs this file.
 */

import type { JsonSchema } from '../../base/json-schema.js';
import {
  FACET_VALUES_PARAMETERS,
  PARAMETERS,
  type Parameter,
  SEARCH_PARAMETERS,
  SUGGEST_PARAMETERS,
} from './parameters.js';
import {
  facetValueSchema,
  facetValuesSchema,
  NAMED_SCHEMAS,
  titleFieldsSchema,
} from './responses.js';

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...NAMED_SCHEMAS,
  TitleFields: titleFieldsSchema,
  FacetValue: facetValueSchema,
  FacetValues: facetValuesSchema,
};

const TABLES: Readonly<Record<string, Readonly<Record<string, Parameter>>>> = {
  ...Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, table]) => [`PARAMETERS.${name}`, table]),
  ),
  FACET_VALUES_PARAMETERS,
  SEARCH_PARAMETERS,
  SUGGEST_PARAMETERS,
};

const NARROWING_TYPES: Readonly<Record<string, string>> = {
  title_format: 'FormatId',
  exclude_title_format: 'FormatId',
  available_at: 'BranchId',
  exclude_available_at: 'BranchId',
  content_type: 'ContentTypeId',
  list_type: 'ListTypeId',
};

/** Matches an interface without fields of its own, in a declaration file. */
const DERIVED = /^export interface (\w+) extends (FromSchema|InputsOf)<typeof ([\w.]+)> \{\n\}$/gm;

/**
 * Replaces each derived interface by one with fields and their descriptions.
 *
 * @param declarations the text of `responses.d.ts` or `parameters.d.ts`
 * @throws Error if there is no derived interface
 */
export function describeDeclarations(declarations: string): string {
  const described = declarations.replace(DERIVED, (_, name, kind, table) => {
    const { description, properties = {}, required = [] } = SCHEMAS[name] ?? {};
    const fields =
      kind === 'FromSchema'
        ? Object.entries(properties).map(([field, schema]) =>
            declareField(field, required.includes(field), typeOf(schema), schema.description),
          )
        : Object.entries(TABLES[table]).map(([field, parameter]) =>
            declareField(
              field,
              'expectedIfMissing' in parameter,
              inputType(field, parameter),
              inputDescription(parameter),
            ),
          );
    return `${comment('', description)}export interface ${name} {\n${fields.join('')}}`;
  });
  if (described === declarations) throw new Error('expected derived interfaces, found none');
  return described;
}

/** Returns the TypeScript type of a schema. An object with properties is one of the named schemas. */
function typeOf(schema: JsonSchema): string {
  const { type, items, properties, additionalProperties } = schema;
  if (schema.enum !== undefined) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (typeof type === 'object') {
    return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  }
  if (properties !== undefined && type === 'object') {
    const name = Object.keys(SCHEMAS).find((key) => SCHEMAS[key].properties === properties);
    if (name === undefined) throw new Error(`expected a name for ${JSON.stringify(schema)}`);
    return name;
  }
  if (type === 'array') return `readonly ${typeOf(items ?? {})}[]`;
  if (type === 'integer') return 'number';
  if (type !== 'object') return String(type);
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `{ readonly [key: string]: ${value} }`;
}

function inputType(name: string, parameter: Parameter): string {
  switch (parameter.type) {
    case 'text':
      return 'string';
    case 'number':
      return 'number';
    case 'narrowing': {
      const value = NARROWING_TYPES[name] ?? 'string';
      return `${value} | readonly ${value}[] | null`;
    }
    case 'choice':
      return parameter.values
        .flatMap((value) => (/^\d+$/.test(value) ? [`'${value}'`, value] : [`'${value}'`]))
        .join(' | ');
  }
}

function inputDescription(parameter: Parameter): string {
  const { type, description } = parameter;
  if (type === 'narrowing') {
    return `${description}. An array: any of its values. Default: no narrowing`;
  }
  const value = 'defaultValue' in parameter ? parameter.defaultValue : undefined;
  return value === undefined ? description : `${description}. Default: \`${value}\``;
}

function declareField(
  name: string,
  isRequired: boolean,
  type: string,
  description?: string,
): string {
  const field = isRequired ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
  return `${comment('    ', description)}    readonly ${field};\n`;
}

function comment(indent: string, description: string | undefined): string {
  if (description === undefined) return '';
  return `${indent}/** ${description.replace(/GET \/v1\S*/, '`$&`')}. */\n`;
}
