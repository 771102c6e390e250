/*
 * Decides the format of a title, such as `BK` or `DVD`: collects evidence from the coded fields and from words in other
 * fields, and decides by type of record and carrier.
 */

import { fieldText, firstText, type MarcRecord } from '../marc/marc-record.js';
import { type FixedFields, formOfItem } from './coded-fields.js';

/**
 * Returns the format id of a record. Leader/06-07 contains the type of material; 007, 008 and words in
 * other fields describe the carrier. Material on a carrier for which no format exists, such as a film
 * reel, has the format `UK` (unknown).
 */
export function formatOf(fixed: FixedFields, record: MarcRecord): string[] {
  return [formatBy(evidenceOf(fixed, record))];
}

function formatBy(evidence: Evidence): string {
  const { leader } = evidence.fixed;
  if (isMicroform(evidence)) return 'MICROFORM';
  switch (typeOf(evidence)) {
    case 'a':
      return 'bis'.includes(leader[7]) ? continuing(evidence) : book(evidence);
    case 't':
      return isOnlineItem(evidence) ? 'EBOOK' : 'MANUSCRIPT';
    case 'c':
    case 'd':
      return 'MN';
    case 'e':
    case 'f':
      return 'MAP';
    case 'g':
      return projected(evidence);
    case 'i':
      return sound(evidence, 'BOOK_CD', 'BOOK_CASSETTE', 'EAUDIOBOOK');
    case 'j':
      return sound(evidence, 'MUSIC_CD', 'MUSIC_CASSETTE', 'MUSIC_ONLINE');
    case 'k':
      return 'PICTURE';
    case 'm':
      return computerFile(evidence);
    case 'o':
      return 'KIT';
    case 'p':
      return 'MANUSCRIPT';
    case 'r':
      return evidence.fixed.general[33] === 'g' ? 'BOARD_GAME' : 'UK';
    default:
      return 'UK';
  }
}

/** Types of record by words of the designation (245 $h) or the content type (336). */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/videorecording|motion picture|moving image/, 'g'],
  [/performed music/, 'j'],
  [/sound recording|spoken word/, 'i'],
  [/cartographic|\bmap\b/, 'e'],
  [/notated music/, 'c'],
  [/still image/, 'k'],
  [/\btext\b/, 'a'],
  [/computer/, 'm'],
];

/**
 * Returns the type of record: leader/06, or the type by words if leader/06 is invalid. A designation of a video or
 * recording takes precedence over `a` (language material), which some systems write into every record.
 */
function typeOf({ fixed, designation, content }: Evidence): string {
  const type = fixed.leader[6];
  const typeBy = (words: string) => TYPES.find(([pattern]) => pattern.test(words))?.[1];
  if (type === 'a') {
    const other = typeBy(designation);
    return other === 'g' || other === 'i' ? other : type;
  }
  return 'cdefgijkmoprt'.includes(type) ? type : (typeBy(`${designation} ${content}`) ?? type);
}

function book(evidence: Evidence): string {
  const { fixed, words, genres } = evidence;
  if (isOnlineItem(evidence)) return 'EBOOK';
  if (isOnDisc(evidence)) return 'CDROM';
  if (formOfItem(fixed) === 'd' || /\blarge (?:print|type)\b/.test(words)) return 'LPRINT';
  if (fixed.general.slice(24, 28).includes('6') || fixed.general[33] === 'c') {
    return 'GRAPHIC_NOVEL';
  }
  if (/graphic novels|comics \(graphic works\)|\bmanga\b/.test(genres)) return 'GRAPHIC_NOVEL';
  if (/\bboard book/.test(words + genres)) return 'BOARD_BK';
  return 'BK';
}

/** Returns the format of a serial or an integrating resource, such as a website, from 008/21 and its carrier. */
function continuing(evidence: Evidence): string {
  const { leader, general } = evidence.fixed;
  const type = general[21];
  if (type === 'd') return 'DATASET';
  if (type === 'w') return 'WEBSITE';
  const isMonographic = type === 'l' || type === 'm';
  if (isOnlineItem(evidence)) {
    if (isMonographic) return 'EBOOK';
    return leader[7] === 'i' ? 'WEBSITE' : 'MAG_ONLINE';
  }
  if (isOnDisc(evidence)) return 'CDROM';
  if (type === 'n') return 'NEWSPAPER';
  return isMonographic ? 'BK' : 'MAG';
}

const VIDEO_FORMATS = { 'blu-ray': 'BLURAY', dvd: 'DVD', cassette: 'VHS' } as const;

/** Returns the format of projected material. Field 008/33 identifies pictures such as slides. */
function projected(evidence: Evidence): string {
  const { fixed } = evidence;
  if (isOnlineItem(evidence)) return 'VIDEO_ONLINE';
  const carrier = videoCarrier(evidence);
  if (carrier !== undefined) return VIDEO_FORMATS[carrier];
  const isVideo = fixed.carriers.some((text) => text.startsWith('v'));
  return /[fstip]/.test(fixed.general[33]) && !isVideo ? 'PICTURE' : 'UK';
}

