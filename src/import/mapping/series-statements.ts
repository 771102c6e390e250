import { titleKey } from '../../catalog/title-key.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { fieldText, tidied } from './field-text.js';
import { withoutBrackets, withoutEndPunctuation } from './punctuation.js';

/** A series that a title is part of, as one field tells it. */
export interface SeriesStatement {
  readonly name: string;
  readonly number?: string;
  /**
   * Whether it is the form that libraries file the series under (`added`), what the title says of a
   * series that is filed so too (`traced`), or the only place where the series is told (`alone`).
   */
  readonly kind: 'added' | 'traced' | 'alone';
}

const VOLUME_WORD =
  /^(?:v|vol|vols|volume|no|nos|number|nr|num|n|bk|book|bd|band|t|tome|tom|pt|part|heft|#)\.?\s*(?=\d|[IVXLC]+$)/i;

/** A number that should stand in a subfield of its own. */
const NUMBER_WITHIN = /^(.+?) ; (\S*\d\S*)$/;

/** Series statements (440, 490): each $a begins one, and the $v behind it is its number. */
export function seriesStatements(field: MarcDataField, codes: string): SeriesStatement[] {
  const kind = field.tag === '490' && field.indicator1 === '1' ? 'traced' : 'alone';
  const statements: { name: string; number: string }[] = [];
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = tidied(value);
    const last = statements.at(-1);
    if (code === 'a' || last === undefined) statements.push({ name: text, number: '' });
    else if (code === 'v') last.number = text;
    else last.name += ` ${text}`;
  }
  return statements.flatMap(({ name, number }) => statement(name, number, kind));
}

/** Series added entries (800 to 830): the series as libraries file it. */
export function seriesAddedEntries(field: MarcDataField, codes: string): SeriesStatement[] {
  const ofName = codes.replace('v', '');
  return statement(fieldText(field, ofName), fieldText(field, 'v'), 'added');
}

function statement(name: string, number: string, kind: SeriesStatement['kind']): SeriesStatement[] {
  const plainName = withoutEndPunctuation(name).replace(/^\((.*)\)$/, '$1');
  if (plainName === '') return [];
  const [, before, behind] = number === '' ? (NUMBER_WITHIN.exec(plainName) ?? []) : [];
  if (before !== undefined) return statement(before, behind, kind);
  const plainNumber = withoutBrackets(withoutEndPunctuation(number)).replace(VOLUME_WORD, '');
  if (plainNumber === '') return [{ name: plainName, kind }];
  return [{ name: plainName, number: plainNumber, kind }];
}

/** A series, and the place in it. */
interface Series {
  readonly name: string;
  readonly number?: string;
}

/**
 * The series of a record, each once: traced statements give way to added entries, and each gives its
 * number to that of its series that has none.
 */
export function seriesOf(statements: readonly SeriesStatement[]): Series[] {
  const added = statements.filter(({ kind }) => kind === 'added');
  const traced = statements.filter(({ kind }) => kind === 'traced');
  const told = added.length === 0 ? statements : statements.filter(({ kind }) => kind !== 'traced');
  const tracedNumber = tracedNumbers(added, traced);
  const series = told.map(({ name, number, kind }): Series => {
    const position = number ?? (kind === 'added' ? tracedNumber(name) : undefined);
    return position === undefined ? { name } : { name, number: position };
  });
  return series.length < 2 ? series : eachOnce(series);
}

function eachOnce(series: readonly Series[]): Series[] {
  const met = new Map<string, Series>();
  for (const one of series) {
    const key = `${titleKey(one.name) || one.name} ${one.number ?? ''}`;
    if (!met.has(key)) met.set(key, one);
  }
  return [...met.values()];
}

/** Finds the number in the traced statement of a series: that of its name, or the only one there is. */
function tracedNumbers(
  added: readonly SeriesStatement[],
  traced: readonly SeriesStatement[],
): (name: string) => string | undefined {
  if (traced.length === 0) return () => undefined;
  if (added.length === 1 && traced.length === 1) return () => traced[0].number;
  let numbers: ReadonlyMap<string, string | undefined> | undefined;
  return (name) => {
    // Of several of one name the first, which is the last to be set.
    numbers ??= new Map(traced.toReversed().map((one) => [titleKey(one.name), one.number]));
    return numbers.get(titleKey(name));
  };
}
