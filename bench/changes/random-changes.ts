import type { Catalog, HoldingsChange, PutChange } from 'carrel';
import type { Catalog as OpenedCatalog, Titles } from '../../src/catalog/catalog.js';
import { Random } from '../generated/random.js';

/** A catalog that was opened with the package, or with modules of `src`. */
export type AnyCatalog = Catalog | OpenedCatalog;

/** A change of the bench: of the holdings of a title, or of its text. */
export type BenchChange = HoldingsChange | (PutChange & { readonly kind: 'titles' });

/** Returns the titles of a catalog, which the type of the package hides. */
export function titlesOf(catalog: AnyCatalog): Titles {
  return (catalog as OpenedCatalog).titles;
}

/** Returns the numbers of the titles with a copy, in random order and each once. */
export function shuffledTitles(catalog: AnyCatalog): number[] {
  const titles = titlesOf(catalog);
  const numbers = Array.from({ length: titles.size }, (_, number) => number);
  return new Random(1).shuffled(
    numbers.filter((number) => (titles.pick(number, ['holdings']).holdings ?? []).length > 0),
  );
}

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
  return { op: 'put', kind: 'titles', record: { ...record, title: `${record.title} revised` } };
}
