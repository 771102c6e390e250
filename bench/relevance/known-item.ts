import { titleKey } from '../../src/catalog/title-key.js';
import type { Title } from '../../src/index.js';

/** What a reader remembers of a title that the catalog holds. */
export interface KnownItem {
  readonly title: Title;
  /** The title as the catalog has it, with sub-title. */
  readonly fullTitle: string;
  /** The title without what comes after a colon or semicolon, which is where sub-titles stand. */
  readonly mainTitle: string;
  /** The first author in the order in which one says it, without dates. */
  readonly author: string | undefined;
  readonly surname: string | undefined;
  /** Whether the catalog has a word, in whichever field. */
  readonly isWord: (word: string) => boolean;
}

/** What one remembers of a title. */
export function knownItem(title: Title, isWord: KnownItem['isWord'] = () => false): KnownItem {
  const name = title.authors?.[0]?.name;
  return {
    title,
    isWord,
    fullTitle: [title.title, title.sub_title].filter(Boolean).join(' '),
    mainTitle: title.title.split(/\s*[:;]\s/, 1)[0].trim(),
    ...(name === undefined ? { author: undefined, surname: undefined } : spokenName(name)),
  };
}

/** Two titles are editions of one work when they share the folded main title and first author. */
export function workOf(title: Title): string {
  const { mainTitle, author = '' } = knownItem(title);
  return `${titleKey(mainTitle)}/${titleKey(author)}`;
}

/** Names stand as `Carroll, Lewis, 1832-1898` or as `Lewis Carroll`. */
function spokenName(name: string) {
  const plain = name.replace(/\s*\([^)]*\)/g, '');
  const [surname, forenames] = plain.split(/,\s*/);
  if (forenames === undefined) return { author: plain, surname: plain.split(/\s+/).at(-1) };
  const isDate = /\d/.test(forenames);
  return { author: isDate ? surname : `${forenames} ${surname}`, surname };
}
