/*
 * Converts fields of UNIMARC to the fields of MARC 21 with the same content, so that one set of functions reads names,
 * titles and headings of both formats. For example, 700 $aAsimov$bIsaac becomes 700 $aAsimov, Isaac. In UNIMARC, the
 * punctuation of ISBD between two subfields is not written, so the conversion adds it.
 */

import {
  fieldText,
  firstText,
  type MarcDataField,
  type MarcField,
  type MarcRecord,
  type MarcSubfield,
  normalizeSpaces,
  subfieldTexts,
} from '../marc/marc-record.js';
import { type FixedFields, languageCode } from './coded-fields.js';
import { linkedTo, withOriginalTitle } from './titles.js';
import TAGS from './unimarc-tags.json' with { type: 'json' };

/** The mark of ISBD before an element, and the code of its subfield in MARC 21, by the code in UNIMARC. */
export type Elements = Readonly<Record<string, readonly [mark: string, code: string]>>;

/** Matches a mark of ISBD that a system writes at the beginning of a subfield, as in `$b, Isaac`. */
const MARK_BEFORE = /^\s*(?:[,:;=/+]\s*|\.\s+)/;
/** Returns a field of MARC 21 with the subfields in `elements`, in the order of the field. */
export function convertedField(
  field: MarcDataField,
  tag: string,
  elements: Elements,
): MarcDataField {
  const subfields: MarcSubfield[] = [];
  for (const { code, value } of field.subfields) {
    const element = Object.hasOwn(elements, code) ? elements[code] : undefined;
    // An escape character can stand before a mark of text that is ignored in sorting.
    const text = value.replaceAll('\x1b', '').replace(MARK_BEFORE, '');
    if (element === undefined || normalizeSpaces(text) === '') continue;
    const last = subfields.at(-1);
    if (last !== undefined && !last.value.trimEnd().endsWith(element[0].trim())) {
      subfields[subfields.length - 1] = { ...last, value: last.value + element[0] };
    }
    subfields.push({ code: element[1], value: text });
  }
  return { ...field, tag, subfields };
}

/** A title statement, and the titles in 5XX. A second $a is a further work of the same author, $c of another author. */
const TITLE: Elements = {
  a: [' ;', 'a'],
  c: ['.', 'a'],
  d: [' =', 'b'],
  e: [' :', 'b'],
  h: ['.', 'n'],
  i: [',', 'p'],
};

/** A name of a part after the title, without a number. */
const TITLE_WITHOUT_NUMBERS: Elements = { ...TITLE, i: ['.', 'p'] };

/** Converts a title to 245. */
export function titleField(field: MarcDataField): MarcDataField {
  const hasNumber = field.subfields.some(({ code }) => code === 'h');
  return convertedField(field, '245', hasNumber ? TITLE : TITLE_WITHOUT_NUMBERS);
}

/** Converts the statements of responsibility of a title (200 $f and $g) to 245 $c. */
export function responsibilityField(field: MarcDataField): MarcDataField {
  return convertedField(field, '245', { f: [' ;', 'c'], g: [' ;', 'c'] });
}

/** Converts an edition statement (205) to 250. */
export function editionField(field: MarcDataField): MarcDataField {
  return convertedField(field, '250', { a: [' =', 'a'], b: [',', 'b'], d: [' =', 'b'] });
}

/** A physical description (215). */
export const PHYSICAL: Elements = {
  a: [' ;', 'a'],
  c: [' :', 'b'],
  d: [' ;', 'c'],
  e: [' +', 'e'],
};

/** Converts a physical description (215) to 300. */
export function physicalField(field: MarcDataField): MarcDataField {
  return convertedField(field, '300', PHYSICAL);
}

/** The words of CNMARC in place of relator codes, and the codes of MARC 21. `names.ts` has the codes of UNIMARC. */
const RELATORS = new Map(
  '著 aut, 编著 aut, 撰 aut, 编 edt, 主编 edt, 译 trl, 绘 ill'
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [word: string, code: string]),
);

/** The elements of the name of a person or a family. */
const PERSON: Elements = {
  a: ['', 'a'],
  b: [',', 'a'],
  c: [',', 'c'],
  d: ['', 'b'],
  f: [',', 'd'],
};

/**
 * Converts a name (600 to 602, 700 to 722, 790) to 700 or 710, with its relators in $4. The additions to the name of an
 * organization, and the number, date and place of a meeting, stand in parentheses.
 */
