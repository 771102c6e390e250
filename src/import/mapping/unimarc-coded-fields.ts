/*
 * Reads the coded data of UNIMARC (the leader, 100 to 135 and 182), and returns the codes in the positions of MARC 21,
 * so that one set of functions reads the codes of both formats. For example, `e` at 100 $a/17 (young adults) becomes `d`
 * at 008/22.
 */

import type { MarcDataField, MarcField, MarcRecord } from '../marc/marc-record.js';
import { type FixedFields, formOfItemPosition, GENERAL_CHARS } from './coded-fields.js';
import { convertedField, type Elements, PHYSICAL } from './unimarc-fields.js';

/** Codes of UNIMARC, each followed by its code in MARC 21. A code that is not listed has no code in MARC 21. */
type Codes = ReadonlyMap<string, string>;

function codes(pairs: string): Codes {
  return new Map(pairs.split(' ').map(([unimarc, marc21]) => [unimarc, marc21]));
}

/** Leader/06. Manuscripts, electronic resources and multimedia have other codes; all others are the same. */
const TYPES = codes('bt lm mo');
/** 100 $a/08 and 008/06. */
const DATE_TYPES = codes('ac bd cu ds er fq gm ht ip je kt un');
/** 100 $a/17-19 and 008/22. */
const AUDIENCES = codes('aj ba cb dc ed ke me');
/** 105 $a/11 and 008/33 of books. */
const LITERATURE = codes('af bd ce dh ei fj gp hs y0 zm');
/** 106 $a/00 and the form of item. */
const FORMS = codes('dd ff gc rr ss ta');
/** 110 $a/00 and 008/21 of continuing resources. */
const SERIALS = codes('ap bm cn el fd gw');
/** 115 $a/00 and 008/33 of visual material: other pictures than films are slides here. */
const PROJECTIONS = codes('am bs cv');
/** 115 $a/15 and 007/01 of videos. */
const VIDEO_CARRIERS = codes('ac bd cf dr');
/** 115 $a/16 and 007/04 of videos. */
const VIDEO_FORMATS = codes('aa bb cc dd ee ff gg hh');
/** 126 $a/00 and 007/01 of recordings. */
const SOUND_CARRIERS = codes('ad bt cs');
/** 126 $a/01 and 007/03 of recordings. */
const SPEEDS = codes('aa bb cc dd ee ff');

/** 135 $a/01 of electronic resources that are remote; all others are on a carrier. */
const REMOTE = 'r';

/** The media types of electronic resources and microforms (182 $a and, in RDA, $c), and the form of item. */
const MEDIA = codes('bs ca');
const RDA_MEDIA = codes('cs ha');

/** Matches the date of the record, the type of the date of publication, and two years. */
const DATES = /^(.{8})(.)(.{4})(.{4})/;

/** Returns the codes of a UNIMARC record in the positions of MARC 21. */
export function unimarcFixedFields({ leader, fields }: MarcRecord): FixedFields {
  const coded = (tag: string, code = 'a') => {
    const field = fields.find((candidate) => candidate.tag === tag) as MarcDataField | undefined;
    return field?.subfields?.find((subfield) => subfield.code === code)?.value ?? '';
  };
  const own = leader.padEnd(24);
  // In MARC 21, an electronic serial is a text in electronic form.
  const isSerial = 'is'.includes(own[7]);
  const type = own[6] === 'l' && isSerial ? 'a' : (TYPES.get(own[6]) ?? own[6]);
  const general = Array<string>(GENERAL_CHARS).fill(' ');
  const set = (position: number, text: string | undefined) => {
    for (const character of text ?? '') general[position++] = character;
  };
  const translated = own.slice(0, 6) + type + own.slice(7);
  const [, entered, dateType, first, last] = DATES.exec(coded('100').padEnd(36)) ?? [];
  if (entered !== undefined && /^\d{8}$/.test(entered)) set(0, entered.slice(2));
  set(6, DATE_TYPES.get(dateType ?? ''));
  set(7, year(first));
  set(11, dateType === 'a' ? '9999' : year(last));
  const [textual, serial, picture, electronic] = ['105', '110', '115', '135'].map((tag) =>
    coded(tag),
  );
  if (type === 'm') set(26, electronic[0]);
  if (type === 'g') set(33, PROJECTIONS.get(picture[0]));
  if (type === 'a' || type === 't') {
    if (textual.slice(4, 8).includes('t')) set(24, '6');
    set(33, LITERATURE.get(textual[11]));
    if (isSerial) set(21, SERIALS.get(serial[0]));
  }
  const audience = [...coded('100').slice(17, 20)].flatMap((code) => AUDIENCES.get(code) ?? []);
  set(22, audience[0]);
  const media = MEDIA.get(coded('182')) ?? RDA_MEDIA.get(coded('182', 'c'));
  const carrier = /^.([a-y])/.exec(electronic)?.[1];
  const ofElectronic = carrier && (carrier === REMOTE ? 'o' : 'q');
  set(formOfItemPosition(translated), ofElectronic ?? FORMS.get(coded('106')[0]) ?? media);
  set(35, coded('101').toLowerCase().slice(0, 3));
  return {
    leader: translated,
    additional: [],
    carriers: carriersOf(coded),
    general: general.slice(0, GENERAL_CHARS).join(''),
  };
}

