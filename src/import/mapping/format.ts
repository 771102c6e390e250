import { fieldText } from '../marc/field-text.js';
import type { MarcRecord } from '../marc/marc-record.js';
import { type FixedFields, formOfItem } from './fixed-fields.js';

/** The evidence for a format: the fixed fields, and words about the carrier and the genre. */
interface Evidence {
  readonly fixed: FixedFields;
  /** The texts of the subfields in {@link CARRIER_FIELDS}, in lower case. */
  readonly carrierWords: string;
  /** The text of 655 $a, in lower case. */
  readonly genreWords: string;
}

/** The codes of the subfields about the carrier, by tag. */
const CARRIER_FIELDS = new Map([
  ['245', 'h'],
  ['250', 'a'],
  ['300', 'ace'],
  ['338', 'ab'],
  ['347', 'ab'],
  ['538', 'a'],
]);

/**
 * Returns the format id of a record. Leader/06-07 contains the type of material; 007, 008 and words in
 * other fields describe the carrier. Material on a carrier for which no format exists, such as a video
 * cassette, has the format `UK` (unknown).
 */
export function formatOf(fixed: FixedFields, record: MarcRecord): string[] {
  return [formatBy(evidenceOf(fixed, record))];
}

function evidenceOf(fixed: FixedFields, { fields }: MarcRecord): Evidence {
  let carrierWords = '';
  let genreWords = '';
  for (const field of fields) {
    if ('value' in field) continue;
    const codes = CARRIER_FIELDS.get(field.tag);
    if (codes !== undefined) {
      carrierWords += ` ${fieldText(field, codes)}`;
    } else if (field.tag === '655') {
      genreWords += ` ${fieldText(field, 'a')}`;
    }
  }
  return {
    fixed,
    carrierWords: carrierWords.toLowerCase(),
    genreWords: genreWords.toLowerCase(),
  };
}

function formatBy(evidence: Evidence): string {
  const { leader } = evidence.fixed;
  switch (leader[6]) {
    case 'a':
      return 'bis'.includes(leader[7]) ? continuing(evidence) : book(evidence);
    case 't':
      return isOnline(evidence) ? 'EBOOK' : 'MANUSCRIPT';
    case 'c':
    case 'd':
      return 'MN';
    case 'e':
    case 'f':
      return 'MAP';
    case 'g':
      return projected(evidence);
    case 'i':
      return sound(evidence, 'BOOK_CD', 'EAUDIOBOOK');
    case 'j':
      return sound(evidence, 'MUSIC_CD', 'MUSIC_ONLINE');
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

function book(evidence: Evidence): string {
  const { fixed, carrierWords, genreWords } = evidence;
  if (isOnline(evidence)) return 'EBOOK';
  if (isOnDisc(evidence)) return 'CDROM';
  if (formOfItem(fixed) === 'd' || /\blarge (?:print|type)\b/.test(carrierWords)) return 'LPRINT';
  if (fixed.general.slice(24, 28).includes('6') || fixed.general[33] === 'c') {
    return 'GRAPHIC_NOVEL';
  }
  if (/graphic novels|comics \(graphic works\)|\bmanga\b/.test(genreWords)) return 'GRAPHIC_NOVEL';
  if (/\bboard book/.test(carrierWords + genreWords)) return 'BOARD_BK';
  return 'BK';
}

function continuing({ fixed }: Evidence): string {
  switch (fixed.general[21]) {
    case 'n':
      return 'NEWSPAPER';
    case 'w':
      return 'WEBSITE';
    case 'd':
      return 'DATASET';
    case 'l':
    case 'm':
      return 'BK';
    default:
      return 'MAG';
  }
}

/**
 * Returns the format of projected material. Field 007/04 or words about the carrier identify a DVD or
 * Blu-ray disc. Field 008/33 identifies pictures such as slides.
 */
function projected(evidence: Evidence): string {
  const { fixed, carrierWords } = evidence;
  if (isOnline(evidence)) return 'VIDEO_ONLINE';
  const formats = fixed.carriers.filter((carrier) => carrier[0] === 'v').map((text) => text[4]);
  if (formats.includes('s') || /blu-?ray/.test(carrierWords)) return 'BLURAY';
  if (formats.includes('v') || /\bdvds?\b/.test(carrierWords)) return 'DVD';
  return /[fstip]/.test(fixed.general[33]) && !formats.length ? 'PICTURE' : 'UK';
}

/**
 * Returns the format of a recording: `online` if it is online, `disc` for a CD or an unknown carrier, and
 * `UK` for another carrier. Field 007 (a disc at CD speed) or words about the carrier identify a CD.
 */
function sound(evidence: Evidence, disc: string, online: string): string {
  const { fixed, carrierWords } = evidence;
  if (isOnline(evidence)) return online;
  const carriers = fixed.carriers.filter((carrier) => carrier[0] === 's');
  if (carriers.some((carrier) => carrier[1] === 'd' && carrier[3] === 'f')) return disc;
  if (/\bcompact discs?\b|\bcds?\b|4 3\/4 in|12 cm/.test(carrierWords)) return disc;
  const isOther = carriers.length > 0 || /cassette|\breels?\b|rpm|cylinder/.test(carrierWords);
  return isOther ? 'UK' : disc;
}

function computerFile(evidence: Evidence): string {
  const type = evidence.fixed.general[26];
  if (type === 'g') return 'VIDEO_GAME';
  if (type === 'a') return 'DATASET';
  if (isOnline(evidence)) return type === 'd' || type === 'e' ? 'EBOOK' : 'WEBSITE';
  return 'CDROM';
}

/**
 * Whether the item itself is online, according to the form of item or words about the carrier. A remote
 * carrier (007 `cr`) alone is not enough, because records of printed books with an online version also
 * have a field 007 `cr`.
 */
function isOnline({ fixed, carrierWords }: Evidence): boolean {
  const form = formOfItem(fixed);
  if (form === 'o') return true;
  const hasOnlineWords = /online resource|\[electronic resource/.test(carrierWords);
  const isRemote = fixed.carriers.some((carrier) => carrier.startsWith('cr'));
  if (form === 's') return !isOnDisc({ fixed, carrierWords, genreWords: '' });
  return (
    hasOnlineWords && (isRemote || !fixed.carriers.some((carrier) => carrier.startsWith('co')))
  );
}

/** Whether the item is electronic and on a disc or another direct carrier. */
function isOnDisc({ fixed, carrierWords }: Evidence): boolean {
  const form = formOfItem(fixed);
  const isDisc = fixed.carriers.some((carrier) => carrier.startsWith('co'));
  const hasElectronicForm = form === 'q' || form === 's';
  return (
    hasElectronicForm &&
    (form === 'q' || isDisc || /cd-?rom|computer (?:optical )?dis[ck]/.test(carrierWords))
  );
}
