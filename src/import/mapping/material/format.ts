import type { MarcRecord } from '../../marc/marc-record.js';
import {
  type Evidence,
  evidenceOf,
  isMicroform,
  isOnDisc,
  isOnlineItem,
  soundCarrier,
  videoCarrier,
} from './carrier.js';
import { type FixedFields, formOfItem } from './fixed-fields.js';

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
