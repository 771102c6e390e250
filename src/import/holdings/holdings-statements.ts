/*
 * Reads the holdings statements of serials, such as `v.33 no.1-13 (2016-01-15 – 2016-07-15)`: from textual statements
 * (866 to 868), or from captions and numbers (853 to 865). `read-holdings.ts` reads copies.
 */

import type { HoldingsStatement } from '../../catalog/records/title.js';
import { en } from '../../texts/en.js';
import { fieldText, firstText, type MarcDataField } from '../marc/marc-record.js';

/** The kinds of units: basic units (863 and 866), supplements (864 and 867) and indexes (865 and 868). */
const UNITS = ['', `${en.labels.supplements}: `, `${en.labels.indexes}: `];

/** Returns the tag of the captions (853 to 855) of a field with numbers (863 to 865). */
const captionTag = (tag: string) => String(Number(tag) - 10);

/** Returns the tag of the textual statement (866 to 868) that takes the place of numbers with the same link. */
const textualTag = (tag: string) => String(Number(tag) + 3);

/** A statement, and the data that decides whether it is shown. */
interface Draft {
  readonly tag: string;
  readonly place: number;
  /** The number before the full stop in $8; `0` or undefined for no link. */
  readonly link: string | undefined;
  readonly branch: string | undefined;
  readonly text: string;
  readonly note: string;
  readonly issues: Issue[];
}

/**
 * Returns the holdings statements of a record: textual statements (866 to 868), and statements from numbers (863 to
 * 865) with their captions (853 to 855). Numbers with the link ($8) of a textual statement at the same place are left
 * out.
 *
 * A statement has the branch of the field 852 before it. If several fields 852 with different branches follow each
 * other, the field with the $8 of the statement has its branch. If none has this $8, the statement has no branch.
 *
 * @param fields the fields 852 to 855 and 863 to 868, in the order of the record
 */
export function holdingsStatementsOf(fields: readonly MarcDataField[]): HoldingsStatement[] {
  if (fields.length === 0) return [];
  const drafts: Draft[] = [];
  const captions = new Map<string, MarcDataField>();
  for (const field of fields) {
    const key = `${field.tag} ${linkOf(field)}`;
    if (isCaption(field) && !captions.has(key)) captions.set(key, field);
  }
  let places: MarcDataField[] = [];
  let place = 0;
  let isAfterStatement = false;
  for (const field of fields) {
    const link = linkOf(field);
    if (field.tag === '852') {
      if (isAfterStatement) places = [];
      isAfterStatement = false;
      places.push(field);
      place++;
    } else if (isCaption(field)) {
      captions.set(`${field.tag} ${link}`, field);
    } else {
      isAfterStatement = true;
      const branch = branchOf(places, link);
      const caption = captions.get(`${captionTag(field.tag)} ${link}`);
      const draft = draftOf(field, { place, link, branch }, caption);
      const last = drafts.at(-1);
      if (last !== undefined && isContinued(last, draft)) last.issues.push(...draft.issues);
      else drafts.push(draft);
    }
  }
  return statementsOf(drafts);
}

function draftOf(
  field: MarcDataField,
  where: Pick<Draft, 'place' | 'link' | 'branch'>,
  caption: MarcDataField | undefined,
): Draft {
  const { tag } = field;
  const isTextual = tag >= '866';
  const note = fieldText(field, 'z');
  const issue = isTextual ? undefined : issueOf(field, caption);
  const issues = issue === undefined ? [] : [issue];
  const text = isTextual ? fieldText(field, 'a').replace(/[\s,;]+$/, '') : '';
  return { ...where, tag, text, note, issues };
}

/** Whether the numbers of a field continue the statement before it. */
function isContinued(last: Draft, { tag, place, link, note, issues }: Draft): boolean {
  const isSame = last.tag === tag && last.place === place && last.link === link;
  return isSame && issues.length > 0 && last.note === note;
}

function statementsOf(drafts: readonly Draft[]): HoldingsStatement[] {
  const keyOf = (tag: string, { place, link }: Draft) => `${tag} ${place} ${link}`;
  const textual = new Set(
    drafts
      .filter(({ link, text }) => text !== '' && link !== '0' && link !== undefined)
      .map((draft) => keyOf(draft.tag, draft)),
  );
  const statements = new Map<string, HoldingsStatement>();
  for (const draft of drafts) {
    if (textual.has(keyOf(textualTag(draft.tag), draft))) continue;
    const { tag, branch, note } = draft;
    const described = draft.issues.length > 0 ? textOfIssues(draft.issues) : draft.text;
    if (described === '' && note === '') continue;
    const statement = {
      ...(branch !== undefined && { branch }),
      text: `${UNITS[Number(tag[2]) % UNITS.length]}${described || note}`,
      ...(described !== '' && note !== '' && { note }),
    };
    statements.set(JSON.stringify(statement), statement);
  }
  return [...statements.values()];
}

/** Returns the branch of a statement with a link, from the fields 852 before it. */
function branchOf(places: readonly MarcDataField[], link: string | undefined): string | undefined {
  const branches = new Set(places.map(codeOfBranch));
  if (branches.size < 2) return [...branches][0];
  const place = places.find((candidate) => link !== undefined && linkOf(candidate) === link);
  return place && codeOfBranch(place);
}

/** Returns the branch of a field 852: the sublocation ($b), or else the institution ($a). */
function codeOfBranch(field: MarcDataField): string | undefined {
  return firstText(field, 'ba');
}

function isCaption({ tag }: MarcDataField): boolean {
  return tag === '853' || tag === '854' || tag === '855';
}

/** Returns the number before the full stop in $8. */
function linkOf(field: MarcDataField): string | undefined {
  return firstText(field, '8')?.match(/^\d+/)?.[0];
}

/** A volume or issue, or a range of them, from a field with numbers (863 to 865). */
interface Issue {
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
function issueOf(field: MarcDataField, captions: MarcDataField | undefined): Issue | undefined {
  const levels = [...'abcdef'].flatMap((code) => {
    const value = firstText(field, code);
    if (value === undefined) return [];
    const caption = (captions && firstText(captions, code)) ?? '';
    const isShown = !caption.startsWith('(') && /^\d/.test(value);
    return [{ caption: isShown ? caption : '', value }];
  });
  const date = dateOf(field);
  return levels.length === 0 && date === '' ? undefined : { levels, date };
}

/** Returns the date of a field: year, month or season, and day. */
function dateOf(field: MarcDataField): string {
  const [year, ...rest] = [...'ijkl'].flatMap((code) => firstText(field, code) ?? []);
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
function textOfIssues(issues: readonly Issue[]): string {
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
