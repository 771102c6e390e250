import { type Catalog, suggest } from '../../src/index.js';
import { table } from '../figures.js';
import { Random, weightedCount } from '../generated/random.js';
import { workOf } from './known-titles.js';

/** How often the first three suggestions include the title that a reader is typing. */
interface SuggestionFigures {
  /** The number of characters typed. Undefined for the beginnings of all lengths together. */
  readonly length: number | undefined;
  /** The number of beginnings. */
  readonly beginnings: number;
  /** The fraction of the beginnings with the title among the first three suggestions. */
  readonly found: number;
  /**
   * The highest value of {@link found} that suggestions can be expected to have. Many titles share a beginning.
   * A beginning counts if the title is one of the three works for which readers most often type it.
   */
  readonly ceiling: number;
}

/** The number of suggestions that are read. */
const FIRST_SUGGESTIONS = 3;
/** The number of suggestions that a search box shows. */
const LIMIT = 8;
const DRAWN_TITLES = 500;
const MIN_LENGTH = 4;
const MAX_LENGTH = 12;
const SEED = 1;
const LEADING_ARTICLE = /^(?:the|an?)\s+(?=\S)/;

/** A title as readers type it, and the work that it is an edition of. */
interface TypedTitle {
  /** The title in lower case, with its leading article and without it. The two texts can be equal. */
  readonly texts: readonly [string, string];
  readonly work: string;
  /** How often readers look for the title, relative to other titles. */
  readonly weight: number;
}

/**
 * Measures the suggestions for the beginnings of 4 to 12 characters of 500 titles. The chance that a title is drawn
 * is proportional to its popularity; if no title has a popularity, all titles have the same chance. Half of the
 * titles are typed without their leading article. Every edition of a work counts as the title. The same catalog
 * gives the same figures.
 *
 * @returns the figures of every length, the shortest first, and then of all lengths together
 */
function measureSuggestions(catalog: Catalog): SuggestionFigures[] {
  const { titles: stored, library } = catalog;
  const records = Array.from({ length: stored.size }, (_, number) => stored.get(number));
  const works = new Map(records.map((title) => [title.id, workOf(title)]));
  const hasPopularity = records.some(({ popularity = 0 }) => popularity > 0);
  const titles = records.map(({ id, title, popularity = 0 }): TypedTitle => {
    const text = title.toLowerCase();
    const texts = [text, text.replace(LEADING_ARTICLE, '')] as const;
    return { texts, work: works.get(id) ?? '', weight: hasPopularity ? popularity : 1 };
  });
  const drawn = drawTexts(titles);
  const all = { beginnings: 0, found: 0, ceiling: 0 };
  const figures: SuggestionFigures[] = [];
  for (let length = MIN_LENGTH; length <= MAX_LENGTH; length++) {
    const ofLength = { beginnings: 0, found: 0, ceiling: 0 };
    const firstWorks = mostTypedWorks(titles, length);
    for (const { text, work } of drawn) {
      if (text.length < length) continue;
      const q = text.slice(0, length);
      const { suggestions } = suggest([catalog], { q, library: library.id, limit: LIMIT });
      const first = suggestions.slice(0, FIRST_SUGGESTIONS);
      const isFound = first.some(({ id }) => id !== undefined && works.get(id) === work);
      const isWithinCeiling = firstWorks.get(q)?.includes(work);
      for (const counts of [ofLength, all]) {
        counts.beginnings++;
        if (isFound) counts.found++;
        if (isWithinCeiling) counts.ceiling++;
      }
    }
    figures.push(asFractions(length, ofLength));
  }
  return [...figures, asFractions(undefined, all)];
}

function asFractions(
  length: number | undefined,
  { beginnings, found, ceiling }: Omit<SuggestionFigures, 'length'>,
): SuggestionFigures {
  return { length, beginnings, found: found / beginnings, ceiling: ceiling / beginnings };
}

/** Draws titles by weight, each with or without its leading article. */
function drawTexts(titles: readonly TypedTitle[]): { text: string; work: string }[] {
  const random = new Random(SEED);
  const drawn = weightedCount(titles.map(({ weight }) => weight));
  return Array.from({ length: DRAWN_TITLES }, () => {
    const { texts, work } = titles[drawn.choose(random)];
    return { text: random.pick(texts), work };
  });
}

/** Returns, for each beginning of a length, the works for which readers type it most often. */
function mostTypedWorks(titles: readonly TypedTitle[], length: number): Map<string, string[]> {
  const weights = new Map<string, Map<string, number>>();
  for (const { texts, work, weight } of titles) {
    for (const text of texts) {
      if (text.length < length) continue;
      const beginning = text.slice(0, length);
      const ofWorks = weights.get(beginning) ?? new Map<string, number>();
      ofWorks.set(work, (ofWorks.get(work) ?? 0) + weight);
      weights.set(beginning, ofWorks);
    }
  }
  return new Map(
    [...weights].map(([beginning, ofWorks]) => {
      const sorted = [...ofWorks].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return [beginning, sorted.slice(0, FIRST_SUGGESTIONS).map(([work]) => work)];
    }),
  );
}

export const SUGGESTIONS_LEGEND = `Suggestions of Carrel: the share of beginnings of titles with the title among the first three suggestions, and
the highest share that can be expected, because many titles share a beginning. 500 titles, drawn by popularity, seed 1.`;

/** Returns the table of the suggestions of a catalog, by the number of characters typed. */
export function suggestionsReport(catalog: Catalog): string {
  const measured = measureSuggestions(catalog).filter(({ beginnings }) => beginnings > 0);
  const rows = measured.map(({ length, beginnings, found, ceiling }) => [
    length === undefined ? 'all' : String(length),
    String(beginnings),
    found.toFixed(3),
    ceiling.toFixed(3),
  ]);
  const head = ['characters', 'beginnings', 'found', 'ceiling'];
  return `### Suggestions: ${catalog.library.name}, ${catalog.titles.size} titles\n\n${table(head, rows)}`;
}
