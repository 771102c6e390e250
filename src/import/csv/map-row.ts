/*
 * Maps a row of a spreadsheet to a title: finds the field of each column, and splits, parses and checks the texts of
 * the cells.
 */

import { isWebAddress } from '../../base/json-schema.js';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { findKnownId } from '../../catalog/names/known-names.js';
import { findLanguage } from '../../catalog/names/languages.js';
import type { Holding, Title } from '../../catalog/records/title.js';
import { acquiredDate } from '../holdings/read-holdings.js';
import { omitMissing } from '../omit-missing.js';
import {
  type ColumnField,
  type ColumnMap,
  fieldOfColumn,
  isExtraPath,
  isMultivalued,
  separatorOf,
} from './column-fields.js';

/** The result of mapping a row: a title, or the reason for refusing the row. */
type MappedRow =
  | { readonly id: string | undefined; readonly title: Omit<Title, 'id'> }
  | { readonly id: string | undefined; readonly problem: string };

/** The columns of one spreadsheet. */
interface Columns {
  /**
   * The names of the columns that are not imported. The second column is `column 2` if it has no name, and
   * `title (column 2)` if the first column has the same name and the field has one value.
   */
  readonly unused: readonly string[];
  /** Whether a column contains titles, or every row has the same title. */
  readonly hasTitle: boolean;
  /** Maps a row to a title. The values are in the order of the columns. */
  mapRow(values: readonly string[]): MappedRow;
}

interface Column {
  readonly name: string;
  readonly at: number;
  readonly field: ColumnField;
  /** What separates the values of a cell. Undefined if a cell is one value. */
  readonly separator: string | RegExp | undefined;
}

/** One value of a row and the name of its column. */
interface CellValue {
  readonly column: string;
  readonly text: string;
}

/** A missing or invalid value. The row is refused with the message of the error. */
class CellError extends Error {}

/**
 * Assigns fields to the columns of a spreadsheet. By default, the name of a column determines its field.
 *
 * @param header the names of the columns
 * @param map the fields and separators that replace the defaults, and the values for empty fields
 */
export function columnsOf(header: readonly string[], map: ColumnMap = { columns: {} }): Columns {
  const columns: Column[] = [];
  const unused: string[] = [];
  header.forEach((text, at) => {
    const name = text.trim();
    const field = Object.hasOwn(map.columns, name) ? map.columns[name] : fieldOfColumn(name);
    if (field === undefined) unused.push(name === '' ? `column ${at + 1}` : name);
    else if (!isMultivalued(field) && columns.some((column) => column.name === name)) {
      unused.push(`${name} (column ${at + 1})`);
    } else columns.push({ name, at, field, separator: separatorOf(name, field, map) });
  });
  return {
    unused,
    hasTitle: columns.some(({ field }) => field === 'title') || map.always?.title !== undefined,
    mapRow: (values) => {
      const cells = cellsOf(columns, values, map.always ?? {});
      const id = cells.get('id')?.[0]?.text;
      if (
        values.length > header.length &&
        values.slice(header.length).some((value) => value.trim())
      )
        return {
          id,
          problem: `expected at most ${header.length} values, one per column of the header, found ${values.length}`,
        };
      try {
        return { id, title: titleOf(cells) };
      } catch (error) {
        if (error instanceof CellError) return { id, problem: error.message };
        throw error;
      }
    },
  };
}

