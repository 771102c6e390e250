import { subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';

/** A volume or issue, or a range of them, from a field with numbers (863 to 865). */
export interface Issue {
  /** The numbers with their captions, from the largest unit to the smallest: `v.` and `33`, then `no.` and `1`. */
  readonly levels: readonly { readonly caption: string; readonly value: string }[];
  /** The date, such as `2016-01-15` or `1990-1994`; empty if there is none. */
  readonly date: string;
}

/** The seasons, by the codes that stand in place of a month. */
const SEASONS: Readonly<Record<string, string>> = {
  21: 'spring',
  22: 'summer',
  23: 'autumn',
  24: 'winter',
};

/**
 * Returns the issue that a field describes; undefined for a field without numbers and dates. A caption in
 * parentheses, such as `(year)`, is not shown.
 *
 * @param captions the field with the captions, if there is one
 */
export function issueOf(
  field: MarcDataField,
  captions: MarcDataField | undefined,
): Issue | undefined {
  const levels = [...'abcdef'].flatMap((code) => {
    const [value] = subfieldTexts(field, code);
    if (value === undefined) return [];
    const [caption = ''] = captions === undefined ? [] : subfieldTexts(captions, code);
    const isShown = !caption.startsWith('(') && /^\d/.test(value);
    return [{ caption: isShown ? caption : '', value }];
  });
  const date = dateOf(field);
  return levels.length === 0 && date === '' ? undefined : { levels, date };
}

/** Returns the date of a field: year, month or season, and day. */
function dateOf(field: MarcDataField): string {
  const [year, ...rest] = [...'ijkl'].flatMap((code) => subfieldTexts(field, code).slice(0, 1));
  if (year === undefined) return '';
  return rest.reduce((date, part) => {
    const season = SEASONS[part];
    return season === undefined && /^\d/.test(part)
      ? `${date}-${part}`
      : `${date} ${season ?? part}`;
  }, year);
}

/**
 * Returns issues as a text. Issues whose last numbers follow each other become a range:
 * `v.33 no.1-13 (2016-01-15 – 2016-07-15)`.
 */
export function textOfIssues(issues: readonly Issue[]): string {
  const ranges: { first: Issue; last: Issue }[] = [];
  for (const issue of issues) {
    const range = ranges.at(-1);
    if (range !== undefined && isNext(range.last, issue)) range.last = issue;
    else ranges.push({ first: issue, last: issue });
  }
  return ranges.map(({ first, last }) => textOfRange(first, last)).join(', ');
}

/** Whether two issues have the same numbers, except that the last number of `next` is one more. */
function isNext(before: Issue, next: Issue): boolean {
  const end = next.levels.length - 1;
  if (end < 0 || before.levels.length !== next.levels.length) return false;
  const isSame = next.levels.every(({ caption, value }, i) => {
    const other = before.levels[i];
    return caption === other.caption && (i === end || value === other.value);
  });
  const [a, b] = [before.levels[end].value, next.levels[end].value];
  return isSame && /^\d{1,9}$/.test(a) && /^\d{1,9}$/.test(b) && Number(b) === Number(a) + 1;
}

function textOfRange(first: Issue, last: Issue): string {
  const end = first.levels.length - 1;
  const numbers = first.levels.map(({ caption, value }, i) => {
    const lastValue = last.levels[i].value;
    return `${caption}${value}${i === end && lastValue !== value ? `-${lastValue}` : ''}`;
  });
  const date = first.date === last.date ? first.date : `${first.date} – ${last.date}`;
  if (numbers.length === 0) return date;
  return date === '' ? numbers.join(' ') : `${numbers.join(' ')} (${date})`;
}
