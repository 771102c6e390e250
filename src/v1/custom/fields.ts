import { editDistance } from '../../search/analysis/edit-distance.js';
import { SEARCH_TYPES, type SearchFields } from '../search-types.js';
import type { NamedValues } from './named-values.js';
import type { NumberField } from './number-field.js';

/** What the values of a field are looked for in. */
export type FieldSearch =
  | { readonly kind: 'text'; readonly fields: SearchFields }
  | { readonly kind: 'identifier'; readonly withCallNumbers: boolean }
  | { readonly kind: 'call_number' }
  | { readonly kind: 'named'; readonly values: NamedValues }
  | { readonly kind: 'number'; readonly number: NumberField }
  /** Known, and no catalog has it. */
  | { readonly kind: 'nothing' };

/** The length of a code. */
const CODE_LENGTH = 2;

interface Field {
  readonly searches: FieldSearch;
  /** Other names, and codes of two letters. */
  readonly also?: string;
}

const { keyword } = SEARCH_TYPES;
const text = (fields: SearchFields): FieldSearch => ({ kind: 'text', fields });
const named = (values: NamedValues): FieldSearch => ({ kind: 'named', values });
const number = (column: NumberField): FieldSearch => ({ kind: 'number', number: column });
const nothing: FieldSearch = { kind: 'nothing' };

/** The fields of the query language by their first names. A match counts as it does for `keyword`. */
export const FIELDS = {
  anywhere: { searches: text(keyword), also: 'an' },
  title: { searches: text({ title: keyword.title }), also: 'ti' },
  author: { searches: text({ author: keyword.author }), also: 'contributor artist au co ar' },
  subject: {
    searches: text({ subject: keyword.subject }),
    also: 'subjectheading topic theme topictheme su sh tp th tt',
  },
  genre: {
    searches: text({ genre: keyword.genre }),
    also: 'genreheading genretag mood ge gh gt mo',
  },
  series: { searches: text({ series: keyword.series }), also: 'se' },
  tag: { searches: text({ tag: keyword.tag }), also: 'tg' },
  publisher: { searches: text({ publisher: keyword.publisher }), also: 'pu' },
  contents: { searches: text({ contents: keyword.contents }), also: 'cn' },
  notes: { searches: text({ notes: keyword.notes }), also: 'generalnote no gn' },
  summary: { searches: text({ summary: keyword.summary }), also: 'sm' },
  edition: { searches: text({ edition: keyword.edition }), also: 'ed' },
  callnumber: { searches: { kind: 'call_number' }, also: 'ca' },
  identifier: { searches: { kind: 'identifier', withCallNumbers: false }, also: 'localid li' },
  id: { searches: { kind: 'identifier', withCallNumbers: true } },
  format: { searches: named('title_format'), also: 'formatcode fo' },
  language: { searches: named('language'), also: 'isolanguage la' },
  audience: { searches: named('audience'), also: 'agerating ad ag' },
  available: { searches: named('available_at'), also: 'avlocation av' },
  branch: { searches: named('branch'), also: 'br' },
  contenttype: { searches: named('content_type'), also: 'fictiontype cc ft' },
  new: { searches: number('new'), also: 'nw' },
  pubyear: { searches: number('publication_year'), also: 'py' },
  starrating: { searches: number('rating'), also: 'sr' },
  onorder: { searches: named('on_order'), also: 'oo' },
  award: { searches: nothing },
  lexile: { searches: nothing },
  period: { searches: nothing },
  region: { searches: nothing },
  localheading: { searches: nothing },
} as const satisfies Readonly<Record<string, Field>>;

/** The first name of a field. */
export type FieldName = keyof typeof FIELDS;

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** Every name and code, lower case, with its field; names before codes. */
const CALLED: ReadonlyMap<string, FieldName> = new Map(
  FIELD_NAMES.flatMap((field) => {
    const { also = '' }: Field = FIELDS[field];
    return [field, ...also.split(' ').filter(Boolean)].map((name) => [name, field] as const);
  }).sort(([a], [b]) => Number(a.length <= CODE_LENGTH) - Number(b.length <= CODE_LENGTH)),
);

/** The field of a name or code, case ignored. */
export function fieldCalled(name: string): FieldName | undefined {
  return CALLED.get(name.toLowerCase());
}

/** The known name that is fewest typing errors away; a code only where a code may have been meant. */
export function nearestName(name: string): string {
  const typed = name.toLowerCase();
  const candidates = [...CALLED.keys()].filter(
    (known) => known.length > CODE_LENGTH || typed.length <= CODE_LENGTH,
  );
  const distances = candidates.map((known) => editDistance(typed, known));
  return candidates[distances.indexOf(Math.min(...distances))];
}
