/*
 * The fields of the query language: their names, their codes, and how each is searched. Extra fields of a library are
 * added to the built-in fields.
 */

import { editDistance } from '../../base/edit-distance.js';
import { memoizePerObject } from '../../base/lazy.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import type { QueryNumber, QueryValues } from '../../catalog/query-columns.js';
import type { FieldBoosts } from '../../search/index.js';
import { SEARCH_TYPES, type SearchFields } from '../search/field-boosts.js';

/** The columns whose values a query names by id. Values of some columns also have codes or names. */
export const NAMED_VALUES = [
  'title_format',
  'language',
  'audience',
  'period',
  'place',
  'available_at',
  'branch',
  'content_type',
  'on_order',
] as const satisfies readonly (Narrowing | QueryValues)[];

/** The name of a column in {@link NAMED_VALUES}. */
export type NamedValues = (typeof NAMED_VALUES)[number];

/**
 * The numbers that a query can search: the numeric columns, with `new` in place of `added_day`. `new` is the
 * number of days from the date when a title was added to the date of the snapshot.
 */
export type NumberField = Exclude<QueryNumber, 'added_day'> | 'new';

/** How a field is searched. */
export type FieldSearch =
  | {
      readonly kind: 'text';
      readonly fields: SearchFields;
      /** Whether the field has names of persons. In a phrase, the family name can be first or last. */
      readonly hasNames: boolean;
    }
  | { readonly kind: 'identifier'; readonly withCallNumbers: boolean }
  | { readonly kind: 'call_number' }
  | { readonly kind: 'named'; readonly values: NamedValues }
  | { readonly kind: 'number'; readonly number: NumberField }
  /** A field of the query language for which catalogs have no data. */
  | { readonly kind: 'nothing' };

/** The number of characters in the code of a field. Names are longer. The field name `id` counts as a code. */
const CODE_CHARS = 2;

interface Field {
  readonly search: FieldSearch;
  /** The other names and the codes of the field, separated by spaces. Default: none. */
  readonly aliases?: string;
}

const { keyword } = SEARCH_TYPES;
const text = (fields: SearchFields): FieldSearch => ({ kind: 'text', fields, hasNames: false });
const names = (fields: SearchFields): FieldSearch => ({ kind: 'text', fields, hasNames: true });
const named = (values: NamedValues): FieldSearch => ({ kind: 'named', values });
const number = (column: NumberField): FieldSearch => ({ kind: 'number', number: column });
const nothing: FieldSearch = { kind: 'nothing' };

/** The fields of the query language by primary name. Fields of text have the boosts of the search type `keyword`. */
export const FIELDS = {
  anywhere: { search: text(keyword), aliases: 'an' },
  title: { search: text({ title: keyword.title }), aliases: 'ti' },
  author: { search: names({ author: keyword.author }), aliases: 'contributor artist au co ar' },
  subject: {
    search: text({ subject: keyword.subject }),
    aliases: 'subjectheading topic theme topictheme su sh tp th tt',
  },
  genre: {
    search: text({ genre: keyword.genre }),
    aliases: 'genreheading genretag mood ge gh gt mo',
  },
  series: { search: text({ series: keyword.series }), aliases: 'se' },
  tag: { search: text({ tag: keyword.tag }), aliases: 'tg' },
  publisher: { search: names({ publisher: keyword.publisher }), aliases: 'pu' },
  contents: { search: text({ contents: keyword.contents }), aliases: 'cn' },
  notes: { search: text({ notes: keyword.notes }), aliases: 'generalnote no gn' },
  summary: { search: text({ summary: keyword.summary }), aliases: 'sm' },
  edition: { search: text({ edition: keyword.edition }), aliases: 'ed' },
  callnumber: { search: { kind: 'call_number' }, aliases: 'ca' },
  identifier: {
    search: { kind: 'identifier', withCallNumbers: false },
    aliases: 'isbn localid li',
  },
  id: { search: { kind: 'identifier', withCallNumbers: true } },
  format: { search: named('title_format'), aliases: 'formatcode fo' },
  language: { search: named('language'), aliases: 'isolanguage la' },
  audience: { search: named('audience'), aliases: 'agerating ad ag' },
  available: { search: named('available_at'), aliases: 'avlocation av' },
  branch: { search: named('branch'), aliases: 'br' },
  contenttype: { search: named('content_type'), aliases: 'fictiontype cc ft' },
  new: { search: number('new'), aliases: 'nw' },
  pubyear: { search: number('publication_year'), aliases: 'py' },
  starrating: { search: number('rating'), aliases: 'sr' },
  onorder: { search: named('on_order'), aliases: 'oo' },
  award: { search: nothing },
  lexile: { search: nothing },
  period: { search: named('period') },
  region: { search: named('place') },
  localheading: { search: nothing },
} as const satisfies Readonly<Record<string, Field>>;

