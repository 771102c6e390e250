import type { TitleSummaryFields } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import type { StringTable } from '../../search/index.js';

/**
 * How a value is encoded. `plain`: as its JSON value. `shared`: as an index into the table of shared
 * strings. `list`: as an array of its items. `record`: as an array of the values of its fields.
 */
export type Form =
  | 'plain'
  | 'shared'
  | { readonly list: Form }
  | { readonly record: Readonly<Record<string, Form>> };

const names = { list: { record: { name: 'shared' } } } as const satisfies Form;
const code = { record: { id: 'shared', name: 'shared' } } as const satisfies Form;
const sharedTexts = { list: 'shared' } as const satisfies Form;
const plainTexts = { list: 'plain' } as const satisfies Form;

/** The fields of a title, except its id, which is stored separately. */
type Field = Exclude<keyof Title, 'id'>;

/** The encoding of the fields that a page of search results is created from. */
const SUMMARY_FIELDS = {
  title: 'plain',
  format: code,
  sub_title: 'plain',
  authors: names,
  isbns: plainTexts,
  upcs: plainTexts,
  availability: code,
  details_url: 'plain',
  holdings: {
    list: {
      record: { branch: 'shared', status: 'shared', call_number: 'shared', collection: 'shared' },
    },
  },
} as const satisfies Partial<Record<Field, Form>>;

/** The encoding of the other fields. */
const DETAIL_FIELDS: Readonly<Record<Exclude<Field, keyof typeof SUMMARY_FIELDS>, Form>> = {
  primary_language: { record: { name: 'shared' } },
  languages: names,
  publication_date: 'shared',
  call_number: 'shared',
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
  jacket_cover: { record: { url: 'plain', default: 'plain' } },
  sort_title: 'plain',
  alternate_titles: plainTexts,
  alternate_authors: sharedTexts,
};

/**
 * The encoding of each field. The order of the fields defines their numbers. Strings that many titles repeat
 * (names, subjects, call numbers, dates) are shared.
 */
const FIELDS: Readonly<Record<Field, Form>> = { ...SUMMARY_FIELDS, ...DETAIL_FIELDS };

/** The names of the fields, by number. */
export const FIELD_NAMES = Object.keys(FIELDS) as Field[];

/** The encoding of each field, by the number of the field. */
export const FIELD_FORMS: readonly Form[] = Object.values(FIELDS);

/** The parts of an encoded title. Each part can be decoded without the other part. */
export const PARTS = ['summary', 'details'] as const;

/** A part of an encoded title. */
export type Part = (typeof PARTS)[number];

/** The part that contains each field, by the name of the field. */
export const PART_OF: ReadonlyMap<Field, Part> = new Map(
  FIELD_NAMES.map((name) => [name, name in SUMMARY_FIELDS ? 'summary' : 'details']),
);

/** Adds a string to the table of shared strings, and returns its index. */
type Share = (text: string) => number;

type Encode = (value: unknown, share: Share) => unknown;

/** Stands for a missing field of a nested record. A present field of a nested record is never null. */
const ABSENT = null;

const ENCODERS = FIELD_NAMES.map((name) => ({ name, encode: encoderOf(FIELDS[name]) }));

/**
 * Encodes each part of a title as a compact JSON array: field number, value, field number, value, and so on.
 * Fields that are missing or null are omitted. A nested record is encoded as the array of its values, and a
 * shared string as its index.
 */
export function encodeTitle(title: Title, share: Share): Readonly<Record<Part, string>> {
  const flat: Record<Part, unknown[]> = { summary: [], details: [] };
  ENCODERS.forEach(({ name, encode }, number) => {
    const value = title[name];
    if (value === undefined || value === null) return;
    flat[PART_OF.get(name)!].push(number, encode(value, share));
  });
  return { summary: JSON.stringify(flat.summary), details: JSON.stringify(flat.details) };
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

type SharedStrings = Pick<StringTable, 'get'>;

type Decode = (value: unknown, shared: SharedStrings) => unknown;

const DECODERS = FIELD_NAMES.map((name) => decoderOf(FIELDS[name]));

/** Returns a part of an encoded title. */
type ReadPart = (part: Part) => string;

/** Decodes a title that {@link encodeTitle} encoded. */
export function decodeTitle(id: string, readPart: ReadPart, shared: SharedStrings): Title {
  const title = { id };
  for (const part of PARTS) decodePart(readPart(part), shared, FIELD_NAMES, title);
  return title as unknown as Title;
}

/** Decodes only the given fields of a title that {@link encodeTitle} encoded. */
export function decodeFields<F extends Field>(
  readPart: ReadPart,
  shared: SharedStrings,
  fields: readonly F[],
): Pick<Title, F> {
  const picked = {};
  for (const part of PARTS) {
    if (fields.some((field) => PART_OF.get(field) === part)) {
      decodePart(readPart(part), shared, fields, picked);
    }
  }
  return picked as Pick<Title, F>;
}

/** The index of the status in the encoded array of a holding. */
const STATUS = Object.keys(SUMMARY_FIELDS.holdings.list.record).indexOf('status');

/** The decoders of a summary. Of a holding, they decode only the status. */
const SUMMARY_DECODERS = DECODERS.map((decode, field): Decode => {
  if (FIELD_NAMES[field] !== 'holdings') return decode;
  return (value, shared) =>
    (value as readonly (readonly number[])[]).map((holding) => ({
      status: shared.get(holding[STATUS]),
    }));
});

/**
 * Decodes the summary of a title that {@link encodeTitle} encoded.
 *
 * @param json the part `summary`
 */
export function decodeSummary(json: string, shared: SharedStrings): TitleSummaryFields {
  const flat: unknown[] = JSON.parse(json);
  const record: Record<string, unknown> = {};
  for (let i = 0; i < flat.length; i += 2) {
    const field = flat[i] as number;
    record[FIELD_NAMES[field]] = SUMMARY_DECODERS[field](flat[i + 1], shared);
  }
  return record as unknown as TitleSummaryFields;
}

/** Decodes the given fields of a part of a title, and adds them to a record. */
function decodePart(
  json: string,
  shared: SharedStrings,
  fields: readonly Field[],
  record: Record<string, unknown>,
): void {
  const flat: unknown[] = JSON.parse(json);
  for (let i = 0; i < flat.length; i += 2) {
    const field = flat[i] as number;
    const name = FIELD_NAMES[field];
    if (fields.includes(name)) record[name] = DECODERS[field](flat[i + 1], shared);
  }
}

function decoderOf(form: Form): Decode {
  if (form === 'plain') return (value) => value;
  if (form === 'shared') return (value, shared) => shared.get(value as number);
  if ('list' in form) {
    const decode = decoderOf(form.list);
    return (value, shared) => (value as readonly unknown[]).map((item) => decode(item, shared));
  }
  const parts = Object.entries(form.record).map(([name, part]) => ({
    name,
    decode: decoderOf(part),
  }));
  return (value, shared) => {
    const encoded = value as readonly unknown[];
    const record: Record<string, unknown> = {};
    for (let i = 0; i < encoded.length; i++) {
      if (encoded[i] !== ABSENT) record[parts[i].name] = parts[i].decode(encoded[i], shared);
    }
    return record;
  };
}