/** Returns whether the values of a field keep their line breaks. */
function hasLines(field: ColumnField): boolean {
  return field === 'description' || isExtraPath(field);
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

type Cells = ReadonlyMap<ColumnField, readonly CellValue[]>;

/**
 * Returns the values of a row by field. A field without a value in the row has its value in `always`, if
 * any. A value in `always` is not split.
 */
function cellsOf(
  columns: readonly Column[],
  values: readonly string[],
  always: Readonly<Record<string, string>>,
): Cells {
  const cells = new Map<ColumnField, CellValue[]>();
  for (const { name, at, field, separator } of columns) {
    const cell = values[at] ?? '';
    const parts = separator === undefined ? [cell] : cell.split(separator);
    const texts = parts.map((part) => (hasLines(field) ? part.trim() : onOneLine(part)));
    for (const text of texts.filter(Boolean)) {
      const values = cells.get(field) ?? [];
      values.push({ column: name, text });
      cells.set(field, values);
    }
  }
  for (const [field, text] of Object.entries(always)) {
    const known = field as ColumnField;
    if (!cells.has(known)) cells.set(known, [{ column: field, text }]);
  }
  return cells;
}

function titleOf(cells: Cells): Omit<Title, 'id'> {
  const text = (field: ColumnField) => cells.get(field)?.[0]?.text;
  const texts = (field: ColumnField) => cells.get(field)?.map((cell) => cell.text);
  const named = (field: ColumnField) => texts(field)?.map((name) => ({ name }));
  const title = text('title');
  if (title === undefined) throw new CellError('title: expected a title, found nothing');
  const [series, number] = [text('series'), text('series_number')];
  const languages = [...(texts('primary_language') ?? []), ...(texts('languages') ?? [])];
  const names = [...new Set(languages.map(languageName))];
  const cover = text('jacket_cover');
  return omitMissing<Omit<Title, 'id'>>({
    title,
    sub_title: text('sub_title'),
    format: { id: formatId(text('format')) },
    details_url: read(cells, 'details_url', webUrl),
    authors: named('authors'),
    isbns: texts('isbns')?.map((isbn) => isbn.replace(/[\s-]/g, '').toUpperCase()),
    upcs: texts('upcs'),
    jacket_cover: cover === undefined ? undefined : { url: cover },
    call_number: text('call_number'),
    description: text('description'),
    additional_contributors: named('additional_contributors'),
    publishers: named('publishers'),
    pages: read(cells, 'pages', wholeNumber),
    series:
      series === undefined
        ? undefined
        : [number === undefined ? { name: series } : { name: series, number }],
    edition: text('edition'),
    primary_language: names.length === 0 ? undefined : { name: names[0] },
    languages: names.map((name) => ({ name })),
    contents: texts('contents'),
    performers: named('performers'),
    suitabilities: named('suitabilities'),
    notes: texts('notes'),
    statement_of_responsibility: text('statement_of_responsibility'),
    physical_description: texts('physical_description'),
    publication_date: text('publication_date'),
    subjects: texts('subjects'),
    genres: texts('genres'),
    tags: texts('tags'),
    holdings: holdingsOf(text),
    added: read(cells, 'added', date),
    popularity: read(cells, 'popularity', decimal(Number.MAX_VALUE)),
    rating: read(cells, 'rating', decimal(5)),
    fiction: read(cells, 'fiction', yesOrNo),
    sort_title: text('sort_title'),
    alternate_titles: texts('alternate_titles'),
    alternate_authors: texts('alternate_authors'),
    identifiers: IDENTIFIER_FIELDS.flatMap(([field, type]) =>
      (texts(field) ?? []).map((value) => ({ type, value })),
    ),
    extra: extraOf(cells),
  });
}

/** The fields of the numbers of a row other than ISBNs and UPCs, and their types. */
const IDENTIFIER_FIELDS = [
  ['issns', 'issn'],
  ['lccns', 'lccn'],
  ['oclc_numbers', 'oclc'],
] as const;

/**
 * Returns the values of paths in `extra`; undefined if there are none. Several values are an array.
 *
 * @throws CellError for a value on the path of another value
 */
function extraOf(cells: Cells): Title['extra'] {
  type Values = { [key: string]: Values | string | readonly string[] };
  // An object without a prototype can have any key, such as `__proto__`.
  const extra: Values = Object.create(null);
  for (const [field, found] of cells) {
    if (!isExtraPath(field)) continue;
    const [last, ...objects] = field.split('.').slice(1).reverse();
    let at = extra;
    for (const key of objects.reverse()) {
      const inside = at[key] ?? Object.create(null);
      if (typeof inside === 'string' || Array.isArray(inside)) throw pathError(found[0]);
      at[key] = inside;
      at = inside as Values;
    }
    if (Object.hasOwn(at, last)) throw pathError(found[0]);
    at[last] = found.length === 1 ? found[0].text : found.map(({ text }) => text);
  }
  return Object.keys(extra).length === 0 ? undefined : extra;
}

function pathError({ column, text }: CellValue): CellError {
  return new CellError(
    `column '${column}': expected a path outside of other columns, found '${text}'`,
  );
}

/** Returns an array with the holding of a row; undefined without a branch. Default status: AVAILABLE. */
function holdingsOf(text: (field: ColumnField) => string | undefined): Title['holdings'] {
  const branch = text('branch');
  if (branch === undefined) return undefined;
  const status = (text('status') ?? 'AVAILABLE').toUpperCase().replace(/[\s-]+/g, '_');
  return [
    omitMissing<Holding>({
      branch,
      status,
      call_number: text('call_number'),
      collection: text('collection'),
      barcode: text('barcode'),
    }),
  ];
}

function formatId(text: string | undefined): string {
  return text === undefined ? 'BK' : (findKnownId('format', text) ?? text);
}

function languageName(text: string): string {
  return findLanguage(text)?.names[0] ?? text;
}

/**
 * Parses the first value of a field; returns undefined if the field has no value.
 *
 * @throws CellError that names the column, if the value is invalid
 */
function read<T>(cells: Cells, field: ColumnField, parser: CellParser<T>): T | undefined {
  const cell = cells.get(field)?.[0];
  if (cell === undefined) return undefined;
  const value = parser.parse(cell.text);
  if (value !== undefined) return value;
  throw new CellError(`column '${cell.column}': expected ${parser.expected}, found '${cell.text}'`);
}

/** Parses and checks the text of a cell. */
interface CellParser<T> {
  /** Returns the value of a cell; undefined if the text is invalid. */
  parse(text: string): T | undefined;
  /** Describes the valid values in error messages. */
  readonly expected: string;
}

/** Parses a whole number of at most nine digits. */
const wholeNumber: CellParser<number> = {
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  expected: 'a whole number of at most nine digits',
};

/** Creates a parser of numbers from 0 to `max`. The decimal separator is a point or a comma. */
const decimal = (max: number): CellParser<number> => ({
  parse: (text) => {
    const number = /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
    return number <= max ? number : undefined;
  },
  expected: max === Number.MAX_VALUE ? 'a number of at least 0' : `a number from 0 to ${max}`,
});

/** Parses a date. The value is the date in ISO 8601, such as `2004-12-03`. */
const date: CellParser<string> = {
  parse: acquiredDate,
  expected: 'a date such as 2004-12-03, 12/3/2004 (month first) or 3.12.2004 (day first)',
};

const YES = words('true yes y 1 x verdadero sí si vrai oui истина да 是 wahr ja fiction');
const NO = words('false no n 0 falso faux non ложь нет 否 falsch nein nonfiction non-fiction');

/**
 * Parses words for yes and no in English, Spanish, French, German, Russian and Chinese, such as `yes`, `TRUE` and
 * `non`. Also accepts `y`, `n`, `1`, `0`, `x`, `fiction`, `nonfiction` and `non-fiction`. Ignores case.
 */
const yesOrNo: CellParser<boolean> = {
  parse: (text) => {
    const lower = normalizeUnicode(text, 'NFC').toLowerCase();
    if (YES.has(lower)) return true;
    return NO.has(lower) ? false : undefined;
  },
  expected: 'yes or no',
};

/** Accepts an absolute http or https URL and returns the URL unchanged. */
const webUrl: CellParser<string> = {
  parse: (text) => (isWebAddress(text) ? text : undefined),
  expected: 'a URL that begins with http:// or https://',
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