/**
 * The field to which a message refers, by another name of the field, without underscores: names in the rest of the API,
 * in other search engines and in other languages, and the codes of EBSCO.
 */
const OTHER_NAMES: ReadonlyMap<string, FieldName> = new Map(
  Object.entries({
    anywhere:
      'all any keyword kw text fulltext tx words word default query allfields serverchoice allindexes anyindexes allrecords',
    title: 'titre titel titulo titolo maintitle subtitle заглавие название 题名',
    author:
      'creator name writer byline composer editor illustrator translator narrator director actor performer authors auteur verfasser автор 作者',
    subject:
      'keywords heading subjects descriptor descriptors de sujet schlagwort materia тема 主题',
    genre: 'category genres kind genero',
    series: 'serie collection reihe',
    tag: 'tags label labels',
    publisher: 'press imprint publishers pb editeur verlag editorial издательство',
    contents: 'toc tableofcontents',
    notes: 'note remark comment',
    summary: 'abstract ab description synopsis blurb',
    format: 'titleformat type doctype itemtype materialtype material medium media',
    pubyear:
      'year years yr publicationdate publicationyear publishdate pubdate published date dt dateissued issued copyright annee jahr erscheinungsjahr ano год',
    callnumber: 'shelfmark shelf classification class callno dewey ddc lcc signatur cote',
    identifier: 'isbn10 isbn13 issn lccn oclc upc ean doi barcode ib bn number',
    language: 'lang lng langue sprache idioma язык 语言',
    available: 'availableat availability avail status',
    branch: 'location library holding at',
    audience: 'suitability age agegroup agelevel readinglevel level',
    starrating: 'rating stars score',
    region: 'place country coverage',
    period: 'era century',
    new: 'added acquired newlyacquired',
  } satisfies Partial<Record<FieldName, string>>).flatMap(([field, others]) =>
    others.split(' ').map((name) => [name, field as FieldName] as const),
  ),
);

/** Matches a context set of CQL before the name of a field. */
const CONTEXT_SET = /^(?:cql|dc|dcterms|bath|bib|rec)\./;

/** Returns whether a name begins with a context set of CQL, as in `dc.title`. */
export function isInContextSet(name: string): boolean {
  return CONTEXT_SET.test(name.toLowerCase());
}

/** Returns whether a field has this name elsewhere. A message then refers to the field. */
export function hasOtherName(name: string): boolean {
  return OTHER_NAMES.has(plainName(name));
}

/** Returns whether a word in capitals is the code of a field, here or in EBSCO, as in `TI gone girl`. */
export function isCodeInCapitals(word: string, fields = BUILT_IN_FIELDS): boolean {
  return /^[A-Z]{2}$/.test(word) && (findField(word, fields) !== undefined || hasOtherName(word));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(CONTEXT_SET, '').replaceAll('_', '');
}

/** The primary name of a built-in field. */
export type FieldName = keyof typeof FIELDS;

