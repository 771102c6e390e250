import { checksum } from '../../../src/snapshot/file/read-snapshot-sections.js';
import { memoryBytes, readTable } from '../../../src/snapshot/format/container/read-sections.js';
import {
  align,
  HEADER_LENGTH,
  SECTION_TYPES,
  type SectionData,
} from '../../../src/snapshot/format/container/sections.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { addStrings, openStrings } from '../../../src/snapshot/format/records.js';
import { addTextBlocks, openTextBlocks } from '../../../src/snapshot/format/title-records.js';

/** Returns a random whole number from 0 up to but not including `limit`. */
export type Random = (limit: number) => number;

/** Creates a generator of random numbers. The same seed returns the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

type MutableSections = Map<string, SectionData>;

/**
 * Returns a snapshot in which a few values were changed, with valid checksums.
 *
 * @param sections the sections of a valid snapshot, which are not changed
 */
export function mutateSnapshot(
  sections: ReadonlyMap<string, SectionData>,
  random: Random,
): Uint8Array {
  const mutated = new Map(sections);
  const kind = random(12);
  if (kind === 0) return mutateBytes(bytesOf(mutated), random);
  if (kind <= 2) mutateStrings(mutated, random);
  else if (kind === 3) mutateStructure(mutated, random);
  else if (kind <= 5) mutateWithinLimits(mutated, random);
  else if (kind <= 7) mutateInterior(mutated, random);
  else for (let count = 1 + random(3); count > 0; count--) mutateNumbers(mutated, random);
  return bytesOf(mutated);
}

function bytesOf(sections: MutableSections): Uint8Array {
  return Buffer.concat([...writeSections(sections, checksum)]);
}

function pick<T>(items: Iterable<T>, random: Random): T {
  const all = [...items];
  return all[random(all.length)];
}

/** Replaces all numbers of a section, except the first and the last, which are checked when a snapshot is opened. */
function mutateInterior(sections: MutableSections, random: Random): void {
  const name = pick(sections.keys(), random);
  const numbers = sections.get(name) as SectionData;
  const [first, second] = [random(2 ** 32), pick(numbers, random)];
  const last = numbers.length - 1;
  const kind = random(5);
  const mutated = numbers.map((number, at) => {
    if (at === 0 || at === last) return number;
    if (kind === 0) return 2 ** 32 - 1;
    if (kind === 1) return 0;
    if (kind === 2) return numbers[last - at];
    return at % 2 === 0 ? (kind === 3 ? first : numbers[last]) : second;
  });
  sections.set(name, mutated as SectionData);
}

/** Changes up to four numbers of a section. */
function mutateNumbers(sections: MutableSections, random: Random): void {
  const name = pick(sections.keys(), random);
  const numbers = (sections.get(name) as SectionData).slice();
  const lengths = [...sections.values()].map(({ length }) => length);
  for (let count = 1 + random(4); count > 0 && numbers.length > 0; count--) {
    const at = random(numbers.length);
    const values = [
      0,
      1,
      2 ** 32 - 1,
      2 ** 31,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1,
      numbers[at] + 1,
      numbers[at] - 1,
      numbers[random(numbers.length)],
      numbers.length,
      pick(lengths, random),
      random(2 ** 32),
      random(256),
    ];
    numbers[at] = pick(values, random);
  }
  sections.set(name, numbers);
}

/** Sections in which any number up to the highest number of the section is valid. */
const WITHIN_LIMITS = [
  'index.posting.frequency_sets',
  'index.frequency_set.frequencies',
  'index.bigram.fields',
  'index.term.languages',
];

/** Sections in which any number is valid. */
const WITHOUT_LIMITS = ['publication_year', 'added_day', 'rating'].map(
  (name) => `titles.query.${name}`,
);

/** Sections in which any order of the numbers is valid. */
const PERMUTATIONS = ['author', 'published_date', 'newly_acquired', 'ugc_rating'].map(
  (name) => `titles.rank.${name}`,
);

/** Changes many numbers of a section to numbers that are valid, but contradict other sections. */
function mutateWithinLimits(sections: MutableSections, random: Random): void {
  const others = ['index.forward.bytes', 'index.posting.documents', 'titles.popularity'];
  const all = [...WITHIN_LIMITS, ...WITHOUT_LIMITS, ...PERMUTATIONS, ...others];
  const name = pick(all, random);
  const numbers = (sections.get(name) as SectionData).slice();
  const highest = Array.from(numbers).reduce((max, number) => Math.max(max, number), 0);
  const share = 1 + random(20);
  for (let at = 0; at < numbers.length; at++) {
    if (random(share) > 0) continue;
    if (WITHIN_LIMITS.includes(name)) numbers[at] = 1 + random(highest);
    else if (WITHOUT_LIMITS.includes(name)) numbers[at] = random(2 ** 32);
    else if (PERMUTATIONS.includes(name)) {
      const other = random(numbers.length);
      [numbers[at], numbers[other]] = [numbers[other], numbers[at]];
    } else if (name === 'titles.popularity') numbers[at] = pick([-1, 0, 1e-38, 3e38, 7], random);
    else if (name === 'index.forward.bytes') {
      // One byte from 32 to 127 is a term. A byte after a byte of at least 128 belongs to a longer number.
      const isTerm = numbers[at] >= 32 && numbers[at] < 128 && (numbers[at - 1] ?? 0) < 128;
      if (isTerm) numbers[at] = 32 + random(96);
    } else if (numbers[at + 1] > numbers[at] + 1) numbers[at]++;
  }
  sections.set(name, numbers);
}

