/*
 * Reads publishers, places and dates of publication, and the physical description with the number of pages.
 * `catalog/publication-year.ts` reads the year in a date.
 */

import { hasUnknownDigits, publicationYear } from '../../catalog/publication-year.js';
import {
  fieldText,
  type MarcDataField,
  type MarcRecord,
  nonEmpty,
  subfieldTexts,
  withoutBrackets,
  withoutEndPunctuation,
} from '../marc/marc-record.js';
import { dateEntered, type FixedFields } from './coded-fields.js';

/** Matches texts in lower case that stand for an unknown publisher or place: `s.n.`, `o. O.`, `sine nomine`. */
const UNKNOWN_NAME =
  /^(?:[^\p{L}\p{N}]*|(?:s\. ?[nle]|n\. ?(?:p|publ?)|[ou]\. ?[ov]|б\. ?[ми])\.?|(?:出版|发行|發行)(?:者|社|地)?不[详詳明]|(?:발행|출판)(?:자|처|사|지)? ?(?:불명|미상)|(?:sine|sans|ohne|sin|no|without|без) (?:nomine|loco|editore|nom|lieu|éditeur|ort|verlag|verlagsangabe|editorial|lugar|publisher|place|издательства|места))$/u;
/** Matches two words such as `not identified` in the most common languages of cataloging. */
const NOT_IDENTIFIED =
  /^(?:not|nicht|non|no|não|niet|ikke|ej|inte|не|nie|není) (?:identif|geïdentif|known|named|given|stated|ermittel|bekannt|angegeben|pr[eé]cis|indica|indiqu|déterminé|consta|vastgesteld|bekend|указан|установлен|определ|известн|ustalono|zidentyfikowan|znám|uveden|zjištěn)/;
const UNKNOWN =
  /^(?:unknown|unidentified|unbekannt|inconnue?|desconocid|sconosciut|desconhecid|onbekend|okänd|ukjent|ukendt|неизвест|nieznan|neznám|tuntematon)/;
/** Matches words for a publisher or a place. `The Great Unknown`, without such a word, may be the name of a publisher. */
const PUBLISHER_OR_PLACE =
  /publisher|distribut|distribui|producer|manufacturer|place|verlag|vertrieb|hersteller|ort\b|[ée]dit|lieu|lugar|local|luogo|uitgever|plaats|forlag|utgiv|sted|издател|место|wydawca|miejsce|nakladatel|místo|kustantaja/;

/** Returns the names of publishers, one per subfield, without texts for an unknown publisher. */
export function publisherNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => withoutEndPunctuation(withoutBrackets(withoutEndPunctuation(text))))
    .filter((name) => !isUnknown(name));
}

/** Matches the abbreviation of a state, province or county that ends a place: `Chico, Calif.` */
const ENDS_WITH_STATE =
  /(?:^|, |\()(?:Ala|Alta|Ariz|Ark|Calif|Cal|Colo|Conn|Del|Fla|Ga|Ill|Ind|Kan|Kans|Ky|La|Man|Mass|Md|Me|Mich|Minn|Miss|Mo|Mont|Neb|Nebr|Nev|Okla|Ont|Or|Ore|Pa|Penn|Que|Sask|Tas|Tenn|Tex|Va|Vic|Vt|Wash|Wis|Wyo|Beds|Berks|Bucks|Cambs|Eng|Glam|Glos|Hants|Herts|Lancs|Leics|Lincs|Mddx|Middx|Northants|Notts|Oxon|Scot|Staffs|Wilts|Worcs|Yorks|Nfld|Qld)\.$/;

/** Returns the names of places, one per subfield, without texts for an unknown place. */
export function placeNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => placeIn(withoutBrackets(placeIn(text))))
    .filter((name) => !isUnknown(name));
}

/** Returns a place without end punctuation, except the full stop of the abbreviation of a state. */
function placeIn(text: string): string {
  const place = withoutEndPunctuation(text);
  const abbreviated = `${place}.`;
  return text.startsWith(abbreviated) && ENDS_WITH_STATE.test(abbreviated) ? abbreviated : place;
}

/** Returns whether a name stands for an unknown publisher or place: `[S.l.]`, `s.n.?`, `S.l. : s.n.`. */
function isUnknown(name: string): boolean {
  const parts = name
    .toLowerCase()
    .replace(/[[\]()<>?]/g, '')
    .split(/\s*[:;,]\s*/);
  return parts.every((part) => {
    const text = part.trim();
    const words = text.split(' ');
    const [first, last] = [words[0], words[words.length - 1]];
    const isUnknownWord = UNKNOWN.test(last) || (words.length === 2 && UNKNOWN.test(first));
    return (
      UNKNOWN_NAME.test(text) ||
      (words.length > 1 && NOT_IDENTIFIED.test(`${words[words.length - 2]} ${last}`)) ||
      (isUnknownWord && (words.length === 1 || PUBLISHER_OR_PLACE.test(text)))
    );
  });
}

