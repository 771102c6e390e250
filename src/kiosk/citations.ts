/**
 * Citations of a title: its authors, date, edition and type as lists of references name them, in the usual styles.
 * `reference-files.ts` writes the same data for reference managers.
 */

import { nameOf } from '../catalog/names/known-names.js';
import { type PersonName, splitPersonName } from '../catalog/person-name.js';
import { hasUnknownDigits, publicationYear } from '../catalog/publication-year.js';
import type { Library } from '../catalog/records/library.js';
import { namesOf } from '../catalog/records/names.js';
import type { Title } from '../catalog/records/title.js';
import { copyButton } from './components/actions.js';
import { type Content, type Html, html, joined } from './html.js';
import { parseWebUrl } from './links.js';
import type { TitleView } from './page-view.js';

/** The data of a title in citations and in files for reference managers. Texts are in one line. */
export interface CitedWork {
  readonly authors: readonly PersonName[];
  /** The title with the sub-title, without a full stop at the end. */
  readonly title: string;
  /** Undefined for a date with unknown digits, such as `18--`. */
  readonly year: string | undefined;
  /** The edition without a full stop at the end. Undefined for a first edition, which citations leave out. */
  readonly edition: string | undefined;
  readonly publisher: string | undefined;
  readonly place: string | undefined;
  /** The address of an online title. */
  readonly url: string | undefined;
}

/**
 * Matches runs of white space, control characters and unpaired surrogates, which files for other programs cannot
 * contain.
 */
const GAPS = /[\s\p{Cc}\p{Cs}\ufffe\uffff]+/gu;

/** Returns a text in one line, without characters that XML forbids. */
export function inOneLine(text: string): string {
  return text.replace(GAPS, ' ').trim();
}

/** Returns the names of the authors of a title for other programs. */
export function authorNames({ authors }: Title): string[] {
  return namesOf(authors).map(inOneLine).filter(Boolean);
}

const FIRST_EDITION = /^(?:1st|first) ed(?:\.|ition)?$/i;

/**
 * Returns the data of a title that citations contain.
 *
 * @param url the address of an online title. Default: none.
 * @example citedWork({ id: '1', title: 'Typee', sub_title: 'A Peep', format: { id: 'BK' } }).title // 'Typee: A Peep'
 */
export function citedWork(record: Title, url?: string): CitedWork {
  const { publication_date: date = '' } = record;
  const year = hasUnknownDigits(date) ? undefined : publicationYear(date);
  const edition = withoutStop(inOneLine(record.edition ?? ''));
  return {
    authors: authorNames(record).map(splitPersonName),
    title: titleWithSubtitle(record),
    year: year === undefined || year < 1 ? undefined : String(year),
    edition:
      edition === '' || FIRST_EDITION.test(edition)
        ? undefined
        : edition.replace(/\bedition$/i, 'ed'),
    publisher: inOneLine(record.publishers?.[0]?.name ?? '') || undefined,
    place: inOneLine(record.publication_places?.[0] ?? '') || undefined,
    url,
  };
}

function titleWithSubtitle({ title, sub_title = '' }: Title): string {
  const main = withoutStop(inOneLine(title).replace(/\s*[:/;=]$/, '')) || inOneLine(title);
  const rest = withoutStop(inOneLine(sub_title));
  if (rest === '') return main;
  return /[?!…]$/.test(main) ? `${main} ${rest}` : `${main}: ${rest}`;
}

/** Removes one full stop at the end. Keeps an ellipsis. */
function withoutStop(text: string): string {
  return text.replace(/(?<!\.)\.$/, '').trim();
}

/**
 * The formats of each kind, and its types in RIS, schema.org, BibTeX and Zotero. Citations name a `named` format after the
 * title. Zotero has no type for a whole periodical, and imports one from a library catalog as a book. `*` is any other
 * format.
 */
