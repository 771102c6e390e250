import type { JsonSchema } from '../../../src/base/json-schema.js';
import type { Parameter } from '../../../src/v1/schema/parameters.js';

const MAX_LINE_CHARS = 100;

/** The types of narrowings whose built-in values an editor offers. */
const NARROWING_TYPES: Readonly<Record<string, string>> = {
  title_format: 'FormatId',
  available_at: 'BranchId',
  content_type: 'ContentTypeId',
  list_type: 'ListTypeId',
};

/**
 * Returns the TypeScript interfaces of object schemas, with the descriptions of the schemas and of their fields as
 * comments, in the format of Biome.
 *
 * @param schemas the schemas by the name of the interface. Every object with properties inside a schema must have the
 *   same properties as one of the schemas
 * @param bases the name of the interface that an interface extends. Default: none.
 */
export function interfacesOfSchemas(
  schemas: Readonly<Record<string, JsonSchema>>,
  bases: Readonly<Record<string, string>>,
): string {
  function typeOf(schema: JsonSchema): string {
    const { type, items, properties, additionalProperties } = schema;
    if (schema.enum !== undefined) return schema.enum.map((value) => `'${value}'`).join(' | ');
    if (typeof type === 'object') {
      return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
    }
    if (properties !== undefined && type === 'object') {
      const name = Object.keys(schemas).find((key) => schemas[key].properties === properties);
      if (name === undefined) throw new Error(`expected a name for ${JSON.stringify(schema)}`);
      return name;
    }
    if (type === 'array') return `readonly ${typeOf(items ?? {})}[]`;
    if (type === 'integer') return 'number';
    if (type !== 'object') return String(type);
    const value =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `{ readonly [key: string]: ${value} }`;
  }

  return Object.entries(schemas)
    .map(([name, { description, properties = {}, required = [] }]) => {
      const inherited = schemas[bases[name] ?? '']?.properties ?? {};
      const fields = Object.entries(properties)
        .filter(([field]) => !Object.hasOwn(inherited, field))
        .map(([field, schema]) =>
          fieldText(field, required.includes(field), typeOf(schema), schema.description),
        );
      return interfaceText(name, description, fields, bases[name]);
    })
    .join('\n');
}

/**
 * Returns the TypeScript interfaces of tables of parameters, in the format of Biome.
 *
 * @param tables the parameters by their name, by the name of the interface
 * @param descriptions the descriptions of the interfaces
 */
export function interfacesOfParameters(
  tables: Readonly<Record<string, Readonly<Record<string, Parameter>>>>,
  descriptions: Readonly<Record<string, string>>,
): string {
  return Object.entries(tables)
    .map(([name, parameters]) => {
      const fields = Object.entries(parameters).map(([field, parameter]) => {
        const isRequired = 'expectedIfMissing' in parameter;
        const type = parameterType(field, parameter);
        return fieldText(
          field,
          isRequired,
          isRequired ? type : `${type} | undefined`,
          parameterDescription(parameter),
        );
      });
      return interfaceText(name, descriptions[name], fields);
    })
    .join('\n');
}

function parameterType(name: string, parameter: Parameter): string {
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

function parameterDescription(parameter: Parameter): string {
  const { type, description } = parameter;
  if (type === 'narrowing')
    return `${description}. An array: any of its values. Default: no narrowing`;
  const value = 'defaultValue' in parameter ? parameter.defaultValue : undefined;
  return value === undefined ? description : `${description}. Default: \`${value}\``;
}

function interfaceText(
  name: string,
  description: string | undefined,
  fields: readonly string[],
  base?: string,
): string {
  const heritage = base === undefined ? '' : ` extends ${base}`;
  return `${comment('', description)}export interface ${name}${heritage} {\n${fields.join('')}}\n`;
}

function fieldText(
  name: string,
  isRequired: boolean,
  type: string,
  description: string | undefined,
): string {
  const field = `  readonly ${name}${isRequired ? '' : '?'}:`;
  const line = `${field} ${type};`;
  const text =
    line.length <= MAX_LINE_CHARS
      ? line
      : `${field}\n${type
          .split(' | ')
          .map((part) => `    | ${part}`)
          .join('\n')};`;
  return `${comment('  ', description)}${text}\n`;
}

function comment(indent: string, description: string | undefined): string {
  if (description === undefined) throw new Error('expected a description of every field');
  const sentence = `${description.replace(/GET \/v1\S*/, '`$&`')}.`;
  const line = `${indent}/** ${sentence} */`;
  if (line.length <= MAX_LINE_CHARS) return `${line}\n`;
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (`${indent} *${longer}`.length <= MAX_LINE_CHARS) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return `${indent}/**\n${lines.map((text) => `${indent} *${text}\n`).join('')}${indent} */\n`;
}
