import { titleKey } from '../../src/catalog/title-key.js';
import type { Title } from '../../src/index.js';

/** A numbered volume of a series. */
export interface Volume {
  readonly series: string;
  readonly number: number;
}

/** The details of a title that a reader may remember. */
export interface KnownItem {
  readonly title: Title;
  /** The title and the sub-title. */
  readonly fullTitle: string;
  /** The title up to the first colon or semicolon that a space follows. */
  readonly mainTitle: string;
  /** The first author, forename first, without dates. */
  readonly author: string | undefined;
  readonly surname: string | undefined;
  /** The first series that has a whole number for this title. */
  readonly volume: Volume | undefined;
  /** Returns whether any search field of any title in the catalog contains a word. */
  readonly isWord: (word: string) => boolean;
}

/** Extracts the details of a title. */
export function knownItem(title: Title, isWord: KnownItem['isWord'] = () => false): KnownItem {
  const name = title.authors?.[0]?.name;
  return {
    title,
    isWord,
    fullTitle: [title.title, title.sub_title].filter(Boolean).join(' '),
    mainTitle: title.title.split(/\s*[:;]\s/, 1)[0].trim(),
    volume: volumeOf(title),
    ...(name === undefined ? { author: undefined, surname: undefined } : authorName(name)),
  };
}

/** Returns a key that all editions of a work share: the folded main title and first author. */
export function workOf(title: Title): string {
  const { mainTitle, author = '' } = knownItem(title);
  return `${titleKey(mainTitle)}/${titleKey(author)}`;
}

/** Returns a key that all titles with the same number in the same series share. */
export function volumeKey({ series, number }: Volume): string {
  return `${titleKey(series)}/${number}`;
}

function volumeOf({ series = [] }: Title): Volume | undefined {
  const numbered = series.find(({ number }) => /^[1-9]\d?$/.test(number ?? ''));
  return numbered && { series: numbered.name, number: Number(numbered.number) };
}

/** Reads a name in the form `Carroll, Lewis, 1832-1898` or `Lewis Carroll`. Ignores text in parentheses. */
function authorName(name: string) {
  const plain = name.replace(/\s*\([^)]*\)/g, '');
  const [surname, forenames] = plain.split(/,\s*/);
  if (forenames === undefined) return { author: plain, surname: plain.split(/\s+/).at(-1) };
  const isDate = /\d/.test(forenames);
  return { author: isDate ? surname : `${forenames} ${surname}`, surname };
}
