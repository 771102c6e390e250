import type { Catalog } from '../../src/index.js';
import { measureSuggestions } from './suggestions.js';

export const SUGGESTIONS_LEGEND = `Suggestions of Carrel: the share of beginnings of titles with the title among the first three suggestions, and
the highest share that can be expected, because many titles share a beginning. 500 titles, drawn by popularity, seed 1.`;

/** Returns the table of the suggestions of a catalog, by the number of characters typed. */
export function suggestionsReport(catalog: Catalog): string {
  const measured = measureSuggestions(catalog).filter(({ beginnings }) => beginnings > 0);
  const rows = measured.map(({ length, beginnings, found, ceiling }) => {
    const name = length === undefined ? 'all' : String(length);
    return `| ${name} | ${beginnings} | ${found.toFixed(3)} | ${ceiling.toFixed(3)} |`;
  });
  return [
    `### Suggestions: ${catalog.library.name}, ${catalog.titles.size} titles`,
    '',
    '| characters | beginnings | found | ceiling |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
