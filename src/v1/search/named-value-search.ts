/*
 * The search for the titles of a format, a language or an audience that the query names (`named-values.ts`):
 * `ebook frankenstein` also finds the titles in the format eBook that have the word `frankenstein`.
 */

import type { Titles } from '../../catalog/catalog.js';
import { namedVolumes } from '../../catalog/series-volumes.js';
import {
  difference,
  intersect,
  isStopWord,
  tokenize,
  unitePair,
  type Word,
} from '../../search/index.js';
import {
  allOf,
  createWordSearch,
  keywordQuery,
  NO_TITLES,
  termsOf,
  type WordSearch,
} from './expanded-word.js';
import type { SearchFields } from './field-boosts.js';
import {
  type NamedUnit,
  type NamedValue,
  type NamingQuery,
  namedValueQuery,
} from './named-values.js';
import type { MatchRelaxed } from './query-budget.js';
import { expandWords, findNoise, phraseBoosts, seriesAndVolume } from './query-words.js';
import { findContainedNames, textOf } from './relaxation.js';
import { containedTitleBoosts, exactTitleBoosts } from './title-boosts.js';
import type { RankedGroup, TitleMatches } from './title-matches.js';

/** The fields in which a word such as `ebook` describes what a title is about. */
const NAME_FIELDS = ['title', 'series', 'author', 'subject'] as const;

/** Returns whether a search reads words as values. A search of only some fields, such as the author, does not. */
export function readsNamedValues(fields: SearchFields): boolean {
  return NAME_FIELDS.every((field) => field in fields);
}

interface NamedValueSearch {
  readonly search: WordSearch;
  readonly naming: NamingQuery;
  /** The titles with all words as text. */
  readonly asText: RankedGroup;
  readonly matchRelaxed: MatchRelaxed;
  /** Searches for the other words of the query. */
  readonly searchRest: (rest: string) => TitleMatches;
}

/**
 * Finds the titles with all words of a query, and the titles with the values that the query names and the other words.
 * First come titles with the words for the values in a title, a name or a subject (*The Audiobook Murders*). If these
 * words are generic, such as `books`, the title must also equal the query. Then come titles with the values, and last
 * titles with the words elsewhere, such as in notes. If no title is found, the search for the other words is relaxed.
 *
 * @returns undefined if no title has the values
 */
export function searchNamedValues(
  typed: string,
  options: NamedValueSearch,
): TitleMatches | undefined {
  const { search, naming, asText, matchRelaxed } = options;
  const { titles } = search;
  const { documents: text } = asText.matches;
  const units = naming.units.map((unit) => expandUnit(unit, search));
  const inNames = matchRelaxed(allOf(units.map(({ asName }) => asName)));
  if (inNames === undefined) return undefined;
  const isGeneric = naming.units.every((unit) => unit.isGeneric);
  const first = intersect(text, inNames.matches.documents).filter(
    (title) => !isGeneric || asText.titleBoosts?.(asText.matches).factors.has(title),
  );
  for (const required of requiredWords(tokenize(naming.rest), text.length > 0)) {
    const rest = expandWords(required, search);
    const words = [...rest, ...units].map(({ expanded }) => expanded);
    const found = matchRelaxed(keywordQuery(words, phraseBoosts(rest, search)));
    const namedValues = valuesAmong(found?.matches.documents ?? NO_TITLES, naming, titles);
    if (found === undefined || namedValues.length === 0) continue;
    const second = difference(found.matches.documents, first);
    const last = difference(difference(text, first), second);
    const groups: RankedGroup[] = [
      { ...asText, matches: asText.matches.narrowed(first) },
      {
        name: 'named_value',
        query: found.query,
        matches: found.matches.narrowed(second),
        titleBoosts: () => {
          if (units.length > 1) {
            return containedTitleBoosts(findContainedNames(titles, tokenize(typed)));
          }
          const volumes = namedVolumes(titles, seriesAndVolume(rest));
          const ofText = (text: string) => exactTitleBoosts(titles, text, second, volumes);
          const boosts = ofText(naming.rest);
          return boosts.factors.size > 0 ? boosts : ofText(required.map(textOf).join(' '));
        },
      },
      { ...asText, matches: asText.matches.narrowed(last) },
    ];
    const documents = unitePair(text, second);
    return {
      documents,
      groups: groups.filter(({ matches }) => matches.documents.length > 0),
      steps: [
        { name: 'all_words', count: text.length },
        { name: 'named_value', count: found.matches.documents.length },
      ],
      cost: asText.matches.cost + found.matches.cost + inNames.matches.cost,
      strict: documents,
      relaxed: undefined,
      namedValues,
    };
  }
  return text.length > 0 ? undefined : relaxRest(options);
}

