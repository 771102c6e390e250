import type { CopiesSummary, TitleSummaryFields } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import type { StringTable } from '../../search/index.js';

/**
 * How a value is encoded. `plain`: as its JSON value. `object`: as its JSON value, with the keys of all objects in the
 * order of their code units. `shared`: as an index into the table of shared
 * strings. `list`: as an array of its items. `record`: as an array of the values of its fields.
 */
export type Form =
  | 'plain'
  | 'object'
  | 'shared'
  | { readonly list: Form }
  | { readonly record: Readonly<Record<string, Form>> };

const names = { list: { record: { name: 'shared' } } } as const satisfies Form;
const code = { record: { id: 'shared', name: 'shared' } } as const satisfies Form;
const sharedTexts = { list: 'shared' } as const satisfies Form;
const plainTexts = { list: 'plain' } as const satisfies Form;

/** The fields of a title, except its id, which is stored separately. */
type Field = Exclude<keyof Title, 'id'>;

/** The encoding of the fields that a page of search results is created from, and of the holdings. */
const FIRST_FIELDS = {
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
      record: {
        branch: 'shared',
        status: 'shared',
        call_number: 'shared',
        collection: 'shared',
        volume: 'shared',
        barcode: 'plain',
      },
    },
  },
  links: {
    list: {
      record: { kind: 'shared', url: 'plain', text: 'shared', note: 'shared', part: 'shared' },
    },
  },
} as const satisfies Partial<Record<Field, Form>>;

/** The encoding of the other fields. */
const DETAIL_FIELDS: Readonly<Record<Exclude<Field, keyof typeof FIRST_FIELDS | 'marc'>, Form>> = {
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
  holdings_statements: { list: { record: { branch: 'shared', text: 'plain', note: 'shared' } } },
  related: { list: { record: { relation: 'shared', title: 'plain', id: 'plain' } } },
  identifiers: { list: { record: { type: 'shared', value: 'plain' } } },
  topics: sharedTexts,
  places: sharedTexts,
  periods: sharedTexts,
  people: sharedTexts,
  extra: 'object',
  boost: 'plain',
  publication_places: sharedTexts,
};

/** The encoding of the MARC record. */
const MARC_FIELDS = {
  marc: {
    record: {
      leader: 'plain',
      fields: {
        list: {
          record: {
            tag: 'plain',
            value: 'plain',
            indicator1: 'plain',
            indicator2: 'plain',
            subfields: { list: { record: { code: 'plain', value: 'plain' } } },
          },
        },
      },
    },
  },
} as const satisfies Partial<Record<Field, Form>>;

/**
 * The encoding of the number of holdings of a title, and of their statuses, each once. A summary has them in place of the
 * holdings, so that reading it takes no longer if the title has many holdings.
 */
const COPIES = { record: { count: 'plain', statuses: sharedTexts } } as const satisfies Form;

/** A field of the encoded record. `copies` is computed from the holdings. */
type EncodedField = Field | 'copies';

/**
 * The encoding of each field. The order of the fields defines their numbers. Strings that many titles repeat
 * (names, subjects, call numbers, dates) are shared.
 */
const FIELDS: Readonly<Record<EncodedField, Form>> = {
  ...FIRST_FIELDS,
  ...DETAIL_FIELDS,
  ...MARC_FIELDS,
  copies: COPIES,
};

/** The names of the fields, by number. */
export const FIELD_NAMES = Object.keys(FIELDS) as EncodedField[];

/** The names of the fields of a title. */
export const TITLE_FIELDS = FIELD_NAMES.filter((name) => name !== 'copies');

/** The encoding of each field, by the number of the field. */
export const FIELD_FORMS: readonly Form[] = Object.values(FIELDS);

/** The parts of an encoded title that every title has. Each part can be decoded without the other parts. */
export const RECORD_PARTS = ['summary', 'holdings', 'details'] as const;

export type RecordPart = (typeof RECORD_PARTS)[number];

/** The parts of an encoded title. The part `marc` contains only the MARC record. */
const PARTS = [...RECORD_PARTS, 'marc'] as const;

/** A part of an encoded title. */
export type Part = (typeof PARTS)[number];

/** The encoded part of a title that has none of the fields of the part. */
export const EMPTY_PART = '[]';

/** The part that contains each field, by the name of the field. */
export const PART_OF: ReadonlyMap<EncodedField, Part> = new Map(
  FIELD_NAMES.map((name) => [name, partOf(name)]),
);

