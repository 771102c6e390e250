/** The search help. Its examples are searches that find popular titles of the catalog. */

import { memoizePerObject } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { extraSearchFields } from '../../catalog/extra-fields.js';
import type { Title } from '../../catalog/records/title.js';
import { isStopWord } from '../../search/index.js';
import { languageCodeOf } from '../../texts/locales.js';
import { ApiError } from '../../v1/api-error.js';
import { type TitlesTrace, traceSearchTitles } from '../../v1/search-titles.js';
import { catalogText, html } from '../html.js';
import { type Page, type PageView, selectedCatalog } from '../page-view.js';

/** The fields of custom searches, each with its short form. The short form `id` also finds call numbers. */
const FIELDS = {
  anywhere: 'an',
  title: 'ti',
  author: 'au',
  subject: 'su',
  genre: 'ge',
  series: 'se',
  tag: 'tg',
  publisher: 'pu',
  contents: 'cn',
  notes: 'no',
  summary: 'sm',
  edition: 'ed',
  callnumber: 'ca',
  identifier: 'id',
  format: 'fo',
  language: 'la',
  audience: 'ad',
  available: 'av',
  branch: 'br',
  pubyear: 'py',
  new: 'nw',
  starrating: 'sr',
  contenttype: 'cc',
  onorder: 'oo',
} as const;

/** Renders the search help. Its examples find titles of the catalog, or of the first catalog if none is selected. */
export function helpPage(view: PageView): Page {
  const { language, href } = view;
  const { help, layout, search } = language.texts;
  const catalog = selectedCatalog(view);
  const examples = helpExamplesOf(catalog ?? view.catalogs[0]);
  const exampleLink = ({ q, type }: ExampleSearch) =>
    html`<a href="${href('/search', { library: catalog?.library.id, q, search_type: type })}"><code dir="ltr">${q}</code></a>`;
  return {
    title: layout.help,
    catalog,
    main: html`<article class="container help"><h1>${layout.help}</h1>
<p>${help.intro}</p><p>${help.words}</p><p>${help.named}</p><p>${help.misspelled}</p><p>${help.isbn}</p>
${
  examples.searches.length > 0 &&
  html`<section><h2>${help.examples}</h2><table><thead><tr><th scope="col">${help.type_this}</th><th scope="col">${help.search_in}</th></tr></thead>
<tbody>${examples.searches.map((example) => html`<tr><td>${exampleLink(example)}</td><td>${search.types[example.type]}</td></tr>`)}</tbody></table></section>`
}
<section><h2>${help.advanced}</h2><p>${help.advanced_intro}</p>
<ul>${Array.from(examples.rules, ([rule, example]) => html`<li>${help[rule]}${layout.colon}${exampleLink(example)}</li>`)}</ul>
<table><thead><tr><th scope="col">${help.field}</th><th scope="col">${help.code}</th><th scope="col">${help.looks_in}</th></tr></thead>
<tbody>${Object.entries(FIELDS).map(
      ([field, code]) =>
        html`<tr><th scope="row"><code dir="ltr">${field}</code></th><td><code dir="ltr">${code}</code></td><td>${help.fields[field as keyof typeof FIELDS]}</td></tr>`,
    )}${extraSearchFields(catalog?.library ?? {}).map(
      ({ name, names }) =>
        html`<tr><th scope="row"><code dir="ltr">${name}</code></th><td></td><td>${catalogText(names[languageCodeOf(language.locale)] ?? names.en)}</td></tr>`,
    )}</tbody></table></section>
</article>`,
  };
}

interface ExampleSearch {
  readonly q: string;
  readonly type: 'keyword' | 'author' | 'subject' | 'series' | 'custom';
}

/** The rules of custom searches that the help explains. */
type SyntaxRule = 'operators' | 'phrases' | 'near' | 'wildcards' | 'ranges';

/** The searches of the search help. All of them find titles of the catalog. */
interface HelpExamples {
  readonly searches: readonly ExampleSearch[];
  /** The examples of the rules. A rule that no title illustrates has none. */
  readonly rules: ReadonlyMap<SyntaxRule, ExampleSearch>;
}

/** The number of titles that examples are taken from: the most popular titles. */
const SAMPLE_SIZE = 40;

/** Returns a search that illustrates a rule with a title, or undefined if the title does not suit the rule. */
type MakeQuery = (title: Title) => string | undefined;

const KEYWORD_QUERIES: readonly MakeQuery[] = [
  ({ title }) => mainWords(title).slice(0, 3).join(' '),
  ({ title, authors }) => bothParts(surname(authors), longestWord(mainWords(title))),
];

const FURTHER_QUERIES: readonly (readonly [ExampleSearch['type'], MakeQuery])[] = [
  ['keyword', ({ isbns }) => isbns?.find((isbn) => /^\d{13}$/.test(isbn))],
  ['author', ({ authors }) => surname(authors)],
  ['subject', ({ subjects }) => mainWords(subjects?.[0] ?? '').at(0)],
  ['series', ({ series }) => longestWord(mainWords(series?.[0]?.name ?? ''))],
  [
    'custom',
    ({ title, format }) => `title:(${mainWords(title).slice(0, 2).join(' ')}) format:${format.id}`,
  ],
  ['custom', ({ authors, title }) => bothParts(field('au', surname(authors)), excluded(title))],
  [
    'custom',
    ({ subjects, publication_date }) =>
      bothParts(
        field('su', mainWords(subjects?.[0] ?? '').at(0)),
        /^\d{4}$/.test(publication_date ?? '') ? `py:[1800 TO ${publication_date}]` : undefined,
      ),
  ],
];