/** The fields of the query language in one search: the built-in fields, and the extra fields of a library. */
export interface QueryFields {
  /** How each field is searched, by the primary name of the field. */
  readonly searches: Readonly<Record<string, FieldSearch>>;
  /**
   * The primary name of each field, by its names and codes in lower case. Names come before codes, so that
   * {@link nearestFieldName} prefers a name to a code at the same edit distance.
   */
  readonly byName: ReadonlyMap<string, string>;
}

function createQueryFields(fields: Readonly<Record<string, Field>>): QueryFields {
  const names = Object.entries(fields).flatMap(([field, { aliases = '' }]) =>
    [field, ...aliases.split(' ').filter(Boolean)].map((name) => [name, field] as const),
  );
  return {
    searches: Object.fromEntries(
      Object.entries(fields).map(([field, { search }]) => [field, search]),
    ),
    byName: new Map(
      names.sort(([a], [b]) => Number(a.length <= CODE_CHARS) - Number(b.length <= CODE_CHARS)),
    ),
  };
}

/** The {@link QueryFields} of a library without extra fields. */
export const BUILT_IN_FIELDS = createQueryFields(FIELDS);

/**
 * Returns the fields of the query language in one search.
 *
 * @param boosts the fields of the search type `keyword` and their boosts. Fields that are not built in are extra fields,
 *   which queries search by their names.
 */
export const queryFieldsOf = memoizePerObject((boosts: FieldBoosts): QueryFields => {
  if (boosts === keyword) return BUILT_IN_FIELDS;
  const builtIn = Object.entries<Field>(FIELDS).map(([name, field]): [string, Field] => {
    const { search } = field;
    if (search.kind !== 'text') return [name, field];
    const searched = Object.keys(name === 'anywhere' ? boosts : search.fields);
    const fields = Object.fromEntries(searched.map((one) => [one, boosts[one]]));
    return [name, { ...field, search: { ...search, fields } }];
  });
  const extra = Object.entries(boosts)
    .filter(([name]) => !Object.hasOwn(keyword, name))
    .map(([name, boost]): [string, Field] => [name, { search: text({ [name]: boost }) }]);
  return createQueryFields(Object.fromEntries([...builtIn, ...extra]));
});

/**
 * Returns the field with this name or code, or undefined if there is none. Case is ignored. A name in a context set of CQL,
 * such as `dc.creator`, may also be one of the {@link OTHER_NAMES}.
 */
export function findField(name: string, { byName } = BUILT_IN_FIELDS): string | undefined {
  const typed = name.toLowerCase();
  if (!isInContextSet(name)) return byName.get(typed);
  return byName.get(typed.replace(CONTEXT_SET, '')) ?? OTHER_NAMES.get(plainName(name));
}

/**
 * Returns the field that is also called `name`, such as `pubyear` for `publication_date`. If there is none, returns the
 * name or code of a field with the smallest edit distance from `name`. Codes are considered only if `name` has at most
 * {@link CODE_CHARS} characters. For a longer `name`, considers only the names that contain it, if there are any: `pubyear`
 * is nearest to `year`.
 */
export function nearestFieldName(name: string, { byName } = BUILT_IN_FIELDS): string {
  const typed = name.toLowerCase().replace(CONTEXT_SET, '');
  const otherName = byName.has(typed) ? undefined : OTHER_NAMES.get(plainName(name));
  if (otherName !== undefined) return otherName;
  const candidates = [...byName.keys()].filter(
    (known) => known.length > CODE_CHARS || typed.length <= CODE_CHARS,
  );
  const containing = candidates.filter(
    (known) => typed.length > CODE_CHARS && known.includes(typed),
  );
  const likely = containing.length > 0 ? containing : candidates;
  const distances = likely.map((known) => editDistance(typed, known));
  return likely[distances.indexOf(Math.min(...distances))];
}