const KINDS = `
BK LPRINT PAPERBACK BOARD_BK GRAPHIC_NOVEL BR: BOOK Book book book
EBOOK: EBOOK Book book book
ARTICLE: JOUR Article misc journalArticle
BOOK_CD BOOK_CASSETTE EAUDIOBOOK: SOUND Audiobook misc audioRecording named
PLAYAWAY_AUDIOBOOK: SOUND AudioObject misc audioRecording named
MUSIC_CD MUSIC_CASSETTE MUSIC_ONLINE LP: SOUND MusicAlbum misc audioRecording named
DVD BLURAY VHS VIDEO_ONLINE PLAYAWAY_VIDEO: VIDEO Movie misc videoRecording named
MAG MAG_ONLINE: JFULL Periodical misc book
NEWSPAPER: NEWS Newspaper misc book
MN: MUSIC SheetMusic misc book named
MAP: MAP Map misc map named
PICTURE: ART VisualArtwork misc artwork named
MANUSCRIPT: MANSCPT Manuscript unpublished manuscript named
CDROM: COMP SoftwareApplication misc computerProgram named
DATASET: DATA Dataset misc dataset named
VIDEO_GAME: COMP VideoGame misc computerProgram named
BOARD_GAME: GEN Game misc document named
WEBSITE: ELEC WebSite misc webpage named
*: GEN CreativeWork misc document`;

const FORMAT_TYPES = new Map(
  KINDS.trim()
    .split('\n')
    .flatMap((line) => {
      const [formats, types] = line.split(': ');
      const [ris, schema, bibtex, zotero, named] = types.split(' ');
      const kind = { ris, schema, bibtex, zotero, isNamed: named !== undefined };
      return formats.split(' ').map((format) => [format, kind] as const);
    }),
);

/** Returns the types of a format in other programs, such as `VIDEO` in RIS. */
export function formatTypes(format: string) {
  return FORMAT_TYPES.get(format) ?? FORMAT_TYPES.get('*')!;
}

/** Renders the citations of a title, folded. Except on a kiosk, adds links to files for reference managers. */
export function citationSection({ view, catalog, record }: TitleView): Html {
  const { cite } = view.language.texts;
  const work = citedWork(record, onlineUrl(record));
  const path = `/item/cite/${encodeURIComponent(record.id)}`;
  return html`<details class="cite"><summary>${cite.heading}</summary>
<dl id="cite">${Object.entries(CITATION_STYLES).map(
    ([style, citeIn]) =>
      html`<div><dt>${style}</dt><dd><p dir="auto">${citeIn(work, mediumOf(record, catalog.library))}</p>${copyButton(view)}</dd></div>`,
  )}</dl>
<p class="note">${cite.check}</p>
${
  !view.isKiosk &&
  html`<p class="files">${cite.files}${view.language.texts.layout.colon}<a href="${view.hrefWithoutLocale(`${path}.ris`)}">RIS</a> <a href="${view.hrefWithoutLocale(`${path}.bib`)}">BibTeX</a></p>`
}</details>`;
}

/** Returns the address of an online title. */
export function onlineUrl({ links, details_url }: Title): string | undefined {
  return parseWebUrl(links?.find(({ kind }) => kind === 'resource')?.url ?? details_url);
}

/** Returns the English name of the format of a title that is not a book. Undefined for a book or a periodical. */
export function mediumOf({ format }: Title, library: Library): string | undefined {
  return formatTypes(format.id).isNamed ? nameOf('format', format, library).name : undefined;
}

/** The styles of citations, by the name that pages show. */
const CITATION_STYLES: Readonly<
  Record<string, (work: CitedWork, medium: string | undefined) => Html>
> = { 'APA 7': citeInApa, 'MLA 9': citeInMla, 'Chicago 18': citeInChicago };

/** APA lists all authors up to this number, and otherwise one fewer and the last. */
const MAX_APA_AUTHORS = 20;
/** MLA lists up to this number of authors, and otherwise the first. */
const MAX_MLA_AUTHORS = 2;
/** Chicago lists up to this number of authors, and otherwise the first {@link CHICAGO_AUTHORS_OF_MANY}. */
const MAX_CHICAGO_AUTHORS = 6;
const CHICAGO_AUTHORS_OF_MANY = 3;

