import { describe } from '../../base/messages.js';
import { parseSynonyms, SynonymLineError } from '../../catalog/synonyms/parse-synonyms.js';
import { shippedSynonyms } from '../../catalog/synonyms/shipped-synonyms.js';
import { SynonymTableBuilder } from '../../catalog/synonyms/synonym-table.js';
import { memoryFile, type Source, type SourceRecord } from './source.js';
import type { SourceReport } from './source-report.js';

/** Combines the synonyms of a source with the shipped synonyms, and returns their rows. Reports invalid lines. */
export function checkSynonyms(source: Source, report: SourceReport): readonly string[] {
  const builder = new SynonymTableBuilder();
  const file = source.synonyms ?? memoryFile('synonyms');
  for (const record of file.records()) {
    const problem = problemOf(record, builder);
    if (problem !== undefined) report.error(file.place(record.position), problem);
  }
  return builder.rows(shippedSynonyms());
}

/** Adds a line to a table. Returns the problem of a line that cannot be added. */
function problemOf(record: SourceRecord, builder: SynonymTableBuilder): string | undefined {
  if ('problem' in record) return record.problem;
  if (typeof record.value !== 'string') return `expected a string, found ${describe(record.value)}`;
  try {
    const rule = parseSynonyms(record.value);
    if (rule !== undefined) builder.add(rule);
    return undefined;
  } catch (error) {
    if (error instanceof SynonymLineError) return error.message;
    throw error;
  }
}
