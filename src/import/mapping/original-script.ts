import { fieldText } from '../marc/field-text.js';
import type { MarcDataField, MarcField } from '../marc/marc-record.js';

const LINK = /^(\d{3})-\d\d/;

/**
 * Returns a field 880 (alternate graphic representation) with the tag of the field to which it is
 * linked. The link is in $6, such as `245-02/(2/r`; some systems write the link into another subfield.
 *
 * @returns undefined for a field without a link
 */
export function linkedField(field: MarcDataField): MarcDataField | undefined {
  const link =
    field.subfields.find(({ code, value }) => code === '6' && LINK.test(value)) ??
    field.subfields.find(({ value }) => LINK.test(value) && value.includes('/'));
  const tag = link === undefined ? undefined : LINK.exec(link.value)?.[1];
  return tag === undefined ? undefined : { ...field, tag };
}

/** The codes of languages by the scripts in which they are written. */
const LANGUAGES: readonly (readonly [codes: string, script: RegExp])[] = [
  ['ara arz fas kur per pus snd uig urd', /\p{Script=Arabic}/u],
  ['arm hye', /\p{Script=Armenian}/u],
  ['asm ben', /\p{Script=Bengali}/u],
  ['bak bel bul chu kaz kir mac mkd mon rus srp tat tgk ukr', /\p{Script=Cyrillic}/u],
  ['hin kok mai mar nep san', /\p{Script=Devanagari}/u],
  ['amh gez tir', /\p{Script=Ethiopic}/u],
  ['geo kat', /\p{Script=Georgian}/u],
  ['gre grc ell', /\p{Script=Greek}/u],
  ['guj', /\p{Script=Gujarati}/u],
  ['pan', /\p{Script=Gurmukhi}/u],
  ['chi zho lzh', /\p{Script=Han}/u],
  ['kor', /\p{Script=Hangul}|\p{Script=Han}/u],
  ['heb lad yid arc', /\p{Script=Hebrew}/u],
  ['jpn', /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u],
  ['kan', /\p{Script=Kannada}/u],
  ['khm', /\p{Script=Khmer}/u],
  ['lao', /\p{Script=Lao}/u],
  ['mal', /\p{Script=Malayalam}/u],
  ['bur mya', /\p{Script=Myanmar}/u],
  ['sin', /\p{Script=Sinhala}/u],
  ['tam', /\p{Script=Tamil}/u],
  ['tel', /\p{Script=Telugu}/u],
  ['tha', /\p{Script=Thai}/u],
  ['tib bod', /\p{Script=Tibetan}/u],
];

const SCRIPTS = new Map(
  LANGUAGES.flatMap(([codes, script]) => codes.split(' ').map((code) => [code, script] as const)),
);

/**
 * Exchanges a romanized title statement and the field 880 with the title in the script of the record's language, so that
 * the title in the original script is the title of the record and the romanized title is another title. Returns the
 * fields unchanged if the language is written in Latin letters, or if there is no such field 880.
 *
 * @param language the code of the record's language, such as `heb`
 */
export function withOriginalTitle(
  fields: readonly MarcField[],
  language: string | undefined,
): readonly MarcField[] {
  const script = SCRIPTS.get(language ?? '');
  if (script === undefined) return fields;
  const romanized = fields.findIndex((field) => titleOf(field, '245') !== undefined);
  const original = fields.findIndex((field) => script.test(titleOf(field, '880') ?? ''));
  if (romanized === -1 || original === -1) return fields;
  if (script.test(titleOf(fields[romanized], '245') ?? '')) return fields;
  const exchanged = [...fields];
  exchanged[romanized] = { ...(fields[original] as MarcDataField), tag: '245' };
  exchanged[original] = linkedTo245(fields[romanized] as MarcDataField);
  return exchanged;
}

/** Returns the title in a field 245, or in a field 880 that is linked to a field 245. */
function titleOf(field: MarcField, tag: '245' | '880'): string | undefined {
  if (field.tag !== tag || 'value' in field) return undefined;
  const isTitle = tag === '245' || linkedField(field)?.tag === '245';
  return isTitle ? fieldText(field, 'a') : undefined;
}

function linkedTo245({ subfields, ...field }: MarcDataField): MarcDataField {
  const others = subfields.filter(({ code }) => code !== '6');
  return { ...field, tag: '880', subfields: [{ code: '6', value: '245-00' }, ...others] };
}