/**
 * Returns dates as written, one per subfield, without square brackets around them, end punctuation and a copyright sign
 * at the beginning. A span without its beginning begins with a question mark: `-1956` becomes `?-1956`. Omits texts
 * without a digit.
 */
export function writtenDate(field: MarcDataField, codes: string): string[] {
  return datesIn(field, codes)
    .filter((date) => /\p{Nd}/u.test(date))
    .map((date) => date.replace(/^-(?=\d)/, '?-'));
}

/** Returns the dates B.C. in coded dates (046). */
export function dateBeforeChrist(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).flatMap((text) =>
    /^\d+$/.test(text) ? `${Number(text)} B.C.` : [],
  );
}

/** Returns texts that stand for an unknown date, such as `date of publication not identified`. */
export function unknownDate(field: MarcDataField, codes: string): string[] {
  return datesIn(field, codes).filter((date) => /\p{L}/u.test(date) && !/\p{Nd}/u.test(date));
}

function datesIn(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).map((text) => {
    const date = text.replace(SUPPLIED_DIGITS, (year) => year.replace(/[[\]]/g, ''));
    const shown = ADDITION.test(date) ? date : date.replace(/[[\]]/g, '');
    return (ENDS_IN_CENTURY.exec(shown)?.[0] ?? withoutEndPunctuation(shown))
      .replace(COPYRIGHT_SIGN, '')
      .trim();
  });
}