const RULE_QUERIES: Readonly<Record<SyntaxRule, MakeQuery>> = {
  operators: ({ authors, title }) =>
    bothParts(field('author', surname(authors)), `OR title:${longestWord(mainWords(title))}`),
  phrases: ({ title }) => {
    const words = adjacentWords(title);
    return words && `title:"${words.join(' ')}"`;
  },
  near: ({ title }) => {
    const words = adjacentWords(title);
    return words && `title:"${words.toReversed().join(' ')}"~3`;
  },
  wildcards: ({ title }) => {
    const word = longestWord(mainWords(title).filter((it) => /^[a-zà-ÿа-яё]{5,}$/u.test(it)));
    return word && `title:${word.slice(0, 4)}* title:${word.slice(0, 3)}?${word.slice(4)}`;
  },
  ranges: ({ title, publication_date }) =>
    bothParts(
      field('title', longestWord(mainWords(title))),
      /^\d{4}$/.test(publication_date ?? '') ? `pubyear:[${publication_date} TO *]` : undefined,
    ),
};

/** Returns the searches of the search help for a catalog. Computes them once, and not again when holdings change. */
const helpExamplesOf = memoizePerObject(
  collectHelpExamples,
  ({ titles }) => titles.popularityBoosts,
);

function collectHelpExamples(catalog: Catalog): HelpExamples {
  const titles = Array.from(catalog.titles.popular.subarray(0, SAMPLE_SIZE), (number) =>
    catalog.titles.get(number),
  );
  const searches: ExampleSearch[] = [];
  const rules = new Map<SyntaxRule, ExampleSearch>();
  for (const make of KEYWORD_QUERIES) {
    searches.push(...firstFound(catalog, titles, make, 'keyword'));
  }
  searches.push(...firstFound(catalog, titles, misspelledWord, 'keyword', isCorrected));
  for (const [i, [type, make]] of FURTHER_QUERIES.entries()) {
    searches.push(...firstFound(catalog, startingAt(titles, i), make, type));
  }
  for (const [i, [rule, make]] of Object.entries(RULE_QUERIES).entries()) {
    const [example] = firstFound(catalog, startingAt(titles, i), make, 'custom');
    if (example !== undefined) rules.set(rule as SyntaxRule, example);
  }
  return { searches, rules };
}

/** Returns the search of the first title whose result is accepted, or an empty array. */
function firstFound(
  catalog: Catalog,
  titles: readonly Title[],
  make: MakeQuery,
  type: ExampleSearch['type'],
  isAccepted: (result: TitlesTrace) => boolean = ({ body }) => body.count > 0,
): ExampleSearch[] {
  for (const title of titles) {
    const q = make(title);
    if (q === undefined) continue;
    const result = search(catalog, q, type);
    if (result !== undefined && isAccepted(result)) return [{ q, type }];
  }
  return [];
}

function isCorrected({ relaxed }: TitlesTrace): boolean {
  return relaxed === 'typos';
}

/** Returns the titles from one of them on, and then the titles before it. */
function startingAt(titles: readonly Title[], start: number): Title[] {
  return [...titles.slice(start), ...titles.slice(0, start)];
}

/** Returns the result of a search, or undefined if it is invalid, such as a custom search for an unusual format id. */
function search(catalog: Catalog, q: string, type: ExampleSearch['type']): TitlesTrace | undefined {
  const { id: library } = catalog.library;
  // Sorting by popularity takes less time than ranking.
  const params = new URLSearchParams({
    q,
    search_type: type,
    library,
    sort: 'popularity',
    limit: '1',
  });
  try {
    return traceSearchTitles([catalog], params, { baseUrl: '' });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns the words of the beginning of a text, up to its first punctuation, in lower case and without stop words. */
function mainWords(text: string): string[] {
  return wordsOf(text.split(/[^\p{L}\p{M}\p{N}\s'’-]/u).find((part) => /\p{L}/u.test(part)) ?? '');
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return words.filter((word) => word.length > 1 && !isStopWord(word));
}

function longestWord(words: readonly string[]): string | undefined {
  return words.toSorted((a, b) => b.length - a.length)[0];
}

/** Returns two words of at least three letters with only a space between them. */
function adjacentWords(title: string): [string, string] | undefined {
  const parts = title.toLowerCase().split(' ');
  const isWord = parts.map(
    (part) => /^\p{L}+$/u.test(part) && part.length > 2 && !isStopWord(part),
  );
  const first = parts.findIndex((_, i) => isWord[i] && isWord[i + 1]);
  return first < 0 ? undefined : [parts[first], parts[first + 1]];
}

/** The maximum number of words of a personal name. A longer name is the name of an organization. */
const MAX_NAME_WORDS = 3;

/** Returns the surname of the first author, in a name such as `Melville, Herman` or `Herman Melville`. */
function surname(authors: Title['authors']): string | undefined {
  const name = authors?.[0]?.name ?? '';
  const words = wordsOf(name.split(',')[0]);
  if (words.length > MAX_NAME_WORDS || /\p{L}{3,}\.\s/u.test(name)) return undefined;
  return name.includes(',') ? words[0] : words.at(-1);
}

/** Returns the longest word of a title with two letters exchanged. */
function misspelledWord({ title }: Title): string | undefined {
  const word = longestWord(mainWords(title).filter((it) => /^\p{Ll}{7,}$/u.test(it)));
  return word?.replace(/(.)(.)(.{2})$/u, '$2$1$3');
}

function field(name: string, word: string | undefined): string | undefined {
  return word && `${name}:${word}`;
}

/** Returns a clause that excludes the longest word of a title. */
function excluded(title: string): string | undefined {
  const word = longestWord(mainWords(title));
  return word && `-ti:${word}`;
}

/** Returns two parts of a query, or undefined if there is no part. */
function bothParts(first: string | undefined, second: string | undefined): string | undefined {
  return first && second && `${first} ${second}`;
}
