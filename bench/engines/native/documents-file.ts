import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Narrowing } from '../../../src/catalog/narrowings.js';
import type { Title } from '../../../src/index.js';
import { columnValues } from '../naive-facets.js';
import type { TitleSource } from '../title-source.js';
import { BOOSTS, FIELDS, titleTexts } from '../title-texts.js';

/** The columns that native engines count. They have few values. */
export const FACET_COLUMNS: readonly Narrowing[] = [
  'title_format',
  'available_at',
  'language',
  'audience',
  'genre',
  'publication_date',
];

const BOOSTED = FIELDS.filter((field) => BOOSTS[field] > 1);

/** The fields of native engines and their boosts. `rest` contains all fields with the boost 1. */
export const NATIVE_BOOSTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(BOOSTED.map((field) => [field, BOOSTS[field]])),
  rest: 1,
};

/** A title as native engines index it. */
export interface NativeDocument {
  readonly id: string;
  /** The folded text of each field of {@link NATIVE_BOOSTS}. */
  readonly texts: Readonly<Record<string, string>>;
  /** The values of each column of {@link FACET_COLUMNS}. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** Converts a title. */
export function nativeDocument(title: Title): NativeDocument {
  const texts = titleTexts(title);
  const rest = FIELDS.filter((field) => BOOSTS[field] === 1).map((field) => texts[field]);
  const columns = columnValues(title);
  return {
    id: title.id,
    texts: {
      ...Object.fromEntries(BOOSTED.map((field) => [field, texts[field]])),
      rest: rest.filter(Boolean).join(' '),
    },
    values: Object.fromEntries(FACET_COLUMNS.map((column) => [column, columns[column]])),
  };
}

/**
 * Writes `documents.tsv`: a line of the field names with their boosts, a line of the column names, and a line
 * per title. The line of a title contains the id, the texts and the columns, separated by tabs. The values of
 * a column are separated by the character U+001F.
 *
 * @returns the path of the file
 */
export function writeDocuments(source: TitleSource, directory: string): string {
  const path = join(directory, 'documents.tsv');
  const file = openSync(path, 'w');
  const boosts = Object.entries(NATIVE_BOOSTS).map(([field, boost]) => `${field}=${boost}`);
  writeSync(file, `${boosts.join('\t')}\n${FACET_COLUMNS.join('\t')}\n`);
  for (const title of source.titles()) {
    const { id, texts, values } = nativeDocument(title);
    const columns = FACET_COLUMNS.map((column) =>
      values[column].map((value) => value.replace(/\s+/g, ' ')).join('\x1f'),
    );
    writeSync(file, `${[id, ...Object.values(texts), ...columns].join('\t')}\n`);
  }
  closeSync(file);
  return path;
}
