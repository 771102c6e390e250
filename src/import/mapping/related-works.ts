import type { RelatedTitle } from '../../catalog/records/title.js';
import { hasSubfield, subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { normalizedLccn, oclcNumber } from './identifiers.js';
import { headingName } from './names.js';
import { withoutEndPunctuation } from './punctuation.js';
import { plainTitle } from './title-statement.js';

/** A related title, with the control numbers of its record. */
export interface RelatedWork extends Omit<RelatedTitle, 'id'> {
  /** The texts of $w. Default: none. */
  readonly numbers?: readonly string[];
}

/** Matches a control number with the code of an organization before it. */
const NUMBER_WITH_CODE = /^\(([^)]*)\)\s*(.+)$/;

/**
 * Returns the related title of a work. Its id is the id of the title for a control number of the same system, or else
 * an OCLC number such as `(OCoLC)1234`, or else an LCCN such as `(DLC)85012345`.
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
 * Returns the work in a name-title added entry, as `title / name`. The title is the subfields from $t on. Returns no
 * value for a name without a title.
 */
export function workOfName(field: MarcDataField, codes: string): RelatedWork[] {
  if (!hasSubfield(field, 't')) return [];
  const at = field.subfields.findIndex(({ code }) => code === 't');
  const [title] = plainTitle({ ...field, subfields: field.subfields.slice(at) }, codes);
  if (title === undefined) return [];
  const parts = [title, ...headingName(field, NAME)];
  return [{ relation: relationOf(field), title: parts.join(' / ') }];
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
  const [words] = subfieldTexts(field, 'i').map((text) =>
    withoutEndPunctuation(text)
      .replace(/\s*\((?:work|expression|manifestation)\)$/i, '')
      .trim(),
  );
  if (!words) return field.indicator2 === '2' ? 'contains' : 'related';
  return /^contain(?:s|er of)\b/i.test(words) ? 'contains' : words;
}