/** Returns the carriers in the form of 007: a kind, a designation, a blank, and a speed or format. */
function carriersOf(coded: (tag: string) => string): string[] {
  const [picture, sound, microform, electronic] = ['115', '126', '130', '135'].map((tag) =>
    coded(tag),
  );
  const carriers: string[] = [];
  if (picture[0] === 'c') {
    const designation = VIDEO_CARRIERS.get(picture[15]) ?? 'u';
    carriers.push(`v${designation}  ${VIDEO_FORMATS.get(picture[16]) ?? 'u'}`);
  }
  if (sound !== '') {
    carriers.push(`s${SOUND_CARRIERS.get(sound[0]) ?? 'u'} ${SPEEDS.get(sound[1]) ?? 'u'}`);
  }
  if (microform !== '') carriers.push('h');
  if (electronic.length > 1) carriers.push(`c${electronic[1]}`);
  return carriers;
}

/** Converts a year, in which blanks and other characters stand for unknown digits; all blanks are no year. */
function year(text = ''): string {
  return /^\d/.test(text) ? text.replace(/\D/g, 'u') : '    ';
}

const AS_WORDS: Elements = { a: ['', 'a'], b: ['', 'a'] };

/** The fields with words about the format, and their tags and subfields in MARC 21. */
const WORDS: Readonly<Record<string, readonly [tag: string, elements: Elements]>> = {
  200: ['245', { b: ['', 'h'] }],
  205: ['250', AS_WORDS],
  215: ['300', PHYSICAL],
  230: ['538', AS_WORDS],
  336: ['538', AS_WORDS],
  337: ['538', AS_WORDS],
  608: ['655', AS_WORDS],
};

/** Words about formats in languages of cataloging, and their words in MARC 21. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [
    /ressources? électroniques?|risors[ae] elettronic|recursos? electr[oó]nic|recursos? eletr[oó]nic|электронн\p{L}+ ресурс|电子资源/u,
    'electronic resource',
  ],
  [/en ligne|à distance|ad accesso remoto|em linha|en línea|удал[её]нн/u, 'online resource'],
  [/vidéocassette|videocassett|видеокассет/u, 'videocassette'],
  [/disques? (?:optiques? )?compacts?|компакт-диск|compact ?dis[ck]/u, 'compact disc'],
  [/audiocassett|cassettes? (?:audio|sonore)|аудиокассет/u, 'cassette'],
  [/disques? (?:vinyle|microsillon|noir)|33 ?t(?:ours?|\.)|грампластин|(?<!\p{L})грп\./u, 'lp'],
  [/(?:gros|grands) caractères|caratteri (?:grandi|ingranditi)|крупным шрифтом/u, 'large print'],
  [/bandes? dessinées?|fumett|banda desenhada|комикс|漫画/u, 'comics (graphic works)'],
  [/microfich|микрофиш/u, 'microfiche'],
  [/microfilm|микрофильм/u, 'microfilm'],
];

/** The tags of the fields with codes and words about the format, which count as used. */
export const CODED_TAGS: readonly string[] = [
  ...'100 101 105 106 110 115 126 130 135 182'.split(' '),
  ...Object.keys(WORDS),
];

/** Returns a record of MARC 21 that has the words of a UNIMARC record about its format. */
export function formatEvidence({ leader, fields }: MarcRecord): MarcRecord {
  const evidence = fields.flatMap((field): MarcField[] => {
    const words = WORDS[field.tag];
    if (words === undefined || 'value' in field) return [];
    const { subfields, ...converted } = convertedField(field, ...words);
    const withWords = subfields.map(({ code, value }) => ({ code, value: withEnglish(value) }));
    return [{ ...converted, subfields: withWords }];
  });
  return { leader, fields: evidence };
}

/** Returns a record of MARC 21 that has the dates of publication of a UNIMARC record (210 and 214 $d) as written. */
export function withWrittenDates({ leader, fields }: MarcRecord): MarcRecord {
  const dates = fields.flatMap((field) =>
    'value' in field || (field.tag !== '210' && field.tag !== '214')
      ? []
      : convertedField(field, '260', { d: ['', 'c'] }),
  );
  return { leader, fields: dates };
}

/** Adds the English words for words about the format. */
function withEnglish(text: string): string {
  const lower = text.toLowerCase();
  const words = ENGLISH.flatMap(([pattern, english]) => (pattern.test(lower) ? english : []));
  return [text, ...words].join(' ');
}