/** Returns the format of a recording: `disc` for a CD or an unknown carrier. */
function sound(evidence: Evidence, disc: string, cassette: string, online: string): string {
  if (isOnlineItem(evidence)) return online;
  switch (soundCarrier(evidence)) {
    case 'cassette':
      return cassette;
    case 'vinyl':
      return 'LP';
    case 'other':
      return 'UK';
    default:
      return disc;
  }
}

/** The formats of online computer files, by the first character of 006, which names the other material. */
const FORMATS_BY_006: Readonly<Record<string, string>> = {
  a: 'EBOOK',
  t: 'EBOOK',
  s: 'MAG_ONLINE',
  g: 'VIDEO_ONLINE',
  i: 'EAUDIOBOOK',
  j: 'MUSIC_ONLINE',
};

function computerFile(evidence: Evidence): string {
  const { general, additional } = evidence.fixed;
  const type = general[26];
  if (type === 'g') return 'VIDEO_GAME';
  if (type === 'a') return 'DATASET';
  if (!isOnlineItem(evidence)) return 'CDROM';
  const other = additional.map((text) => FORMATS_BY_006[text[0]]).find((id) => id !== undefined);
  return other ?? (type === 'd' || type === 'e' ? 'EBOOK' : 'WEBSITE');
}

/** The evidence for a format: the fixed fields, and words about the medium, the carrier and the genre. */
interface Evidence {
  readonly fixed: FixedFields;
  /** The general material designation (245 $h), such as `[sound recording]`, in lower case. */
  readonly designation: string;
  /** The extent (300 $a), in lower case. */
  readonly extent: string;
  /** The texts of the subfields in {@link CARRIER_FIELDS}, in lower case. */
  readonly words: string;
  /** The content types (336), in lower case. */
  readonly content: string;
  /** The code or the name of each carrier type (338), in lower case. */
  readonly carrierTypes: readonly string[];
  /** The text of 655 $a, in lower case. */
  readonly genres: string;
}

/** The codes of the subfields about the carrier, by tag. */
const CARRIER_FIELDS = new Map([
  ['245', 'h'],
  ['250', 'a'],
  ['300', 'ace'],
  ['338', 'ab'],
  ['344', 'abc'],
  ['347', 'ab'],
  ['538', 'a'],
]);

/** The tags of all fields that {@link evidenceOf} reads in addition to the fixed fields. */
export const EVIDENCE_TAGS: readonly string[] = [...CARRIER_FIELDS.keys(), '336', '655'];

function evidenceOf(fixed: FixedFields, { fields }: MarcRecord): Evidence {
  let [designation, extent, words, content, genres] = ['', '', '', '', ''];
  const carrierTypes: string[] = [];
  for (const field of fields) {
    if ('value' in field) continue;
    const codes = CARRIER_FIELDS.get(field.tag);
    if (codes !== undefined) words += ` ${fieldText(field, codes)}`;
    if (field.tag === '245') designation += ` ${fieldText(field, 'h')}`;
    else if (field.tag === '300') extent += ` ${fieldText(field, 'a')}`;
    else if (field.tag === '336') content += ` ${fieldText(field, 'ab')}`;
    else if (field.tag === '338') {
      const type = firstText(field, 'ba');
      if (type !== undefined) carrierTypes.push(type.toLowerCase());
    } else if (field.tag === '655') genres += ` ${fieldText(field, 'a')}`;
  }
  return {
    fixed,
    designation: designation.toLowerCase(),
    extent: extent.toLowerCase(),
    words: words.toLowerCase(),
    content: content.toLowerCase(),
    carrierTypes,
    genres: genres.toLowerCase(),
  };
}

const MICROFORM = /\bmicro-?(?:form|film|fiche|opaque|print|card|slide)|\baperture card/;
const MICROFORM_TYPES = /^h[a-z]$|^micro|^aperture card/;

/**
 * Whether the item is a microform. The form of item decides if it has a value. Otherwise, the designation, the extent or
 * all carriers must be microforms, because a book can come with a microform.
 */
function isMicroform({ fixed, designation, extent, carrierTypes }: Evidence): boolean {
  const form = formOfItem(fixed);
  if ('abc'.includes(form)) return true;
  if ('oqs'.includes(form)) return false;
  if (MICROFORM.test(designation) || MICROFORM.test(extent)) return true;
  const { carriers } = fixed;
  return (
    (carrierTypes.length > 0 && carrierTypes.every((type) => MICROFORM_TYPES.test(type))) ||
    (carriers.length > 0 && carriers.every((carrier) => carrier.startsWith('h')))
  );
}