/**
 * Cites a work as the list of references of the APA style does. Words of the style are in English.
 *
 * @param medium the name of the format of a work that is not a book
 */
function citeInApa(work: CitedWork, medium: string | undefined): Html {
  const names = work.authors.map(({ family, given }) =>
    given === undefined ? family : `${family}, ${initials(given)}`,
  );
  const last = names.at(-1);
  const author =
    names.length > MAX_APA_AUTHORS
      ? `${names.slice(0, MAX_APA_AUTHORS - 1).join(', ')}, . . . ${last}`
      : names.length > 1
        ? `${names.slice(0, -1).join(', ')}, & ${last}`
        : (last ?? '');
  const date = `(${work.year ?? 'n.d.'}).`;
  const notes = [
    work.edition !== undefined && ` (${work.edition}.)`,
    medium !== undefined && ` [${medium}]`,
  ];
  const hasNotes = notes.some((note) => note !== false);
  const title = html`${citedTitle(work)}${notes}${hasNotes ? '.' : stopAfter(work.title)}`;
  return sentences([
    ...(author === '' ? [title, date] : [withStop(author), date, title]),
    work.publisher !== undefined && withStop(work.publisher),
    work.url,
  ]);
}

function citeInMla(work: CitedWork, medium: string | undefined): Html {
  const published = [
    work.edition !== undefined && `${work.edition}.`,
    work.publisher,
    work.year,
  ].filter((part) => part);
  return sentences([
    listedAuthors(work.authors, MAX_MLA_AUTHORS, 1),
    html`${citedTitle(work)}${stopAfter(work.title)}`,
    published.length > 0 && withStop(published.join(', ')),
    medium !== undefined && withStop(medium),
    work.url !== undefined && `${work.url}.`,
  ]);
}

function citeInChicago(work: CitedWork, medium: string | undefined): Html {
  return sentences([
    listedAuthors(work.authors, MAX_CHICAGO_AUTHORS, CHICAGO_AUTHORS_OF_MANY),
    html`${citedTitle(work)}${stopAfter(work.title)}`,
    work.edition !== undefined && `${work.edition}.`,
    withStop([work.publisher, work.year ?? 'n.d.'].filter((part) => part).join(', ')),
    medium !== undefined && withStop(medium),
    work.url !== undefined && `${work.url}.`,
  ]);
}

/** Lists authors, the first in inverted order: `Gilbert, W. S., and Arthur Sullivan.` */
function listedAuthors(
  authors: readonly PersonName[],
  max: number,
  listedOfMany: number,
): string | undefined {
  const names = authors.map(({ family, given }, i) =>
    given === undefined ? family : i === 0 ? `${family}, ${given}` : `${given} ${family}`,
  );
  if (names.length === 0) return undefined;
  if (names.length > max) return `${names.slice(0, listedOfMany).join(', ')}, et al.`;
  if (names.length === 1) return withStop(names[0]);
  return withStop(`${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`);
}

/**
 * Returns the initials of given names. Keeps particles in lower case.
 *
 * @example initials('Jean-Paul M.') // 'J.-P. M.'
 */
function initials(given: string): string {
  return given
    .replaceAll('.', '. ')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Ll}/u.test(word) ? word : word.split('-').map(initial).join('-')))
    .join(' ');
}

function initial(word: string): string {
  const [letter] = word;
  return letter === undefined || !/\p{L}/u.test(letter) ? '' : `${letter}.`;
}

function citedTitle({ title }: CitedWork): Html {
  return html`<cite>${title}</cite>`;
}

function stopAfter(text: string): string {
  return /[.?!…]$/.test(text) ? '' : '.';
}

function withStop(text: string): string {
  return text + stopAfter(text);
}

function sentences(parts: readonly Content[]): Html {
  const filled = parts.filter((part) => part !== undefined && part !== false);
  return joined(filled, ' ');
}