/** Shortens, extends, swaps, retypes or removes sections. */
function mutateStructure(sections: MutableSections, random: Random): void {
  const name = pick(sections.keys(), random);
  const data = sections.get(name) as SectionData;
  const View = data.constructor as new (numbers: ArrayLike<number>) => SectionData;
  switch (random(7)) {
    case 0:
      sections.set(name, data.slice(0, random(data.length + 1)));
      break;
    case 1:
      sections.set(name, new View([...data, ...data.slice(0, 1 + random(8))]));
      break;
    case 2:
      sections.set(name, new View(new Array(1 + random(1 << 20)).fill(data[0] ?? 0)));
      break;
    case 3: {
      const other = pick(sections.keys(), random);
      sections.set(name, sections.get(other) as SectionData);
      sections.set(other, data);
      break;
    }
    case 4:
      sections.set(name, pick(Object.values(SECTION_TYPES), random).from([...data]));
      break;
    case 5:
      sections.set(
        name,
        data.slice().sort(() => random(3) - 1),
      );
      break;
    default:
      sections.delete(name);
  }
}

const RECORDS = [
  'users.record',
  'user_content.record',
  'lists.record',
  'lists.items',
  'sessions.record',
  'titles.holdings',
];
const TABLES = ['users.id', 'lists.id', 'sessions.id', 'titles.id', 'synonyms'];
const SUMMARY = 'titles.summary';
const BLOCKS = ['titles.details', 'titles.marc'];

/** Values that replace a value in JSON. */
const VALUES = [
  'null',
  '[]',
  '{}',
  '""',
  '-1',
  '1e400',
  '1.5',
  '99999999',
  'true',
  '[[[]]]',
  'x',
  '"\\ud800"',
  '',
];

/** Changes the text of some strings of a table. */
function mutateStrings(sections: MutableSections, random: Random): void {
  const names = [...RECORDS, ...TABLES, SUMMARY, SUMMARY, ...BLOCKS, 'library'];
  const name = pick(names, random);
  if (name === 'library') {
    const json = new TextDecoder().decode(sections.get(name) as Uint8Array);
    sections.set(name, new TextEncoder().encode(mutateText(json, random)));
    return;
  }
  const { size, get } = BLOCKS.includes(name)
    ? openTextBlocks(sections, name)
    : openStrings(sections, name);
  const strings = Array.from({ length: size }, (_, i) => get(i));
  for (let count = 1 + random(4); count > 0 && size > 0; count--) {
    const at = random(size);
    strings[at] = mutateText(strings[at], random);
  }
  if (!BLOCKS.includes(name)) addStrings(sections, name, strings);
  else {
    const texts = strings.map((text) => new TextEncoder().encode(text));
    addTextBlocks(sections, name, texts, 1 << 13);
  }
}

/** Replaces a value of a JSON text, or repeats or removes some characters of any text. */
export function mutateText(text: string, random: Random): string {
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|\[\]/g)];
  const at = random(text.length + 1);
  switch (random(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + random(4));
    case 1:
      return text.slice(0, at) + text.slice(random(at + 1));
    default: {
      if (values.length === 0) return pick(VALUES, random);
      const { index, 0: value } = pick(values, random);
      const other = random(2) === 0 ? pick(VALUES, random) : pick(values, random)[0];
      return text.slice(0, index) + other + text.slice(index + value.length);
    }
  }
}

/** Changes bytes of a section, or its entry in the table. Computes all checksums again. */
function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const buffer = new Uint8Array(bytes).buffer;
  const entries = readTable(memoryBytes('snapshot', buffer), checksum).map((entry) => ({
    ...entry,
  }));
  const file = new Uint8Array(buffer);
  const entry = pick(entries, random);
  const { offset, length } = entry;
  if (random(3) > 0) {
    const end = random(2) === 0 ? Math.min(length, 12) : length;
    for (let count = 1 + random(3); count > 0 && length > 0; count--) {
      file[offset + random(end)] = pick([0, 0xff, 0x20, 0x40, random(256)], random);
    }
    entry.checksum = checksum(file.subarray(offset, offset + align(length)));
  } else {
    const other = pick(entries, random);
    const field = pick(['name', 'type', 'offset', 'length', 'checksum'] as const, random);
    const value = pick([other[field], null, -1, 2 ** 40, 0.5, length + 1, '__proto__', {}], random);
    Object.assign(entry, { [field]: value });
    if (random(8) === 0) entries.push(other);
  }
  return withTable(file, entries);
}

/** Returns the file with another table, and with the checksums of the table and of the header. */
function withTable(file: Uint8Array<ArrayBuffer>, entries: readonly object[]): Uint8Array {
  const view = new DataView(file.buffer);
  const table = file.subarray(HEADER_LENGTH, HEADER_LENGTH + view.getUint32(12, true)).fill(0x20);
  table.set(new TextEncoder().encode(JSON.stringify(entries)).subarray(0, table.length));
  view.setUint32(24, checksum(table), true);
  view.setUint32(28, checksum(file.subarray(0, 28)), true);
  return file;
}
