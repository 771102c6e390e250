/**
 * Titles for other programs: files in the formats RIS, BibTeX and CSV, and the description of a title in its page that
 * reference managers such as Zotero read.
 */

import { normalizeUnicode } from '../base/normalize-unicode.js';
import { nameOf } from '../catalog/names/known-names.js';
import type { PersonName } from '../catalog/person-name.js';
import type { Title } from '../catalog/records/title.js';
import {
  type CitedWork,
  citedWork,
  formatTypes,
  inOneLine,
  mediumOf,
  onlineUrl,
} from './citations.js';
import { type Html, html, NOTHING } from './html.js';
import { languageTag } from './language.js';
import { absoluteHref, isPublicSite, queryString, titlePath } from './links.js';
import type { PageView, TitleView } from './page-view.js';

interface CitedTitle extends Pick<TitleView, 'catalog' | 'record'> {
  readonly work: CitedWork;
}

/** The media types and the writers of files, by the extensions of their names. */
const FILES: Readonly<
  Record<string, readonly [type: string, write: (titles: readonly CitedTitle[]) => string]>
> = {
  ris: ['application/x-research-info-systems', (titles) => titles.map(toRis).join('')],
  bib: ['application/x-bibtex', toBibtex],
  csv: ['text/csv', toCsv],
};

/**
 * Returns a file of titles for other programs.
 *
 * @param name the name of the file without its extension
 * @param extension `ris`, `bib` or `csv`
 */
export function citationFile(
  view: PageView,
  titles: readonly Pick<TitleView, 'catalog' | 'record'>[],
  name: string,
  extension: string,
): [contentType: string, body: string, fileName: string] {
  const [type, write] = FILES[extension];
  const body = write(
    titles.map(({ catalog, record }) => ({ catalog, record, work: workOf(view, record) })),
  );
  return [`${type}; charset=utf-8`, body, `${name.replace(/[^\w-]+/g, '_')}.${extension}`];
}

/** Returns the data of a title that citations contain, with the address of its page if it is not online. */
function workOf(view: PageView, record: Title): CitedWork {
  const pageUrl = isPublicSite(view) ? absoluteHref(view, titlePath(record.id)) : undefined;
  return citedWork(record, onlineUrl(record) ?? pageUrl);
}

/**
 * Returns a title as a file in the RIS format, which reference managers such as Zotero and EndNote read. Lines end
 * with CR LF. White space and control characters in a value are one space.
 *
 * @example 'TY  - BOOK\r\nTI  - Typee\r\nID  - 1\r\nER  - \r\n'
 */
function toRis({ record, work }: CitedTitle): string {
  const values: readonly (readonly [string, string | undefined])[] = [
    ['TY', formatTypes(record.format.id).ris],
    ['TI', work.title],
    ...work.authors.map((author) => ['AU', invertedName(author)] as const),
    ...(record.series ?? []).slice(0, 1).map(({ name }) => ['T2', name] as const),
    ['ET', work.edition],
    ['PB', work.publisher],
    ['CY', work.place],
    ['PY', work.year],
    ['LA', languageTag(record)],
    ...(record.isbns ?? []).map((isbn) => ['SN', isbn] as const),
    ...(record.subjects ?? []).map((subject) => ['KW', subject] as const),
    ['AB', record.description],
    ['CN', callNumberOf(record)],
    ['UR', work.url],
    ['ID', record.id],
  ];
  const lines = values.flatMap(([tag, value]) => {
    const text = inOneLine(value ?? '');
    return text === '' ? [] : [`${tag}  - ${text}\r\n`];
  });
  return `${lines.join('')}ER  - \r\n`;
}

function callNumberOf({ call_number, holdings }: Title): string | undefined {
  return call_number ?? holdings?.find((it) => it.call_number)?.call_number;
}

/**
 * Returns titles as entries of BibTeX. Special characters of TeX are escaped, and letters are in UTF-8. If the keys of
 * entries would be equal, a number is appended.
 */
