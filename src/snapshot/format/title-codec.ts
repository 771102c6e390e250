import type { Title } from '../../catalog/records/title.js';
import type { StringTable } from '../../search/index.js';

/**
 * How a value is encoded. `plain`: as its JSON value. `shared`: as an index into the table of shared
 * strings. `list`: as an array of its items. `record`: as an array of the values of its fields.
 */
type Form =
  | 'plain'
  | 'shared'
  | { readonly list: Form }
  | { readonly record: Readonly<Record<string, Form>> };

const names = { list: { record: { name: 'shared' } } } as const satisfies Form;
const code = { record: { id: 'shared', name: 'shared' } } as const satisfies Form;
const sharedTexts = { list: 'shared' } as const satisfies Form;
const plainTexts = { list: 'plain' } as const satisfies Form;

/**
 * The encoding of each field of a title. The order of the fields defines their numbers. Strings that many
 * titles repeat (names, subjects, call numbers, dates) are shared. The id of a title is stored separately.
 */
const FIELDS: Readonly<Record<Exclude<keyof Title, 'id'>, Form>> = {
  title: 'plain',
  format: code,
  sub_title: 'plain',
  authors: names,
  isbns: plainTexts,
  primary_language: { record: { name: 'shared' } },
  languages: names,
  publication_date: 'shared',
  call_number: 'shared',
  holdings: {
    list: {
      record: { branch: 'shared', status: 'shared', call_number: 'shared', collection: 'shared' },
    },
  },
  added: 'shared',
  popularity: 'plain',
  rating: 'plain',
  subjects: sharedTexts,
  genres: sharedTexts,
  tags: sharedTexts,
  series: { list: { record: { name: 'shared', number: 'shared' } } },
  publishers: names,
  additional_contributors: names,
  pages: 'plain',
  physical_description: sharedTexts,
  edition: 'shared',
  description: 'plain',
  notes: plainTexts,
  contents: plainTexts,
  statement_of_responsibility: 'plain',
  suitabilities: names,
  performers: names,
  fiction: 'plain',
  upcs: plainTexts,
  availability: code,
  details_url: 'plain',
  jacket_cover: { record: { url: 'plain', default: 'plain' } },
  sort_title: 'plain',
  alternate_titles: plainTexts,
  alternate_authors: sharedTexts,
};

const FIELD_NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** Adds a string to the table of shared strings, and returns its index. */
type Share = (text: string) => number;

type Encode = (value: unknown, share: Share) => unknown;

/** Stands for a missing field of a nested record. A present field of a nested record is never null. */
const ABSENT = null;

const ENCODERS = FIELD_NAMES.map((name) => ({ name, encode: encoderOf(FIELDS[name]) }));

/**
 * Encodes a title as a compact JSON array: field number, value, field number, value, and so on. Fields that
 * are missing or null are omitted. A nested record is encoded as the array of its values, and a shared string
 * as its index.
 */
export function encodeTitle(title: Title, share: Share): string {
  const flat: unknown[] = [];
  ENCODERS.forEach(({ name, encode }, number) => {
    const value = title[name];
    if (value !== undefined && value !== null) flat.push(number, encode(value, share));
  });
  return JSON.stringify(flat);
}

function encoderOf(form: Form): Encode {
  if (form === 'plain') return (value) => value;
  if (form === 'shared') return (value, share) => share(value as string);
  if ('list' in form) {
    const encode = encoderOf(form.list);
    return (value, share) => (value as readonly unknown[]).map((item) => encode(item, share));
  }
  const parts = Object.entries(form.record).map(([name, part]) => ({
    name,
    encode: encoderOf(part),
  }));
  return (value, share) => {
    const record = value as Readonly<Record<string, unknown>>;
    const encoded: unknown[] = [];
    let length = 0;
    for (const { name, encode } of parts) {
      const part = record[name];
      encoded.push(part === undefined ? ABSENT : encode(part, share));
      if (part !== undefined) length = encoded.length;
    }
    encoded.length = length;
    return encoded;
  };
}

/** Decodes a title that {@link encodeTitle} encoded. */
export function decodeTitle(id: string, json: string, shared: Pick<StringTable, 'get'>): Title {
  const flat: unknown[] = JSON.parse(json);
  const title: Record<string, unknown> = { id };
  for (let i = 0; i < flat.length; i += 2) {
    const name = FIELD_NAMES[flat[i] as number];
    title[name] = decode(flat[i + 1], FIELDS[name], shared);
  }
  return title as unknown as Title;
}

/** Decodes only the given fields of a title that {@link encodeTitle} encoded. */
export function decodeFields<Field extends Exclude<keyof Title, 'id'>>(
  json: string,
  shared: Pick<StringTable, 'get'>,
  fields: readonly Field[],
): Pick<Title, Field> {
  const flat: unknown[] = JSON.parse(json);
  const picked: Record<string, unknown> = {};
  for (let i = 0; i < flat.length; i += 2) {
    const name = FIELD_NAMES[flat[i] as number] as Field;
    if (fields.includes(name)) picked[name] = decode(flat[i + 1], FIELDS[name], shared);
  }
  return picked as Pick<Title, Field>;
}

function decode(value: unknown, form: Form, shared: Pick<StringTable, 'get'>): unknown {
  if (form === 'plain') return value;
  if (form === 'shared') return shared.get(value as number);
  if ('list' in form) {
    return (value as readonly unknown[]).map((item) => decode(item, form.list, shared));
  }
  const parts = value as readonly unknown[];
  const record: Record<string, unknown> = {};
  Object.entries(form.record).forEach(([name, part], index) => {
    if (index < parts.length && parts[index] !== ABSENT) {
      record[name] = decode(parts[index], part, shared);
    }
  });
  return record;
}
