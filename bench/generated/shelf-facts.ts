import type { Holding } from '../../src/index.js';
import type { Random } from './random.js';
import { weightedChoice, weightedCount } from './weighted-choice.js';

/** The branches of the generated library. The branch with the most holdings is first. */
export const BRANCHES = [
  { id: 'MAIN', name: 'Main Library' },
  { id: 'EAST', name: 'East Branch' },
  { id: 'SOUTH', name: 'South Branch' },
  { id: 'WEST', name: 'West Branch' },
  { id: 'NORTH', name: 'North Branch' },
  { id: 'HARB', name: 'Harbour Branch' },
  { id: 'HILL', name: 'Hillside Branch' },
  { id: 'UNIV', name: 'University Branch' },
  { id: 'PARK', name: 'Parkside Branch' },
  { id: 'LAKE', name: 'Lakeview Branch' },
  { id: 'MILL', name: 'Old Mill Branch' },
  { id: 'MOBL', name: 'Mobile Library' },
];

export const FORMATS = weightedChoice([
  ['BK', 56],
  ['EBOOK', 21],
  ['LPRINT', 4],
  ['EAUDIOBOOK', 4],
  ['BOOK_CD', 3],
  ['DVD', 3],
  ['MUSIC_CD', 2],
  ['MN', 1.5],
  ['GRAPHIC_NOVEL', 1.5],
  ['MAG', 1],
  ['MAP', 0.7],
  ['BLURAY', 0.6],
  ['MANUSCRIPT', 0.4],
  ['PICTURE', 0.3],
]);

export const LANGUAGES = weightedChoice([
  ['English', 90],
  ['German', 2],
  ['French', 2],
  ['Spanish', 2],
  ['Chinese', 0.8],
  ['Russian', 0.6],
  ['Italian', 0.6],
  ['Arabic', 0.5],
  ['Latin', 0.4],
  ['Japanese', 0.3],
  ['Polish', 0.2],
  ['Dutch', 0.2],
  ['Portuguese', 0.2],
  ['Welsh', 0.1],
]);

export const AUDIENCES = weightedChoice([
  ['Adult', 70],
  ['Juvenile', 18],
  ['Young Adult', 9],
  ['Preschool', 3],
]);

const GENRE_NAMES = `Literature|Fiction|Culture/Civilization/Society|History - General|
  History - American|Children & Young Adult Reading|Travel & Geography|Biographies|
  History - European|Poetry|Philosophy & Ethics|Religion/Spirituality/Paranormal|Humour|Politics|
  Science - General|Crime/Mystery|Science-Fiction & Fantasy|Performing Arts/Film|
  Psychiatry/Psychology|Music|Art|Cooking & Drinking|Engineering & Technology|
  Nature/Gardening/Animals|Business/Management|Law & Criminology|Mathematics|Sports/Hobbies`
  .split('|')
  .map((name) => name.trim());

export const GENRES = weightedChoice(GENRE_NAMES.map((name, i) => [name, 1 / (i + 1.2)] as const));

const TAG_NAMES = `historical fiction|bestsellers|children's literature|book club|classics|
  movie books|banned books|award winners|adventure|philosophy|fantasy|humor|detective fiction|
  western|summer reading|local author|cozy mystery|coming of age|road trip|true crime|cats|dogs|
  dragons|time travel|courtroom|family saga|sea stories|gardening|knitting|hiking|jazz|opera`
  .split('|')
  .map((name) => name.trim());

export const TAGS = weightedChoice(TAG_NAMES.map((name, i) => [name, 1 / (i + 2)] as const));

const STATUSES = weightedChoice([
  ['AVAILABLE', 58],
  ['UNAVAILABLE', 27],
  ['LIBRARY_USE_ONLY', 9],
  ['ON_ORDER', 6],
]);

/**
 * Chooses how many times a branch is drawn for the holdings of a title. The first weight is for 0 draws. A
 * branch may be drawn twice, so the average number of holdings is about 1.45.
 */
const HOLDING_COUNTS = weightedCount([15, 36, 28, 13, 5, 3]);

/** Returns the holdings of one title, at most one per branch. */
export function holdings(random: Random, callNumber: string): Holding[] {
  const held = new Map<string, Holding>();
  for (let left = HOLDING_COUNTS.choose(random); left > 0; left--) {
    const branch = random.pickEarly(BRANCHES, 6).id;
    held.set(branch, { branch, status: STATUSES.choose(random), call_number: callNumber });
  }
  return [...held.values()];
}

/** Returns an ISBN-13 with a valid check digit. */
export function isbn(random: Random): string {
  const digits = `978${String(random.below(1e9)).padStart(9, '0')}`;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return digits + ((10 - (sum % 10)) % 10);
}

/** Returns a year from 1501 to 2026. Recent years are more likely. */
export function publicationYear(random: Random): number {
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
export function dayAdded(random: Random, year: number): string {
  const from = Math.max(year, 1990);
  const month = String(1 + random.below(10)).padStart(2, '0');
  const day = String(1 + random.below(28)).padStart(2, '0');
  return `${from + random.below(2027 - from)}-${month}-${day}T00:00:00Z`;
}
