import { type Content, type Html, html } from '../html/html.js';
import type { CitedName, CitedWork } from './cited-work.js';

/** The styles of citations, by the name that pages show. */
export const CITATION_STYLES: Readonly<
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

/** Cites a work as the list of works cited of the MLA style does. */
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

/** Cites a work as the bibliography of the Chicago style does. */
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
  authors: readonly CitedName[],
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
  return html`${filled.map((part, i) => html`${i > 0 && ' '}${part}`)}`;
}