function toBibtex(titles: readonly CitedTitle[]): string {
  const keys = new Set<string>();
  const entries = titles.map(({ catalog, record, work }) => {
    const fields: readonly (readonly [string, string | undefined])[] = [
      ['author', work.authors.map(bibtexName).join(' and ')],
      ['title', escapeTex(work.title)],
      ['year', work.year],
      ['publisher', escapeTex(work.publisher)],
      ['address', escapeTex(work.place)],
      ['edition', escapeTex(work.edition)],
      ['series', escapeTex(record.series?.[0]?.name)],
      ['isbn', escapeTex(record.isbns?.[0])],
      ['howpublished', escapeTex(mediumOf(record, catalog.library))],
      // The value of `url` is read as it is, so that it can contain no braces.
      ['url', work.url?.replace(/[{}\\]/g, encodeURIComponent)],
    ];
    const key = citationKey(record.id, work);
    let unique = key;
    for (let i = 2; keys.has(unique); i++) unique = `${key}-${i}`;
    keys.add(unique);
    const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}},\n`] : []));
    return `@${formatTypes(record.format.id).bibtex}{${unique},\n${lines.join('')}}\n`;
  });
  return entries.join('\n');
}

/** Matches the beginning of a value that a spreadsheet would read as a formula. */
const FORMULA = /^[=+\-@]/;

const CSV_NAMES =
  'id,title,authors,format,date,edition,publisher,language,isbn,call_number,url'.split(',');

/**
 * Returns titles as a table of RFC 4180 with a line of names. The byte order mark lets Excel read UTF-8. A value that a
 * spreadsheet would read as a formula begins with an apostrophe.
 */
function toCsv(titles: readonly CitedTitle[]): string {
  const rows = titles.map(({ catalog, record, work }) => [
    record.id,
    work.title,
    work.authors.map(invertedName).join('; '),
    nameOf('format', record.format, catalog.library).name,
    record.publication_date,
    record.edition,
    work.publisher,
    record.primary_language?.name,
    record.isbns?.join('; '),
    callNumberOf(record),
    work.url,
  ]);
  const lines = [CSV_NAMES, ...rows].map((row) => row.map((it = '') => csvValue(it)).join(','));
  return `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`;
}

function csvValue(text: string): string {
  const line = inOneLine(text);
  const value = FORMULA.test(line) ? `'${line}` : line;
  return /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/**
 * Renders the description of a title from which Zotero and other reference managers save it: a ContextObject of
 * Z39.88-2004 in an empty element (COinS). Renders nothing on a shared screen. Zotero splits names with a comma, and would
 * split other names at spaces, except in `rft.aucorp`.
 */
export function contextObject(view: PageView, record: Title): Html {
  if (view.isKiosk) return NOTHING;
  const work = workOf(view, record);
  const { zotero } = formatTypes(record.format.id);
  const isBook = zotero === 'book';
  const others = citedWork({ ...record, authors: record.additional_contributors }).authors;
  const isPerson = ({ given }: PersonName) => given !== undefined;
  const query = queryString({
    ctx_ver: 'Z39.88-2004',
    rft_val_fmt: `info:ofi/fmt:kev:mtx:${isBook ? 'book' : 'dc'}`,
    [isBook ? 'rft.btitle' : 'rft.title']: work.title,
    'rft.aucorp': work.authors.filter((name) => !isPerson(name)).map(invertedName),
    'rft.au': work.authors.filter(isPerson).map(invertedName),
    'rft.contributor': others.filter(isPerson).map(invertedName),
    'rft.date': work.year,
    'rft.publisher': work.publisher,
    'rft.place': work.place,
    'rft.edition': work.edition,
    'rft.series': record.series?.[0]?.name,
    'rft.isbn': record.isbns?.[0],
    'rft.issn': record.identifiers?.find(({ type }) => type === 'issn')?.value,
    'rft.tpages': isBook ? record.pages : undefined,
    'rft.language': languageTag(record),
    rft_id: work.url,
    'rft.genre': isBook ? 'book' : undefined,
    // Zotero reads the title before the type: it would store the title of a `journalArticle` as the title of its journal.
    'rft.type': isBook ? undefined : zotero,
  });
  return html`<span class="Z3988" title="${query.slice(1)}" hidden></span>`;
}

function invertedName({ family, given }: PersonName): string {
  return given === undefined ? family : `${family}, ${given}`;
}

/** Returns a name for the field `author`. Braces keep BibTeX from splitting a name that is not inverted. */
function bibtexName(name: PersonName): string {
  const text = escapeTex(invertedName(name));
  return name.given === undefined || /\sand\s/i.test(text) ? `{${text}}` : text;
}

/** Braces become commands, because BibTeX requires that even escaped braces are balanced. */
const TEX: Readonly<Record<string, string>> = {
  '\\': '{\\textbackslash}',
  '{': '{\\textbraceleft}',
  '}': '{\\textbraceright}',
  '~': '{\\textasciitilde}',
  '^': '{\\textasciicircum}',
};

function escapeTex(text: string | undefined): string {
  return inOneLine(text ?? '').replace(
    /[\\{}~^%&$#_]/g,
    (character) => TEX[character] ?? `\\${character}`,
  );
}

/**
 * Returns the key of an entry: the family name of the first author, the year and the first word of the title, in ASCII
 * letters. Subordinate bodies of an organization are left out. A title without such letters has its id as the key.
 */
function citationKey(id: string, { authors, year = '', title }: CitedWork): string {
  const [family = ''] = authors[0]?.family.split('. ') ?? [];
  const isLong = (word: string) => toKey(word).length > 3;
  const words = [family, title.split(' ').find(isLong) ?? title].map(toKey);
  if (words.every((word) => word === '')) return `title${toKey(id)}`;
  return words.join(year);
}

function toKey(text: string): string {
  return normalizeUnicode(text, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
