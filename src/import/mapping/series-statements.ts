import { titleKey } from '../../catalog/title-key.js';
import { fieldText, normalizeSpaces } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { withoutBrackets, withoutEndPunctuation } from './punctuation.js';

/** A series statement or a series added entry. */
export interface SeriesStatement {
  readonly name: string;
  readonly number?: string;
  /**
   * `added`: an added entry (tags 800 to 830), which has the authorized form of the name. `traced`: a
   * statement whose series also has an added entry (490 with first indicator 1). `alone`: any other
   * statement (440 or 490).
   */
  readonly kind: 'added' | 'traced' | 'alone';
}

/** Matches a word such as `vol.` before the number of a volume. */
const VOLUME_WORD =
  /^(?:v|vol|vols|volume|no|nos|number|nr|num|n|bk|book|bd|band|t|tome|tom|pt|part|heft|#)\.?\s*(?=\d|[IVXLC]+$)/i;

/** Matches a name with a number after ` ; `, which belongs in $v. */
const NUMBER_WITHIN = /^(.+?) ; (\S*\d\S*)$/;

/** Returns series statements (440, 490). Each $a begins a statement; the $v after it is the number. */
export function seriesStatements(field: MarcDataField, codes: string): SeriesStatement[] {
  const kind = field.tag === '490' && field.indicator1 === '1' ? 'traced' : 'alone';
  const statements: { name: string; number: string }[] = [];
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    const last = statements.at(-1);
    if (code === 'a' || last === undefined) statements.push({ name: text, number: '' });
    else if (code === 'v') last.number = text;
    else last.name += ` ${text}`;
  }
  return statements.flatMap(({ name, number }) => statement(name, number, kind));
}

/** Returns a series added entry (800 to 830), which has the authorized form of the name. */
export function seriesAddedEntries(field: MarcDataField, codes: string): SeriesStatement[] {
  const nameCodes = codes.replace('v', '');
  return statement(fieldText(field, nameCodes), fieldText(field, 'v'), 'added');
}

function statement(name: string, number: string, kind: SeriesStatement['kind']): SeriesStatement[] {
  const plainName = withoutEndPunctuation(name).replace(/^\((.*)\)$/, '$1');
  if (plainName === '') return [];
  const [, before, after] = number === '' ? (NUMBER_WITHIN.exec(plainName) ?? []) : [];
  if (before !== undefined) return statement(before, after, kind);
  const plainNumber = withoutBrackets(withoutEndPunctuation(number)).replace(VOLUME_WORD, '');
  if (plainNumber === '') return [{ name: plainName, kind }];
  return [{ name: plainName, number: plainNumber, kind }];
}

/** A series of a title. */
interface Series {
  readonly name: string;
  readonly number?: string;
}

/**
 * Returns the series of a record, without duplicates. If there are added entries, traced statements are
 * omitted; an added entry without a number gets the number of its traced statement.
 */
export function seriesOf(statements: readonly SeriesStatement[]): Series[] {
  const added = statements.filter(({ kind }) => kind === 'added');
  const traced = statements.filter(({ kind }) => kind === 'traced');
  const used = added.length === 0 ? statements : statements.filter(({ kind }) => kind !== 'traced');
  const tracedNumber = tracedNumbers(added, traced);
  const series = used.map(({ name, number, kind }): Series => {
    const position = number ?? (kind === 'added' ? tracedNumber(name) : undefined);
    return position === undefined ? { name } : { name, number: position };
  });
  return series.length < 2 ? series : unique(series);
}

function unique(series: readonly Series[]): Series[] {
  const seen = new Map<string, Series>();
  for (const one of series) {
    const key = `${titleKey(one.name) || one.name} ${one.number ?? ''}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

/**
 * Creates a function that returns the number of a series from the traced statement with the same name.
 * If there is only one added entry and one traced statement, their names may differ.
 */
function tracedNumbers(
  added: readonly SeriesStatement[],
  traced: readonly SeriesStatement[],
): (name: string) => string | undefined {
  if (traced.length === 0) return () => undefined;
  if (added.length === 1 && traced.length === 1) return () => traced[0].number;
  let numbers: ReadonlyMap<string, string | undefined> | undefined;
  return (name) => {
    // Reversed, so that the first of several statements with the same name remains in the map.
    numbers ??= new Map(traced.toReversed().map((one) => [titleKey(one.name), one.number]));
    return numbers.get(titleKey(name));
  };
}
