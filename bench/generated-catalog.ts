import type { Library, Title } from '../src/index.js';
import { People } from './generated/people.js';
import { PublisherNames } from './generated/publisher-names.js';
import { Random } from './generated/random.js';
import { SeriesNames } from './generated/series-names.js';
import {
  AUDIENCES,
  BRANCHES,
  dayAdded,
  FORMATS,
  GENRES,
  holdings,
  isbn,
  LANGUAGES,
  publicationYear,
  TAGS,
} from './generated/shelf-facts.js';
import { SubjectHeadings } from './generated/subject-headings.js';
import { capitalized, TitleWording } from './generated/title-wording.js';
import type { WeightedChoice } from './generated/weighted-choice.js';

/** The library that generated titles belong to. */
export const GENERATED_LIBRARY: Library = {
  id: 'generated',
  name: 'Generated Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: BRANCHES,
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Generates titles with statistics close to real catalogs. The same seed gives the same titles; with a
 * smaller count, the first of them. Ids are not in ascending order.
 *
 * @remarks Keeps the distinct words and names in memory, and a 4-byte number for most uses of a word or
 *   name. Does not keep the titles.
 */
export function* generateTitles(count: number, seed = 1): Generator<Title> {
  const random = new Random(seed);
  const wording = new TitleWording(random);
  const people = new People(random);
  const subjects = new SubjectHeadings(random);
  const series = new SeriesNames(random);
  const publishers = new PublisherNames(random);
  for (let number = 0; number < count; number++) {
    const names = people.ofTitle();
    const authors = random.chance(0.92) ? names : names.slice(0, 1);
    const callNumber = callNumberOf(names[0], random);
    const year = publicationYear(random);
    const language = { name: LANGUAGES.choose(random) };
    const title: Mutable<Title> = {
      id: idOf(number),
      ...writtenTitle(wording.words(), random),
      format: { id: FORMATS.choose(random) },
      authors: authors.map((name) => ({ name })),
      primary_language: language,
      languages: [language],
      call_number: callNumber,
      publication_date: random.chance(0.9) ? String(year) : `c${year}`,
      added: dayAdded(random, year),
      holdings: holdings(random, callNumber),
    };
    if (authors.length < names.length) {
      title.additional_contributors = names.slice(1).map((name) => ({ name }));
    }
    if (random.chance(0.43)) {
      title.subjects = subjects.ofTitle();
      title.genres = distinct(GENRES, 1 + random.below(4), random);
      title.publishers = [{ name: publishers.draw() }];
    }
    if (random.chance(0.14)) title.tags = distinct(TAGS, 1 + random.below(2), random);
    if (random.chance(0.25)) {
      title.series = [{ name: series.draw(), number: String(1 + random.below(9)) }];
    }
    if (random.chance(0.53)) title.isbns = [isbn(random)];
    if (random.chance(0.4)) title.suitabilities = [{ name: AUDIENCES.choose(random) }];
    if (random.chance(0.57)) {
      title.popularity = Math.floor(200_000 / (1 + random.below(4000)));
      title.rating = (200 + random.below(301)) / 100;
    }
    if (random.chance(0.3)) title.fiction = random.chance(0.6);
    if (random.chance(0.1)) title.pages = 40 + random.below(600);
    if (random.chance(0.08)) title.description = wording.prose(20 + random.below(60));
    if (random.chance(0.05)) {
      title.contents = Array.from({ length: 3 + random.below(6) }, () => wording.prose(4));
    }
    if (random.chance(0.08)) title.notes = [wording.prose(6 + random.below(10))];
    yield title;
  }
}

/** Returns an id of ten digits. Consecutive numbers have ids far apart. Different numbers have different ids. */
function idOf(number: number): string {
  return String(Math.imul(number + 1, 2654435761) >>> 0).padStart(10, '0');
}

/** Joins words into a title. Splits some titles of five or more words into title and sub-title. */
function writtenTitle(
  words: readonly string[],
  random: Random,
): Pick<Title, 'title' | 'sub_title'> {
  const written = words.map((word, i) =>
    i === 0 || word.length > 3 || random.chance(0.2) ? capitalized(word) : word,
  );
  if (words.length < 5 || !random.chance(0.3)) return { title: written.join(' ') };
  const cut = 2 + random.below(words.length - 3);
  return {
    title: written.slice(0, cut).join(' '),
    sub_title: capitalized(written.slice(cut).join(' ')),
  };
}

function callNumberOf(author: string, random: Random): string {
  const surname = author.includes(',') ? author.split(',')[0] : (author.split(' ').at(-1) ?? '');
  const shelf = random.chance(0.55) ? 'F' : String(random.below(1000)).padStart(3, '0');
  return `${shelf} ${surname.slice(0, 4).toUpperCase()}`;
}

function distinct<T>(choice: WeightedChoice<T>, draws: number, random: Random): T[] {
  return [...new Set(Array.from({ length: draws }, () => choice.choose(random)))];
}
