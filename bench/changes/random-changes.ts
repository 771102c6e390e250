import type { HoldingsChange, PutChange } from 'carrel';
import { Random } from '../generated/random.js';
import { type AnyCatalog, titlesOf } from './titles-of.js';

/** Returns the numbers of the titles with a copy, in random order and each once. */
export function shuffledTitles(catalog: AnyCatalog): number[] {
  const titles = titlesOf(catalog);
  const random = new Random(1);
  const numbers = Array.from({ length: titles.size }, (_, number) => number).filter(
    (number) => (titles.pick(number, ['holdings']).holdings ?? []).length > 0,
  );
  for (let i = numbers.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [numbers[i], numbers[other]] = [numbers[other], numbers[i]];
  }
  return numbers;
}

/** A change of the bench: of the holdings of a title, or of its text. */
export type BenchChange = HoldingsChange | (PutChange & { readonly kind: 'titles' });

/** Returns a change that checks out all copies of a title, or returns them if none is available. */
export function circulation(catalog: AnyCatalog, number: number): BenchChange {
  const titles = titlesOf(catalog);
  const { holdings = [] } = titles.pick(number, ['holdings']);
  const isAvailable = holdings.some(({ status }) => status === 'AVAILABLE');
  const status = isAvailable ? 'UNAVAILABLE' : 'AVAILABLE';
  return {
    op: 'holdings',
    title: titles.id(number),
    holdings: holdings.map((holding) => ({ ...holding, status })),
  };
}

/** Returns a change that adds a title like another title, with a new id and one more subject. */
export function addition(catalog: AnyCatalog, number: number): BenchChange {
  const record = titlesOf(catalog).get(number);
  const subjects = [...(record.subjects ?? []), `Shelf ${number % 1000}`];
  return { op: 'put', kind: 'titles', record: { ...record, id: `${record.id}-new`, subjects } };
}

/** Returns a change that adds a word to a title. */
export function revision(catalog: AnyCatalog, number: number): BenchChange {
  const record = titlesOf(catalog).get(number);
  return {
    op: 'put',
    kind: 'titles',
    record: { ...record, title: `${record.title} revised` },
  };
}
