/*
 * Reads how a title is related to others: its series (4XX, 8XX), works that it contains or is related to (7XX), and
 * earlier, later and other forms of it (76X to 78X).
 */

import { firstOfEach } from '../../base/distinct-values.js';
import { lazy } from '../../base/lazy.js';
import { titleKey } from '../../catalog/comparison-keys.js';
import type { RelatedTitle } from '../../catalog/records/title.js';
import { en } from '../../texts/en.js';
import {
  fieldText,
  firstText,
  type MarcDataField,
  normalizeSpaces,
  plainTexts,
  subfieldTexts,
  withoutBrackets,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import { headingName, isWorkEntry } from './names.js';
import type { Label } from './notes.js';
import { normalizedLccn, oclcNumber } from './numbers.js';
import { isCollective, plainTitle } from './titles.js';

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

/** Words before the number of a volume, in the most common languages of cataloging. */
const VOLUME_WORDS = `v vol vols volume volumes volumen volúmenes volumi no nos number numbers nr nrs num numero número
  núm numéro numer n № # bk bks book books libro livre llibre bd bde band bände bändchen t tt tome tomes tom tomo tomos
  tomi toim tl teil tle th pt pts part parts partie parte h(?=\\.) heft hefte fasc fascicolo fascicule fascículo d(?=\\.) deel dl dln
  del bind bok osa cz sv svazek díl issue issues вып выпуск т том кн книга ч часть`;
/** Matches a word such as `vol.` before the number of a volume. */
const VOLUME_WORD = new RegExp(
  `^(?:${VOLUME_WORDS.split(/\s+/).join('|')})(?:\\.?\\s?[°º])?\\.?\\s*(?=\\d|[IVXLC]+$)`,
  'i',
);
/** Matches the number of a volume in Chinese, Japanese or Korean: `第5巻`. */
const EAST_ASIAN_NUMBER =
  /^第?\s*(\d+|[一二三四五六七八九十百]+)\s*(?:巻|卷|冊|册|集|号|號|輯|辑|期|권|집|호)$/;

/** Matches an ISSN after the number of a volume. */
const ISSN_AFTER = /[\s;,(]*ISSN.*$/i;

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

/**
 * Returns a series added entry (800 to 830), which has the authorized form of the name. A collective title such as `Works`
 * follows the name of the person.
 */
export function seriesAddedEntries(field: MarcDataField, codes: string): SeriesStatement[] {
  const nameCodes = codes.replace('v', '');
  const isOfPerson = field.tag === '800' && isCollective(fieldText(field, 't'));
  const [person = ''] = isOfPerson ? headingName(field, NAME) : [];
  const name = `${person.replace(/(?<=[^.])$/, '.')} ${fieldText(field, nameCodes)}`.trim();
  return statement(name, fieldText(field, 'v'), 'added');
}

function statement(name: string, number: string, kind: SeriesStatement['kind']): SeriesStatement[] {
  const plainName = withoutEndPunctuation(name).replace(/^\((.*)\)$/, '$1');
  if (plainName === '') return [];
  const [, before, after] = number === '' ? (NUMBER_WITHIN.exec(plainName) ?? []) : [];
  if (before !== undefined) return statement(before, after, kind);
  const plainNumber = withoutBrackets(withoutEndPunctuation(number.replace(ISSN_AFTER, '')))
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(VOLUME_WORD, '')
    .replace(EAST_ASIAN_NUMBER, '$1');
  if (plainNumber === '') return [{ name: plainName, kind }];
  return [{ name: plainName, number: plainNumber, kind }];
}

/** Returns the names of series as printed (490) that none of the {@link seriesOf} a record has, without duplicates. */
export function printedSeriesOf(statements: readonly SeriesStatement[]): string[] {
  if (!statements.some(({ kind }) => kind === 'added')) return [];
  const known = new Set(seriesOf(statements).map(({ name }) => titleKey(name)));
  const printed = new Map(statements.map(({ name }) => [titleKey(name), name]));
  return [...printed].flatMap(([key, name]) => (known.has(key) ? [] : name));
}

/**
 * Returns the series of a record, without duplicates. If there are added entries, traced statements are
 * omitted; an added entry without a number gets the number of its traced statement.
 */
export function seriesOf(
  statements: readonly SeriesStatement[],
): readonly Omit<SeriesStatement, 'kind'>[] {
  const added = statements.filter(({ kind }) => kind === 'added');
  const traced = statements.filter(({ kind }) => kind === 'traced');
  const used = added.length === 0 ? statements : statements.filter(({ kind }) => kind !== 'traced');
  const tracedNumber = tracedNumbers(added, traced);
  const series = used.map(({ name, number, kind }) => {
    const position = number ?? (kind === 'added' ? tracedNumber(name) : undefined);
    return position === undefined ? { name } : { name, number: position };
  });
  return firstOfEach(series, ({ name, number }) => `${titleKey(name) || name} ${number ?? ''}`);
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
  // Reversed, so that the first of several statements with the same name remains in the map.
  const numbers = lazy(
    () => new Map(traced.toReversed().map((one) => [titleKey(one.name), one.number])),
  );
  return (name) => numbers().get(titleKey(name));
}

/** A related title, with the control numbers of its record. */
export interface RelatedWork extends Omit<RelatedTitle, 'id'> {
  /** The texts of $w. Default: none. */
  readonly numbers?: readonly string[];
}

/** Matches a control number with the code of an organization before it. */
const NUMBER_WITH_CODE = /^\(([^)]*)\)\s*(.+)$/;

/**
 * Returns the related title of a work. Its id is a control number of the same system, which is the id of the title, or
 * else an OCLC number such as `(OCoLC)1234`, or else an LCCN such as `(DLC)85012345`.
 *
 * @param organization the code of the system of the record (003)
 */
export function relatedTitleOf(
  { numbers = [], ...related }: RelatedWork,
  organization: string | undefined,
): RelatedTitle {
  let [own, oclc, lccn]: (string | undefined)[] = [];
  for (const text of numbers) {
    const [, code, number] = NUMBER_WITH_CODE.exec(text) ?? [undefined, undefined, text];
    if (code === undefined || code === organization) own ??= number;
    else if (code === 'OCoLC') oclc ??= prefixed('OCoLC', oclcNumber(text));
    else if (code === 'DLC') lccn ??= prefixed('DLC', normalizedLccn(number));
  }
  const id = own ?? oclc ?? lccn;
  return { ...related, ...(id !== undefined && { id }) };
}

function prefixed(code: string, number: string | undefined): string | undefined {
  return number && `(${code})${number}`;
}

/** The subfields of a name before the title of a work. */
const NAME = 'abcdegnq';

/**
 * Returns the work in an added entry for a work of a person or body, as `title / name`. The title is the subfields from $t
 * on. With a relation in $i and no title, the name is the title.
 */
export function workOfName(field: MarcDataField, codes: string): RelatedWork[] {
  if (!isWorkEntry(field)) return [];
  const at = field.subfields.findIndex(({ code }) => code === 't');
  const ofWork = at === -1 ? [] : field.subfields.slice(at);
  const title = plainTitle({ ...field, subfields: ofWork }, codes);
  if (at !== -1 && title.length === 0) return [];
  const parts = [...title, ...headingName(field, NAME)];
  return parts.length === 0 ? [] : [{ relation: relationOf(field), title: parts.join(' / ') }];
}

/** Returns the work in an added entry under its title. */
export function workOfTitle(field: MarcDataField, codes: string): RelatedWork[] {
  return plainTitle(field, codes).map((title) => ({ relation: relationOf(field), title }));
}

/**
 * Returns the relation to a work: the words in $i, or else `contains` for the second indicator 2, or else `related`.
 * Words such as `Container of (work):` become `contains`.
 */
function relationOf(field: MarcDataField): string {
  const words = withoutEndPunctuation(firstText(field, 'i') ?? '')
    .replace(/\s*\((?:work|expression|manifestation)\)$/i, '')
    .trim();
  if (words === '') return field.indicator2 === '2' ? 'contains' : 'related';
  return /^contain(?:s|er of)\b/i.test(words) ? 'contains' : words;
}

/** The relation to the other title, by the tag of a linking entry. */
const RELATIONS: Readonly<Record<string, Label>> = {
  760: 'main_series',
  762: 'has_subseries',
  765: 'translation_of',
  767: 'translated_as',
  770: 'has_supplement',
  772: 'supplement_to',
  773: 'in',
  774: 'contains',
  775: 'other_edition',
  776: 'other_form',
  777: 'issued_with',
  780: 'continues',
  785: 'continued_by',
  786: 'data_source',
  787: 'related_title',
};

/**
 * Returns a linking entry as a note: the relation, a colon, and the subfields in `codes`. The relation is
 * the text of $i, or the meaning of the tag if there is no $i.
 */
export function relatedTitle(field: MarcDataField, codes: string): string[] {
  return linkedTitle(field, codes).map(({ relation, title }) => `${relation}: ${title}`);
}

/** Returns the title in a linking entry, with its relation and the control numbers in $w. */
export function linkedTitle(field: MarcDataField, codes: string): RelatedWork[] {
  const title = plainTexts(field, codes.replace('w', '')).join('. ');
  if (title === '') return [];
  const words = withoutEndPunctuation(firstText(field, 'i') ?? '');
  const numbers = codes.includes('w') ? subfieldTexts(field, 'w') : [];
  return [{ relation: words || en.labels[RELATIONS[field.tag]], title, numbers }];
}