function partOf(name: EncodedField): Part {
  if (name === 'holdings') return 'holdings';
  if (name in FIRST_FIELDS || name === 'copies') return 'summary';
  return name in MARC_FIELDS ? 'marc' : 'details';
}

/** Adds a string to the table of shared strings, and returns its index. */
type Share = (text: string) => number;

type Encode = (value: unknown, share: Share) => unknown;

/** Stands for a missing field of a nested record. A present field of a nested record is never null. */
const ABSENT = null;

const ENCODERS = FIELD_NAMES.map((name, number) => ({
  name,
  number,
  part: PART_OF.get(name) ?? 'details',
  encode: encoderOf(FIELDS[name]),
}));

/**
 * Encodes each part of a title as a compact JSON array: field number, value, field number, value, and so on.
 * Fields that are missing or null are omitted. A nested record is encoded as the array of its values, and a
 * shared string as its index.
 */
export function encodeTitle(title: Title, share: Share): Readonly<Record<Part, string>> {
  const flat: Record<Part, unknown[]> = { summary: [], holdings: [], details: [], marc: [] };
  for (const { name, number, part, encode } of ENCODERS) {
    const value = name === 'copies' ? copiesOf(title.holdings) : title[name];
    if (value !== undefined && value !== null) flat[part].push(number, encode(value, share));
  }
  return {
    summary: JSON.stringify(flat.summary),
    holdings: flat.holdings.length === 0 ? EMPTY_PART : JSON.stringify(flat.holdings),
    details: JSON.stringify(flat.details),
    marc: flat.marc.length === 0 ? EMPTY_PART : JSON.stringify(flat.marc),
  };
}

/** The number of holdings of a title, and their statuses, each once. */
interface Copies {
  readonly count: number;
  readonly statuses: readonly string[];
}

/** Returns undefined without holdings. */
function copiesOf(holdings: Title['holdings'] = []): Copies | undefined {
  if (holdings.length === 0) return undefined;
  const statuses = [...new Set(holdings.map(({ status }) => status))];
  return { count: holdings.length, statuses };
}

function encoderOf(form: Form): Encode {
  if (form === 'plain') return (value) => value;
  if (form === 'object') return withSortedKeys;
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

/** Returns a copy of a JSON value in which the keys of all objects are sorted. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, withSortedKeys(item)]));
}

type SharedStrings = Pick<StringTable, 'get'>;

type Decode = (value: unknown, shared: SharedStrings) => unknown;

const DECODERS = FIELD_NAMES.map((name) => decoderOf(FIELDS[name]));

/** Returns a part of an encoded title. */
type ReadPart = (part: Part) => string;

/** Decodes a title that {@link encodeTitle} encoded, without its MARC record. */
export function decodeTitle(id: string, readPart: ReadPart, shared: SharedStrings): Title {
  const title = { id };
  for (const part of RECORD_PARTS) decodePart(readPart(part), shared, TITLE_FIELDS, title);
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

/** The decoders of a summary. Of a link, they decode only the kind. */
const SUMMARY_DECODERS = DECODERS.map((decode, field) =>
  FIELD_NAMES[field] === 'links'
    ? sharedPartDecoder(FIRST_FIELDS.links.list.record, 'kind')
    : decode,
);

/** Creates a function that decodes only one shared string of each record in a list. */
function sharedPartDecoder(record: Readonly<Record<string, Form>>, name: string): Decode {
  const at = Object.keys(record).indexOf(name);
  return (value, shared) =>
    (value as readonly (readonly number[])[]).map((part) => ({ [name]: shared.get(part[at]) }));
}

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
    const name = FIELD_NAMES[field];
    const value = SUMMARY_DECODERS[field](flat[i + 1], shared);
    if (name === 'copies') Object.assign(record, copiesSummary(value as Copies));
    else record[name] = value;
  }
  return record as unknown as TitleSummaryFields;
}

function copiesSummary({ count, statuses }: Copies): CopiesSummary {
  return { copies: count, holdings: statuses.map((status) => ({ status })) };
}

/** Decodes the given fields of a part of a title, and adds them to a record. */
function decodePart(
  json: string,
  shared: SharedStrings,
  fields: readonly EncodedField[],
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
  if (form === 'plain' || form === 'object') return (value) => value;
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
