/*
 * The data that generated catalogs are made of: weights of formats and the like, and the records of Project Gutenberg with
 * their words and names, so that queries can be real words.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Holding, Title } from '../src/index.js';
import { PROJECT } from './machine.js';

/** The directory of the records of Project Gutenberg. */
export const GUTENBERG = join(PROJECT, 'bench/data/gutenberg');

/** The branches and the weights in `bench/data/generated.json`. */
export const generatedData = JSON.parse(
  readFileSync(join(PROJECT, 'bench/data/generated.json'), 'utf8'),
) as {
  /** The branch with the most holdings is first. */
  readonly branches: readonly { readonly id: string; readonly name: string }[];
  readonly formats: Weights;
  readonly audiences: Weights;
  readonly statuses: Weights<NonNullable<Holding['status']>>;
  readonly seriesPatterns: Weights;
};

type Weights<Name extends string = string> = Readonly<Record<Name, number>>;

/** The records of Project Gutenberg, and their words and names, the most frequent first. */
export interface RealWords {
  readonly records: readonly Title[];
  /** The English titles without numbers of volumes. */
  readonly titles: readonly string[];
  /** The words of English titles and of subject headings: at least three letters, in lower case. */
  readonly words: readonly string[];
  readonly surnames: readonly string[];
  readonly forenames: readonly string[];
}

let read: RealWords | undefined;

/** Returns the records and their words. Later calls return the same object. */
export function realWords(): RealWords {
  read ??= readWords();
  return read;
}

function readWords(): RealWords {
  const records = gutenbergRecords();
  const titles = records
    .filter(({ primary_language }) => primary_language?.name === 'English')
    .map(({ title }) => title);
  const headings = records.flatMap(({ subjects = [] }) => subjects);
  // `Carroll, Lewis, 1832-1898`
  const names = records.flatMap(({ authors = [] }) =>
    authors.flatMap(({ name }) => [...name.matchAll(/^([A-Z][a-z]+), ([A-Z][a-z]+)/g)]),
  );
  return {
    records,
    titles: titles.filter((title) => !/\bvol(?:ume|\.)/i.test(title)),
    words: byFrequency([...titles, ...headings].flatMap(wordsOf)),
    surnames: byFrequency(names.map(([, surname]) => surname)),
    forenames: byFrequency(names.map(([, , forename]) => forename)),
  };
}

/** Returns the records of Project Gutenberg. */
export function gutenbergRecords(): Title[] {
  const compressed = readFileSync(join(GUTENBERG, 'titles.jsonl.br'));
  const lines = brotliDecompressSync(compressed).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Title);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/(?<![\p{L}\p{M}'’])[a-z]{3,}(?![\p{L}\p{M}'’])/gu) ?? [];
}

function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, m], [, n]) => n - m).map(([value]) => value);
}