/** Matches a year with digits in brackets, such as `18[99]` and `199[5?]`. */
const SUPPLIED_DIGITS = /(?<!\d)\d\d(?:\d\[|\[[\d-])[\d-]\??\]/g;
/** Matches an addition in brackets after a year in digits or Roman numerals, as in `1957 [i.e. 1958]`. */
const ADDITION = /(?:\p{Nd}|[MDCLXVI]{2})[^[]*\[/u;
/** Matches a date that ends in a century, such as `18--`, whose hyphens are no punctuation. */
const ENDS_IN_CENTURY = /^.*(?<!\d)\d\d--(?=[.,]?$)/;
const COPYRIGHT_SIGN = /^(?:c|cop\.|copyright|p|\u00a9|\u2117)\s*(?=\d)/i;

/**
 * Returns the date of publication in 008/06-14, unless it is implausible and differs from the written date, or the written
 * date is more exact. The date is a year, a span of years (`1977-1980`, or `1977-` if it
 * continues or may continue), a decade (`1840s`), or a century (`18--`). A questionable date ends in a
 * question mark. A question mark also stands for the unknown beginning or end of a span: `?-1956`. Without a date of
 * publication, the copyright date is the date.
 * Returns no value for a date without a known century, such as `1uuu`, or a date B.C.
 */
export function codedDate(fixed: FixedFields, record: MarcRecord): string[] {
  const { leader, general } = fixed;
  const coded = dateOf(general);
  if (coded === undefined) return [];
  const year = publicationYear(coded);
  const isVague = hasUnknownDigits(coded);
  const isTooEarly = year !== undefined && year < FIRST_PRINTED_YEAR;
  const isTooLate = year !== undefined && year > lastYear(fixed);
  const isReversed = 'rp'.includes(general[6]) && general.slice(11, 15) > general.slice(7, 11);
  if (!isVague && !isTooEarly && !isTooLate && !isReversed) return [coded];
  const written = writtenYear(record);
  const isExact = written !== undefined && EXACT.test(written.date);
  if (written?.year === year) return isVague && isExact ? [] : [coded];
  if (isReversed) {
    const later = yearText(general.slice(11, 15));
    return later === undefined ? [coded] : [later];
  }
  if (isVague) return isExact && isWithin(written.year, coded) ? [] : [coded];
  const isImpossible = isTooEarly && MODERN_TYPES.includes(leader[6]);
  return written !== undefined || isImpossible ? [] : [coded];
}

/** Matches a date that begins with a year. */
const EXACT = /^[^\d?]*\d{4}(?!\d)/;

/** The types of record (leader/06) of films, recordings and software. */
const MODERN_TYPES = 'gijm';
/** Earlier years in 008 are compared with the written date, because some are mistyped. */
const FIRST_PRINTED_YEAR = 1400;
/** A record describes publications up to about two years after the year in which it was made. */
const YEARS_AHEAD = 2;

/** Returns the last plausible year of publication. */
function lastYear(fixed: FixedFields): number {
  const [entered] = dateEntered(fixed);
  return entered === undefined ? LAST_YEAR : Number(entered.slice(0, 4)) + YEARS_AHEAD;
}

/** Returns the first written date that has a year, and its year. */
function writtenYear({ fields }: MarcRecord): { date: string; year: number } | undefined {
  for (const field of fields) {
    if ('value' in field || (field.tag !== '260' && field.tag !== '264')) continue;
    for (const date of writtenDate(field, 'c')) {
      const year = publicationYear(date);
      if (year !== undefined) return { date, year };
    }
  }
  return undefined;
}

/** Returns whether a year is within a decade or century, such as 1973 within `19--`. */
function isWithin(year: number, vague: string): boolean {
  return String(year).startsWith(/^(?:\d{3}(?=0s)|\d\d)/.exec(vague)?.[0] ?? ' ');
}

/** Returns the date in 008/06-14. */
function dateOf(general: string): string | undefined {
  const type = general[6];
  const [first, to] = [general.slice(7, 11), general.slice(11, 15)];
  const [from, last] = [first, to].map(yearText);
  // A blank and the fill character stand for no type.
  if ('srep |'.includes(type)) return from;
  if ('cu'.includes(type)) return from && `${from}-`;
  if (from === undefined && last === undefined) return undefined;
  if (type === 't') return from ?? last;
  if (type === 'q') return questionable(from, last);
  return 'dikm'.includes(type) ? spanned(from, isUnknownEnd(first, to) ? 'uuuu' : to) : undefined;
}

function spanned(from: string | undefined, to: string): string {
  if (to === '9999') return `${from}-`;
  const last = yearText(to) ?? (UNKNOWN_YEAR.test(to) ? '?' : from);
  return last === from ? last! : `${from ?? '?'}-${last}`;
}

/** Returns whether the end of a span is a decade or century that contains its first year, such as 202u after 2020. */
function isUnknownEnd(first: string, to: string): boolean {
  return /^\d{4}$/.test(first) && to.endsWith('u') && first.startsWith(to.replace(/u+$/, ''));
}

function questionable(from: string | undefined, last: string | undefined): string {
  if (from === undefined) return `?-${last}`;
  return last === undefined || last === from ? `${from}?` : `${from}-${last}?`;
}

/** Matches a year without a known century. */
const UNKNOWN_YEAR = /^[12u]uuu$/;

/** Later years, such as 9999 and years of the Hebrew calendar, are no years of publication. */
const LAST_YEAR = 2100;

/**
 * Converts four positions of 008 to a year, a decade or a century. `u` is an unknown digit, and so are the hyphens and
 * question marks of some systems.
 */
function yearText(positions: string): string | undefined {
  const code = positions.replace(/(?<=\d\d)[-?]/g, 'u').replace(/(?<=u)[-?]/g, 'u');
  if (/^\d{4}$/.test(code)) {
    const year = Number(code);
    return year > 0 && year <= LAST_YEAR ? String(year) : undefined;
  }
  if (/^\d{3}u$/.test(code)) return `${Number(code.slice(0, 3))}0s`;
  if (/^\d\duu$/.test(code)) return `${code.slice(0, 2)}--`;
  return undefined;
}

/**
 * Matches a sequence of page numbers and a word for pages after them, such as `xii, 350, [12] p`. The number
 * and length of page numbers are limited; otherwise a damaged field of a million digits would take minutes.
 */
const PAGINATION =
  /(?<!\d)((?:\[?(?:\d{1,9}|[ivxlcdm]{1,20})\]?,\s*){0,20}\[?\d{1,9}\]?)\s*(?:(?:un)?numbered |ungezählte |unnumerierte )?(?:pages?|pp?|seiten|s|p[aáà]gs?|p[aáà][gx]in[aei]s?(?:['’]s)?|blz|sid(?:er|or)|sivua|str|stran[ay]?|oldal|sayfa|с|стр|стор|страниц|σ|页|頁|ページ|쪽|(?:leaves|leaf|l|bl|blätter|hojas|hoj|feuillets|ff?|fol|folhas|carte|c|bladen|листов|л)(?! ?\.? ?(?:of |de |di |d['’]|con |mit ))(?![/:]))(?![\p{L}\p{N}])/giu;

const MAX_PAGES = 100_000;

/** Returns the number of pages or leaves in a physical description: the largest number below 100,000. */
export function pageCount(field: MarcDataField, codes: string): string[] {
  let pages = 0;
  for (const [, sequence] of fieldText(field, codes).matchAll(PAGINATION)) {
    for (const digits of sequence.match(/\d+/g) ?? []) {
      const number = Number(digits);
      if (number < MAX_PAGES) pages = Math.max(pages, number);
    }
  }
  return pages > 0 ? [String(pages)] : [];
}

/**
 * Returns a physical description as written, without a final semicolon, colon or plus sign, and without a final full stop
 * after a parenthesis.
 */
export function physicalDescription(field: MarcDataField, codes: string): string[] {
  return nonEmpty(fieldText(field, codes).replace(/\s*[;:+]$|(?<=\))\.$/, ''));
}
