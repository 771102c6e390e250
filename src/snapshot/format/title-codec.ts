import type { Title } from '../../catalog/title.js';
import type { StringTable } from '../../search/string-table.js';

/**
 * How a field's value is written: as it stands, as the number of a string that titles share, or,
 * for what is made of other values, part by part.
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
 * The fields of a title in the order of their numbers. What many titles repeat (names, subjects,
 * call numbers, dates) is shared. The id stands beside the record, not in it.
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

/**
 * A title as compact JSON: field number, value, field number, value. A record within is the array of
 * its values, a shared string its number.
 *
 * @param share gives the number of a string that titles share
 */
export function encodeTitle(title: Title, share: (text: string) => number): string {
  const flat: unknown[] = [];
  FIELD_NAMES.forEach((name, number) => {
    const value = title[name];
    if (value !== undefined && value !== null)
      flat.push(number, encode(value, FIELDS[name], share));
  });
  return JSON.stringify(flat);
}

/** The title that {@link encodeTitle} wrote. */
export function decodeTitle(id: string, json: string, shared: StringTable): Title {
  const flat: unknown[] = JSON.parse(json);
  const title: Record<string, unknown> = { id };
  for (let i = 0; i < flat.length; i += 2) {
    const name = FIELD_NAMES[flat[i] as number];
    title[name] = decode(flat[i + 1], FIELDS[name], shared);
  }
  return title as unknown as Title;
}

function encode(value: unknown, form: Form, share: (text: string) => number): unknown {
  if (form === 'plain') return value;
  if (form === 'shared') return share(value as string);
  if ('list' in form) {
    return (value as readonly unknown[]).map((item) => encode(item, form.list, share));
  }
  const record = value as Readonly<Record<string, unknown>>;
  const parts = Object.entries(form.record).map(([name, part]) =>
    record[name] === undefined ? ABSENT : encode(record[name], part, share),
  );
  while (parts.at(-1) === ABSENT) parts.pop();
  return parts;
}

function decode(value: unknown, form: Form, shared: StringTable): unknown {
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

/** Stands for a part that a record does not have; no part is ever null. */
const ABSENT = null;