export function nameField(field: MarcDataField): MarcDataField {
  const { tag } = field;
  const relators = subfieldTexts(field, '4').map((text) => {
    const code = /^\d{3}/.exec(text)?.[0] ?? text;
    return { code: '4', value: RELATORS.get(code) ?? code };
  });
  if (tag === '601' || tag.startsWith('71')) {
    const name = fieldText(convertedField(field, '710', { a: ['', 'a'], b: ['.', 'b'] }), 'ab');
    const meeting = ['d', 'f', 'e'].flatMap((code) => subfieldTexts(field, code)).join(' : ');
    const additions = [...subfieldTexts(field, 'c'), meeting].filter(Boolean);
    const value = [name, ...additions.map((text) => `(${text.replace(/^\(|\)$/g, '')})`)].join(' ');
    return { ...field, tag: '710', subfields: [{ code: 'a', value }, ...relators] };
  }
  // In direct order, as in `Jean-Paul II`, no comma stands before $b.
  const isDirect = field.indicator2 === '0' && !tag.startsWith('72');
  const name = convertedField(field, '700', isDirect ? { ...PERSON, b: ['', 'a'] } : PERSON);
  const subfields = name.subfields.map(({ code, value }) => ({
    code,
    value: code === 'd' ? datesOfPerson(value) : value,
  }));
  return { ...name, subfields: [...subfields, ...relators] };
}

/** Converts the name of a further person or organization (701, 711, 721), which is an author if it has no relator. */
export function coAuthorField(field: MarcDataField): MarcDataField {
  const { subfields, ...name } = nameField(field);
  const hasRelator = subfields.some(({ code }) => code === '4');
  const author = hasRelator ? [] : [{ code: '4', value: 'aut' }];
  return { ...name, subfields: [...subfields, ...author] };
}

/** Returns the dates of a person without the brackets of some systems: `<1963-    >` becomes `1963-`. */
function datesOfPerson(text: string): string {
  return text.replace(/[<>()]|\s+(?=-|>?$)|(?<=-)\s+/g, '');
}

/** The tags of MARC 21 for the subjects of UNIMARC. */
const SUBJECT_TAGS: Readonly<Record<string, string>> = TAGS.subjects;

/** The subdivisions. In MARC 21, the codes of places and periods are the other way round. */
const SUBDIVISIONS: Elements = { j: ['', 'v'], x: ['', 'x'], y: ['', 'z'], z: ['', 'y'] };

/** The second indicators of MARC 21 for vocabularies ($2). The indicator 7 stands for any other vocabulary. */
const VOCABULARIES: Readonly<Record<string, string>> = { lc: '0', lcsh: '0', mesh: '2' };

/** Converts a subject heading to 600 to 655, with its subdivisions and its vocabulary. */
export function subjectField(field: MarcDataField): MarcDataField {
  const vocabulary = firstText(field, '2');
  const { subfields } = convertedField(field, field.tag, SUBDIVISIONS);
  const source = vocabulary === undefined ? [] : [{ code: '2', value: vocabulary }];
  return {
    tag: SUBJECT_TAGS[field.tag],
    indicator1: field.indicator1,
    indicator2: vocabulary === undefined ? ' ' : (VOCABULARIES[vocabulary.toLowerCase()] ?? '7'),
    subfields: [...headingOf(field), ...subfields, ...source],
  };
}

/** Returns a subject heading in the form of MARC 21. For a field without a heading, returns a field without a tag. */
export function headingOfField(field: MarcField): MarcField {
  if ('value' in field) return field;
  if (Object.hasOwn(SUBJECT_TAGS, field.tag)) return subjectField(field);
  return { ...field, tag: field.tag === '610' ? '653' : '' };
}

function headingOf(field: MarcDataField): readonly MarcSubfield[] {
  switch (field.tag) {
    case '600':
    case '601':
    case '602':
      return nameField(field).subfields.filter(({ code }) => code !== '4');
    case '604':
      return linkField(field).subfields.filter(({ code }) => code === 'a' || code === 't');
    case '605':
      return titleField(field).subfields;
    default:
      return convertedField(field, field.tag, { a: [',', 'a'] }).subfields;
  }
}

/** The linking fields of MARC 21 for those of UNIMARC (4XX). */
const LINK_TAGS: Readonly<Record<string, string>> = TAGS.links;

/** The subfields of a link in the standard technique, and their codes in MARC 21. */
const LINK: Elements = {
  a: [',', 'a'],
  t: ['', 't'],
  o: [' :', 't'],
  h: ['.', 't'],
  i: [',', 't'],
  v: ['', 'g'],
  x: ['', 'x'],
  y: ['', 'z'],
  0: ['', 'w'],
};

const EMBEDDED_TITLE = { a: 't', e: 'o', h: 'h', i: 'i', v: 'v' } as const;

/** The codes in the standard technique for the subfields of embedded fields, by tag or its first digit. */
const EMBEDDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '010': { a: 'y' },
  '011': { a: 'x' },
  200: EMBEDDED_TITLE,
  500: EMBEDDED_TITLE,
  7: { a: 'a', b: 'a', f: 'a' },
};

/**
 * Converts a link to another title (4XX) or a subject with a title (604) to a linking field of MARC 21: the name ($a),
 * the title ($t), the number of a volume ($g), the ISSN ($x), the ISBN ($z) and the control number ($w). The link has
 * these in subfields, or has whole fields after $1: `$1001123$12001 $aEmma$1700 1$aAusten$bJane`.
 */
