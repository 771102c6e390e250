/*
 * Encodes the keys by which titles and names are compared with queries, and the works that titles are editions of.
 */

import { lowerBound } from '../../base/binary-search.js';
import { DistinctNumbers } from '../../base/distinct-values.js';
import { LEFT_OUT } from '../../base/merge-strings.js';
import { sortPairs } from '../../base/sort-by-keys.js';
import { GrowableArray } from '../../base/typed-arrays.js';
import type { Titles } from '../../catalog/catalog.js';
import {
  authorKey,
  isCorporateName,
  mainTitleOf,
  nameKeys,
  titleKey,
  titleKeyHash,
  titleKeys,
} from '../../catalog/comparison-keys.js';
import type { Title } from '../../catalog/records/title.js';
import { articlesOf, withoutLeadingArticle } from '../../catalog/sort-title.js';
import { TITLE_SECTIONS } from '../format/columns.js';
import { addTitleKeys, type TitleKeys, titleKeySections } from '../format/index-sections.js';
import type { TitlesPartEncoder, UnchangedTitles } from './columns-encoder.js';

/** The fields of a title that {@link workKey} reads. */
export const WORK_KEY_FIELDS = [
  'title',
  'sub_title',
  'authors',
  'fiction',
  'format',
  'primary_language',
  'languages',
] as const;

/** The formats of websites and serials. */
const CONTINUING: ReadonlySet<string> = new Set(['WEBSITE', 'MAG', 'MAG_ONLINE', 'NEWSPAPER']);

/**
 * Returns the key of the work that a title is an edition of. Titles with the same key are editions of one work. The
 * key is the main title without its leading article, and the first author, because editions have different subtitles.
 * Reports, websites and serials share main titles such as `COVID-19` with different works. So the key of a work by an
 * organization, of nonfiction without an author, and of a website or serial contains the whole title.
 *
 * @example workKey({ id: '1', title: 'The Hobbit: A Play', authors: [{ name: 'J.R.R. Tolkien' }], format: { id: 'BK' } })
 * // 'hobbit author jrr tolkien'
 * @example workKey({ id: '1', title: 'Alert', sub_title: 'Areas', fiction: false, format: { id: 'BK' } }) // 'alert  : areas'
 */
export function workKey(title: Pick<Title, (typeof WORK_KEY_FIELDS)[number]>): string {
  const mainTitle = mainTitleOf(title.title);
  const [author] = title.authors ?? [];
  const keys = commonKeys(title);
  const keyOfWork = `${keys.title} ${keys.author}`;
  const isReport = author === undefined ? title.fiction === false : isCorporateName(author.name);
  if (!isReport && !CONTINUING.has(title.format.id)) return keyOfWork;
  const rest = titleKey(`${title.title.slice(mainTitle.length)} ${title.sub_title ?? ''}`);
  return rest === '' ? keyOfWork : `${keyOfWork} : ${rest}`;
}

/**
 * Returns the keys that all editions of the work of a title have: the `titleKey` of the main title without its leading
 * article, and the `authorKey` of the first author, or an empty text without an author.
 */
function commonKeys(title: Pick<Title, 'title' | 'authors' | 'primary_language' | 'languages'>): {
  readonly title: string;
  readonly author: string;
} {
  const [author] = title.authors ?? [];
  return {
    title: titleKey(withoutLeadingArticle(mainTitleOf(title.title), articlesOf(title))),
    author: author === undefined ? '' : authorKey(author.name),
  };
}

/**
 * Creates an encoder of the hashes of title keys: normalized titles, authors' names and names of series, which are
 * compared with queries.
 */
export function createTitleKeysEncoder(): TitlesPartEncoder {
  const hashes = new GrowableArray();
  /** Parallel to `hashes`: the position of the title in the order of adding. */
  const positions = new GrowableArray();
  let unchanged: UnchangedTitles | undefined;
  let titleCount = 0;
  return {
    addUnchanged(titles) {
      unchanged = titles;
      titleCount = titles.titles.size;
    },
    add(title) {
      for (const keys of [titleKeys(title), nameKeys(title)]) {
        for (const key of keys) {
          hashes.push(titleKeyHash(key));
          positions.push(titleCount);
        }
      }
      titleCount++;
    },
    finish(sections, { docIds }) {
      const added = {
        hashes: hashes.take(),
        docIds: positions.take().map((position) => docIds[position]),
      };
      sortPairs(added.hashes, added.docIds);
      const all = unchanged === undefined ? added : mergeUnchanged(unchanged, docIds, added);
      addTitleKeys(sections, all);
    },
  };
}