/**
 * Returns the lists of words to require next to named values. The first list that finds titles counts. Words that only
 * request a title are left out, such as `about` in `books about dogs`. The first list keeps them after other words,
 * such as `fiction` in `science fiction ebooks`. If there are only such words (`arabic novels`), they are left out only
 * if no title has all words of the query.
 */
function requiredWords(words: readonly Word[], isFound: boolean): readonly (readonly Word[])[] {
  const { described, isNoise } = findNoise(words, true);
  if (described.length === 0 && isFound) return [words];
  const follows = (i: number) => i > 0 && !isNoise[i - 1] && !isStopWord(termsOf(words[i - 1])[0]);
  const more = words.filter((_, i) => described.length === 0 || !isNoise[i] || follows(i));
  return more.length > described.length ? [more, described] : [described];
}

/** Creates the query for a unit in titles, names and subjects, and a word of a query: this query or the values. */
function expandUnit(unit: NamedUnit, { titles, fields }: WordSearch) {
  const searched = NAME_FIELDS.filter((field) => field !== 'subject' || !unit.isExplicit);
  const names = Object.fromEntries(searched.map((field) => [field, fields[field]]));
  const words = expandWords(tokenize(unit.text), createWordSearch(titles, names));
  const asName = keywordQuery(words.map(({ expanded }) => expanded));
  const values = namedValueQuery(unit.named, titles);
  const forms = unit.isGeneric ? [values] : [asName, values];
  return { expanded: { forms, isStopWord: false }, asName };
}

/** Returns the named values that some of the documents have. */
function valuesAmong(
  documents: Uint32Array,
  { units }: NamingQuery,
  { columns, valueOrd }: Titles,
): readonly NamedValue[] {
  const named = units.flatMap((unit) => unit.named);
  return named.filter(({ values }) =>
    values.some(
      ({ narrowing, value }) =>
        columns[narrowing].select(documents, [valueOrd(narrowing, value)]).length > 0,
    ),
  );
}

/** Returns the titles with the named values among the titles that a relaxed search for the other words finds. */
function relaxRest({
  search,
  naming,
  matchRelaxed,
  searchRest,
}: NamedValueSearch): TitleMatches | undefined {
  const rest = searchRest(naming.rest);
  const values = naming.units.map((unit) => namedValueQuery(unit.named, search.titles));
  const named = matchRelaxed(allOf(values))?.matches;
  if (rest.relaxed === undefined || named === undefined) return undefined;
  const groups = rest.groups.map((group) => ({
    ...group,
    matches: group.matches.narrowed(intersect(group.matches.documents, named.documents)),
  }));
  const documents = intersect(rest.documents, named.documents);
  if (documents.length === 0) return undefined;
  const texts = naming.units.map(({ text }) => text).join(' ');
  const { respelling } = rest;
  return {
    ...rest,
    ...(respelling && {
      respelling: () => ({ ...respelling(), query: `${texts} ${respelling().query}` }),
    }),
    documents,
    groups: groups.filter(({ matches }) => matches.documents.length > 0),
    steps: [
      { name: 'all_words', count: 0 },
      { name: 'named_value', count: 0 },
      ...rest.steps.filter(({ count }) => count === 0).slice(1),
      { name: rest.relaxed, count: documents.length },
    ],
    cost: rest.cost + named.cost,
    strict: NO_TITLES,
    namedValues: naming.units.flatMap((unit) => unit.named),
  };
}