export function linkField(field: MarcDataField): MarcDataField {
  const { tag } = field;
  const changed = tag >= '430' && tag <= '448' ? (tag < '440' ? '780' : '785') : '787';
  const plain = { ...field, subfields: withoutEmbedded(field.subfields) };
  const link = convertedField(plain, LINK_TAGS[tag] ?? changed, LINK);
  const subfields = [...'atgxzw'].map((code) => ({ code, value: fieldText(link, code) }));
  return { ...link, subfields: subfields.filter(({ value }) => value !== '') };
}

/** Returns the subfields of a link in the standard technique. */
function withoutEmbedded(subfields: readonly MarcSubfield[]): MarcSubfield[] {
  let codes: Readonly<Record<string, string>> | undefined;
  return subfields.flatMap(({ code, value }) => {
    const tag = code === '1' ? /^\d{3}/.exec(value)?.[0] : undefined;
    if (tag === undefined) {
      const to = codes === undefined ? code : codes[code];
      return to === undefined ? [] : [{ code: to, value }];
    }
    codes = EMBEDDED[tag] ?? EMBEDDED[tag[0]] ?? {};
    return tag === '001' ? [{ code: '0', value: value.slice(3) }] : [];
  });
}

/** Converts a series (225) to 490. The first indicator 1 of 490 means that a link (410) has the authorized form. */
export function seriesField(field: MarcDataField): MarcDataField {
  const name = fieldText(titleField(field), 'abnp');
  const numbers = subfieldTexts(field, 'v').map((value) => ({ code: 'v', value }));
  const indicator1 = field.indicator1 === '1' ? '0' : '1';
  return { ...field, tag: '490', indicator1, subfields: [{ code: 'a', value: name }, ...numbers] };
}

/** Converts the link to a series (410) to 830. */
export function seriesLinkField(field: MarcDataField): MarcDataField {
  const link = linkField(field);
  const [value, number] = ['t', 'g'].map((code) => fieldText(link, code));
  const subfields = [
    { code: 'a', value },
    { code: 'v', value: number },
  ];
  return { ...link, tag: '830', subfields };
}

/** Converts a link to an address (856): the text of the link is in $2. */
export function addressField(field: MarcDataField): MarcDataField {
  const subfields = field.subfields.flatMap(({ code, value }) =>
    code === 'y' ? [] : [{ code: code === '2' ? 'y' : code, value }],
  );
  return { ...field, subfields };
}

/** Matches a title that is only the number of a volume, such as `Т. 2` or `Volume II`. */
const VOLUME_ONLY =
  /^\[?(?:v|vol|volume|t|tome|tomo|parte?|partie|libro|livre|bd|band|no?|n°|№|т|том|ч|часть|кн|книга|вып|выпуск)?\.?\s*(?:\d{1,4}|[IVXLC]+)\]?[.,:;]?$/iu;

/**
 * Returns the fields of a record for the rules:
 *
 * - A repeated 200, or a field with the link ($6) of an earlier field with the same tag, has the text in another script
 *   and becomes a field 880.
 * - A title that is only the number of a volume follows the title of its set (461).
 * - In the record of a set (leader/08), a link to a volume (462, 463) becomes a link to a part (464).
 * - The title in the script of the record's language comes first.
 */
export function unimarcFields(record: MarcRecord, fixed: FixedFields): readonly MarcField[] {
  const links = new Set<string>();
  const isSet = record.leader[8] === '1';
  const fields = record.fields.map((field) => {
    if ('value' in field) return field;
    if (isSet && /^46[23]$/.test(field.tag)) return { ...field, tag: '464' };
    const link = /^a\d\d/.exec(firstText(field, '6') ?? '')?.[0];
    const isTitle = field.tag === '200';
    if (!isTitle && link === undefined) return field;
    const key = isTitle ? field.tag : `${field.tag} ${link}`;
    if (!links.has(key)) {
      links.add(key);
      return isTitle ? withSetTitle(field, record) : field;
    }
    return linkedTo(field.tag, field);
  });
  return withOriginalTitle(fields, languageCode(fixed, record), '200');
}

function withSetTitle(field: MarcDataField, { fields }: MarcRecord): MarcDataField {
  const [title, ...others] = field.subfields;
  if (title?.code !== 'a' || !VOLUME_ONLY.test(normalizeSpaces(title.value))) return field;
  for (const tag of ['461', '462']) {
    const set = fields.find((candidate) => candidate.tag === tag) as MarcDataField | undefined;
    const name = set === undefined ? '' : fieldText(linkField(set), 't');
    if (name === '') continue;
    const subfields = [{ code: 'a', value: name }, { ...title, code: 'h' }, ...others];
    return { ...field, subfields };
  }
  return field;
}
