/** Files for reference managers: a title in the formats RIS and BibTeX. */

import { normalizeUnicode } from '../base/normalize-unicode.js';
import type { PersonName } from '../catalog/person-name.js';
import type { Library } from '../catalog/records/library.js';
import type { Title } from '../catalog/records/title.js';
import {
  type CitedWork,
  citedWork,
  formatTypes,
  inOneLine,
  mediumOf,
  onlineUrl,
} from './citations.js';
import { languageTag } from './language.js';
import { absoluteHref, isPublicSite, titlePath } from './links.js';
import type { PageView } from './page-view.js';

/** Returns the file for reference managers with a name such as `1.ris` or `1.bib`. */
export function citationFile(
  view: PageView,
  library: Library,
  record: Title,
  extension: string,
): { contentType: string; fileName: string; body: string } {
  const pageUrl = isPublicSite(view) ? absoluteHref(view, titlePath(record.id)) : undefined;
  const work = citedWork(record, onlineUrl(record) ?? pageUrl);
  const fileName = `${record.id.replace(/[^\w-]+/g, '_')}.${extension}`;
  if (extension === 'ris') {
    const contentType = 'application/x-research-info-systems; charset=utf-8';
    return { contentType, fileName, body: toRis(record, work) };
  }
  const contentType = 'application/x-bibtex; charset=utf-8';
  return { contentType, fileName, body: toBibtex(record, work, mediumOf(record, library)) };
}

/**
 * Returns a title as a file in the RIS format, which reference managers such as Zotero and EndNote read. Lines end
 * with CR LF. White space and control characters in a value are one space.
 *
 * @example 'TY  - BOOK\r\nTI  - Typee\r\nID  - 1\r\nER  - \r\n'
 */
function toRis(record: Title, work: CitedWork): string {
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
    ['CN', record.call_number ?? record.holdings?.find((it) => it.call_number)?.call_number],
    ['UR', work.url],
    ['ID', record.id],
  ];
  const lines = values.flatMap(([tag, value]) => {
    const text = inOneLine(value ?? '');
    return text === '' ? [] : [`${tag}  - ${text}\r\n`];
  });
  return `${lines.join('')}ER  - \r\n`;
}

/**
 * Returns a title as an entry of BibTeX. Special characters of TeX are escaped, and letters are in UTF-8.
 *
 * @param medium the name of the format of a title that is not a book
 */
function toBibtex(record: Title, work: CitedWork, medium: string | undefined): string {
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['author', work.authors.map(bibtexName).join(' and ')],
    ['title', escapeTex(work.title)],
    ['year', work.year],
    ['publisher', escapeTex(work.publisher)],
    ['address', escapeTex(work.place)],
    ['edition', escapeTex(work.edition)],
    ['series', escapeTex(record.series?.[0]?.name)],
    ['isbn', escapeTex(record.isbns?.[0])],
    ['howpublished', escapeTex(medium)],
    // The value of `url` is read as it is, so that it can contain no braces.
    ['url', work.url?.replace(/[{}\\]/g, encodeURIComponent)],
  ];
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}},\n`] : []));
  return `@${formatTypes(record.format.id).bibtex}{${citationKey(record.id, work)},\n${lines.join('')}}\n`;
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
  const words = [family, title.split(' ').find(isLong) ?? title].map(toKey);
  if (words.every((word) => word === '')) return `title${toKey(id)}`;
  return words.join(year);
}

function isLong(word: string): boolean {
  return toKey(word).length > 3;
}

function toKey(text: string): string {
  return normalizeUnicode(text, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