/** Merges the keys of unchanged titles, whose order does not change, with sorted keys of other titles. */
function mergeUnchanged(
  { sections }: UnchangedTitles,
  docIds: Uint32Array,
  added: TitleKeys,
): TitleKeys {
  const before = titleKeySections(sections);
  const merged = {
    hashes: new Uint32Array(before.hashes.length + added.hashes.length),
    docIds: new Uint32Array(before.hashes.length + added.hashes.length),
  };
  let length = 0;
  let next = 0;
  const push = (hash: number, docId: number) => {
    merged.hashes[length] = hash;
    merged.docIds[length++] = docId;
  };
  for (let i = 0; i < before.hashes.length; i++) {
    const hash = before.hashes[i];
    const docId = docIds[before.docIds[i]];
    if (docId === LEFT_OUT) continue;
    for (; next < added.hashes.length; next++) {
      const isBefore =
        added.hashes[next] === hash ? added.docIds[next] < docId : added.hashes[next] < hash;
      if (!isBefore) break;
      push(added.hashes[next], added.docIds[next]);
    }
    push(hash, docId);
  }
  for (; next < added.hashes.length; next++) push(added.hashes[next], added.docIds[next]);
  return { hashes: merged.hashes.subarray(0, length), docIds: merged.docIds.subarray(0, length) };
}

/**
 * Creates an encoder of works: for each title, writes the lowest doc id of a title that is an edition of the same work.
 * Keeps a hash of each key, not the keys. Decodes only those unchanged titles that may be editions of the same work as
 * an added title.
 */
export function createWorksEncoder(): TitlesPartEncoder {
  let hashes = new DistinctNumbers();
  /**
   * By position of a title: the number of its work from 1, or 0 for an added title without a key and a title that changed.
   * An unchanged title without a key is a work of its own.
   */
  const worksOfTitles = new GrowableArray();
  /** The number of works of unchanged titles. The works of `hashes` have the numbers after them. */
  let unchangedWorks = 0;
  /**
   * By the lowest number of a title of a work before the changes: the number of the work, or 0 if no title of the work
   * is unchanged.
   */
  let workOfLowest = new Uint32Array(0);
  let lowestEditionOf: ReturnType<typeof finderOfLowestEdition> = () => undefined;
  return {
    addUnchanged({ titles, numbers }) {
      workOfLowest = new Uint32Array(titles.size);
      const works = worksOfTitles.extend(titles.size);
      for (const number of numbers) {
        const lowest = titles.works[number];
        if (workOfLowest[lowest] === 0) workOfLowest[lowest] = ++unchangedWorks;
        works[number] = workOfLowest[lowest];
      }
      lowestEditionOf = finderOfLowestEdition(titles);
    },
    add(title) {
      const hash = hashOf(workKey(title));
      if (hash === undefined) {
        worksOfTitles.push(0);
        return;
      }
      const lowest = lowestEditionOf(title, hash);
      const unchanged = lowest === undefined ? 0 : workOfLowest[lowest];
      worksOfTitles.push(unchanged || unchangedWorks + hashes.add(hash) + 1);
    },
    finish(sections, { size, docIds }) {
      const lowest = new Uint32Array(unchangedWorks + hashes.size + 1).fill(size);
      hashes = new DistinctNumbers();
      workOfLowest = new Uint32Array(0);
      lowestEditionOf = () => undefined;
      const workOf = worksOfTitles.take();
      docIds.forEach((docId, position) => {
        const work = workOf[position];
        lowest[work] = Math.min(lowest[work], docId);
      });
      const lowestOfWorks = new Uint32Array(size);
      docIds.forEach((docId, position) => {
        if (docId === LEFT_OUT) return;
        const work = workOf[position];
        lowestOfWorks[docId] = work === 0 ? docId : lowest[work];
      });
      sections.set(TITLE_SECTIONS.work, lowestOfWorks);
    },
  };
}

/**
 * Returns a hash of the key of a work, a whole number from 0 to 2^53 - 1. Returns undefined for a main title without
 * letters and digits, because such titles are not editions of each other.
 */
function hashOf(key: string): number | undefined {
  if (key.startsWith(' ')) return undefined;
  // The second hash is of the key after another character. With the character at the end, keys with equal first hashes
  // would have equal second hashes.
  return titleKeyHash(key) * 0x200000 + (titleKeyHash(` ${key}`) >>> 11);
}

/** Returns a function that returns the lowest number of a title of the same work, by the hash of its key, or undefined. */
function finderOfLowestEdition(titles: Titles): (title: Title, hash: number) => number | undefined {
  /** The common keys of the works that are in `lowestByHash`. */
  const found = new Set<string>();
  const lowestByHash = new Map<number, number>();
  return (title, hash) => {
    const keys = commonKeys(title);
    const both = `${keys.title} ${keys.author}`;
    if (!found.has(both)) {
      found.add(both);
      for (const lowest of worksWith(titles, keys)) {
        const hashOfWork = hashOf(workKey(titles.pick(lowest, WORK_KEY_FIELDS)));
        if (hashOfWork !== undefined) lowestByHash.set(hashOfWork, lowest);
      }
    }
    return lowestByHash.get(hash);
  };
}

/** Returns the lowest number of a title of each work that has a title with these keys. */
function worksWith(
  { withTitleKey, works }: Titles,
  { title, author }: ReturnType<typeof commonKeys>,
): ReadonlySet<number> {
  const lowest = new Set<number>();
  const ofAuthor = author === '' ? undefined : withTitleKey(author);
  for (const number of withTitleKey(title)) {
    const isOfAuthor = ofAuthor === undefined || ofAuthor[lowerBound(ofAuthor, number)] === number;
    if (isOfAuthor) lowest.add(works[number]);
  }
  return lowest;
}
