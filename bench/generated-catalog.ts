import type { Holding, Library, Title } from '../src/index.js';
import { People, publisherNames, seriesNames, TitleWording } from './generated/generated-texts.js';
import { Random, weightedChoice, weightedCount } from './generated/random.js';
import { generatedData, realWords } from './real-words.js';

/** The library that generated titles belong to. */
export const GENERATED_LIBRARY: Library = {
  id: 'generated',
  name: 'Generated Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: generatedData.branches,
};

const FORMATS = weightedChoice(generatedData.formats);
const AUDIENCES = weightedChoice(generatedData.audiences);
const STATUSES = weightedChoice(generatedData.statuses);

/**
 * Chooses how many times a branch is drawn for the holdings of a title. The first weight is for 0 draws. A
 * branch may be drawn twice, so the average number of holdings is about 1.45.
 */
const HOLDING_COUNTS = weightedCount([15, 36, 28, 13, 5, 3]);

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
  const series = seriesNames(random);
  const publishers = publisherNames(random);
  for (let number = 0; number < count; number++) {
    const names = people.ofTitle();
    const authors = random.chance(0.92) ? names : names.slice(0, 1);
    const callNumber = callNumberOf(names[0], random);
    const year = publicationYear(random);
    // Subjects, genres and the language go together, as in real records.
    const real = random.pick(realWords().records);
    const { primary_language = { name: 'English' }, subjects = [], genres = [], tags } = real;
    const title: Mutable<Title> = {
      id: idOf(number),
      ...wording.title(),
      format: { id: FORMATS.choose(random) },
      authors: authors.map((name) => ({ name })),
      primary_language,
      languages: [primary_language],
      call_number: callNumber,
      publication_date: random.chance(0.9) ? String(year) : `c${year}`,
      added: dayAdded(random, year),
      holdings: holdings(random, callNumber),
    };
    if (authors.length < names.length) {
      title.additional_contributors = names.slice(1).map((name) => ({ name }));
    }
    if (random.chance(0.43)) {
      title.subjects = subjects;
      title.genres = genres;
      title.publishers = [{ name: publishers.draw() }];
    }
    if (tags !== undefined && random.chance(0.45)) title.tags = tags;
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

/** Returns whether the title and the surname of the first author are made of real words, as readers type them. */
export function hasRealWords({ title, authors = [] }: Title): boolean {
  const { words, surnames } = realWords();
  known ??= new Set([...words, ...surnames.map((name) => name.toLowerCase())]);
  const surname = authors[0]?.name.split(',')[0].split(' ').at(-1) ?? '';
  return `${title} ${surname}`
    .toLowerCase()
    .split(/[^a-z]+/)
    .every((word) => word.length < 3 || known?.has(word));
}

let known: Set<string> | undefined;

/** Returns an id of ten digits. Consecutive numbers have ids far apart. Different numbers have different ids. */
function idOf(number: number): string {
  return String(Math.imul(number + 1, 2654435761) >>> 0).padStart(10, '0');
}

function callNumberOf(author: string, random: Random): string {
  const surname = author.includes(',') ? author.split(',')[0] : (author.split(' ').at(-1) ?? '');
  const shelf = random.chance(0.55) ? 'F' : String(random.below(1000)).padStart(3, '0');
  return `${shelf} ${surname.slice(0, 4).toUpperCase()}`;
}

/** Returns the holdings of one title, at most one per branch. */
function holdings(random: Random, callNumber: string): Holding[] {
  const held = new Map<string, Holding>();
  for (let left = HOLDING_COUNTS.choose(random); left > 0; left--) {
    const branch = random.pickEarly(generatedData.branches, 6).id;
    held.set(branch, {
      branch,
      status: STATUSES.choose(random) as keyof typeof generatedData.statuses,
      call_number: callNumber,
    });
  }
  return [...held.values()];
}

/** Returns an ISBN-13 with a valid check digit. */
function isbn(random: Random): string {
  const digits = `978${String(random.below(1e9)).padStart(9, '0')}`;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return digits + ((10 - (sum % 10)) % 10);
}

/** Returns a year from 1501 to 2026. Recent years are more likely. */
function publicationYear(random: Random): number {
  const era = random.next();
  if (era < 0.62) return 2026 - random.below(1 + random.below(40));
  if (era < 0.9) return 1990 - random.below(1 + random.below(100));
  if (era < 0.98) return 1900 - random.below(120);
  return 1780 - random.below(280);
}

/**
 * Returns the date on which the library added a title. The date is from 1990 to 2026, and not before the
 * publication year.
 *
 * @param year the publication year, at most 2026
 */
function dayAdded(random: Random, year: number): string {
  const from = Math.max(year, 1990);
  const month = String(1 + random.below(10)).padStart(2, '0');
  const day = String(1 + random.below(28)).padStart(2, '0');
  return `${from + random.below(2027 - from)}-${month}-${day}T00:00:00Z`;
}