const ONLINE = /online resource|internet resource|\bstreaming\b/;
const ELECTRONIC = /\[?(?:electronic resource|computer file)/;
const DIRECT =
  /\b(?:cd|dvd)-?roms?\b|\bcomputer (?:optical |laser )?(?:dis[ck]|card|chip|cartridge|tape)s?\b|\bdis[ck]ettes?\b|\bfloppy\b|\b(?:usb|flash) drives?\b|\bcompact discs?\b|\bcds?\b|\bdvds?\b|\bblu-?ray|\bvideo ?cassettes?\b/;
/** The second characters of 007 of a computer file on a carrier, such as `o` for an optical disc. */
const DIRECT_CARRIERS = 'abcdefhjkmo';

/**
 * Whether the item itself is online, according to the form of item or words about the carrier. A remote
 * carrier (007 `cr`) alone is not enough, because records of printed books with an online version also
 * have a field 007 `cr`. For computer files, it is enough.
 */
function isOnlineItem(evidence: Evidence): boolean {
  const { fixed, words, designation, carrierTypes } = evidence;
  const form = formOfItem(fixed);
  const isRemote = fixed.carriers.some((carrier) => carrier.startsWith('cr'));
  const isNamed =
    ONLINE.test(words) || carrierTypes.includes('cr') || carrierTypes.includes('online resource');
  if (isNamed) return form !== 'q';
  // A printed volume was given the code of its online version.
  if (form === 'o') return isRemote || carrierTypes.length === 0;
  if (isDirect(evidence)) return false;
  if (form === 's' || /electronic resource/.test(designation)) return true;
  return fixed.leader[6] === 'm' && isRemote;
}

/** Whether the item is electronic and on a disc or another direct carrier. */
function isOnDisc(evidence: Evidence): boolean {
  const { fixed, designation, carrierTypes } = evidence;
  const form = formOfItem(fixed);
  const isElectronic =
    form === 's' ||
    ELECTRONIC.test(designation) ||
    carrierTypes.some((type) => /^c[a-z]$/.test(type));
  return form === 'q' || (isElectronic && isDirect(evidence));
}

function isDirect({ fixed, words }: Evidence): boolean {
  const isDirectCarrier = carrierCodes(fixed, 'c')(1, DIRECT_CARRIERS);
  return formOfItem(fixed) === 'q' || isDirectCarrier || DIRECT.test(words);
}

/** Creates a function that returns whether 007 of a kind of carrier has one of the codes at a position. */
function carrierCodes({ carriers }: FixedFields, kind: string) {
  const ofKind = carriers.filter((carrier) => carrier[0] === kind);
  return (at: number, codes: string) =>
    ofKind.some((carrier) => carrier.length > at && codes.includes(carrier[at]));
}

/** The carrier of a video: `dvd`, `blu-ray` or `cassette`; undefined for another or an unknown carrier. */
function videoCarrier({ fixed, words, carrierTypes }: Evidence) {
  const has = carrierCodes(fixed, 'v');
  if (has(4, 's') || /blu-?ray/.test(words)) return 'blu-ray';
  if (has(4, 'v') || /\bdvds?\b/.test(words)) return 'dvd';
  const isCassette =
    has(1, 'f') ||
    has(4, 'abcijkmopq') ||
    carrierTypes.includes('vf') ||
    /\bvideo ?cassettes?\b|\bs?-?vhs\b|\bu-matic\b|\bbetacam\b/.test(words);
  return isCassette ? 'cassette' : undefined;
}

/** The first year in which compact discs were sold. */
const FIRST_CD_YEAR = 1982;

/**
 * The carrier of a recording: `cd`, `cassette`, `vinyl` or `other`. Undefined if nothing is known about the carrier.
 * Field 007 or words about the carrier identify it; a disc of unknown speed and size is vinyl if it is older than the
 * compact disc.
 */
function soundCarrier({ fixed, words, carrierTypes }: Evidence) {
  const has = carrierCodes(fixed, 's');
  if (has(3, 'f') || has(6, 'g')) return 'cd';
  if (/\bcompact discs?\b|\bcds?\b|\b4 ?3\/4 in|\b12 cm/.test(words)) return 'cd';
  if (has(1, 's') || carrierTypes.includes('ss') || /cassette/.test(words)) return 'cassette';
  if (has(1, 'egiqrtw')) return 'other';
  if (has(3, 'abcde') || has(6, 'cdef')) return 'vinyl';
  if (/\b(?:33|45|78)\b[^;:]*\brpm|\blps?\b|\bvinyl\b|microgroove/.test(words)) return 'vinyl';
  if (/\bdis[ck]s?\b/.test(words) && /\b(?:7|10|12) in\b|\b(?:18|25|30) cm\b/.test(words))
    return 'vinyl';
  if (has(1, 'd')) return Number(fixed.general.slice(7, 11)) < FIRST_CD_YEAR ? 'vinyl' : 'cd';
  return /\breels?\b|cylinder|\bwire\b/.test(words) ? 'other' : undefined;
}
