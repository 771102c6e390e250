import type { MarcRecord } from '../marc/marc-record.js';
import { type CodedFields, formOfItem } from './coded-fields.js';
import { fieldText } from './field-text.js';

/** What tells a format: the coded fields, and the words that a cataloguer wrote about the carrier. */
interface Evidence {
  readonly coded: CodedFields;
  /** 245 $h, 250, 300, 338, 347, 538 in lower case. */
  readonly carrierWords: string;
  /** 655 in lower case. */
  readonly genreWords: string;
}

/** The subfields that tell a carrier, by the tag of their field. */
const CARRIER_FIELDS = new Map([
  ['245', 'h'],
  ['250', 'a'],
  ['300', 'ace'],
  ['338', 'ab'],
  ['347', 'ab'],
  ['538', 'a'],
]);

/**
 * The format id of a record: what leader/06-07 says that it is, and what 006, 007, 008 and the words
 * about its carrier say that it is on. What is on no carrier that has a format of its own, such as a
 * video cassette, is `UK`.
 */
export function formatOf(coded: CodedFields, record: MarcRecord): string[] {
  return [formatBy(evidenceOf(coded, record))];
}

function evidenceOf(coded: CodedFields, { fields }: MarcRecord): Evidence {
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
    coded,
    carrierWords: carrierWords.toLowerCase(),
    genreWords: genreWords.toLowerCase(),
  };
}

function formatBy(evidence: Evidence): string {
  const { leader } = evidence.coded;
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
      return evidence.coded.general[33] === 'g' ? 'BOARD_GAME' : 'UK';
    default:
      return 'UK';
  }
}

function book(evidence: Evidence): string {
  const { coded, carrierWords, genreWords } = evidence;
  if (isOnline(evidence)) return 'EBOOK';
  if (isOnDisc(evidence)) return 'CDROM';
  if (formOfItem(coded) === 'd' || /\blarge (?:print|type)\b/.test(carrierWords)) return 'LPRINT';
  if (coded.general.slice(24, 28).includes('6') || coded.general[33] === 'c') {
    return 'GRAPHIC_NOVEL';
  }
  if (/graphic novels|comics \(graphic works\)|\bmanga\b/.test(genreWords)) return 'GRAPHIC_NOVEL';
  if (/\bboard book/.test(carrierWords + genreWords)) return 'BOARD_BK';
  return 'BK';
}

function continuing({ coded }: Evidence): string {
  switch (coded.general[21]) {
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

/** A video by the recording format of 007/04, else by what is written about it. */
function projected(evidence: Evidence): string {
  const { coded, carrierWords } = evidence;
  if (isOnline(evidence)) return 'VIDEO_ONLINE';
  const formats = coded.carriers.filter((carrier) => carrier[0] === 'v').map((text) => text[4]);
  if (formats.includes('s') || /blu-?ray/.test(carrierWords)) return 'BLURAY';
  if (formats.includes('v') || /\bdvds?\b/.test(carrierWords)) return 'DVD';
  return /[fstip]/.test(coded.general[33]) && !formats.length ? 'PICTURE' : 'UK';
}

/** A recording by 007: a disc at the speed of a compact disc, else by what is written about it. */
function sound(evidence: Evidence, disc: string, online: string): string {
  const { coded, carrierWords } = evidence;
  if (isOnline(evidence)) return online;
  const carriers = coded.carriers.filter((carrier) => carrier[0] === 's');
  if (carriers.some((carrier) => carrier[1] === 'd' && carrier[3] === 'f')) return disc;
  if (/\bcompact discs?\b|\bcds?\b|4 3\/4 in|12 cm/.test(carrierWords)) return disc;
  const isOther = carriers.length > 0 || /cassette|\breels?\b|rpm|cylinder/.test(carrierWords);
  return isOther ? 'UK' : disc;
}

function computerFile(evidence: Evidence): string {
  const type = evidence.coded.general[26];
  if (type === 'g') return 'VIDEO_GAME';
  if (type === 'a') return 'DATASET';
  if (isOnline(evidence)) return type === 'd' || type === 'e' ? 'EBOOK' : 'WEBSITE';
  return 'CDROM';
}

/**
 * Whether the item itself is online: the form of item says so, or a remote carrier (007 `cr`) that
 * words confirm. A printed book with a copy on the web has such a 007 too.
 */
function isOnline({ coded, carrierWords }: Evidence): boolean {
  const form = formOfItem(coded);
  if (form === 'o') return true;
  const words = /online resource|\[electronic resource/.test(carrierWords);
  const isRemote = coded.carriers.some((carrier) => carrier.startsWith('cr'));
  if (form === 's') return !isOnDisc({ coded, carrierWords, genreWords: '' });
  return words && (isRemote || !coded.carriers.some((carrier) => carrier.startsWith('co')));
}

function isOnDisc({ coded, carrierWords }: Evidence): boolean {
  const form = formOfItem(coded);
  const isDisc = coded.carriers.some((carrier) => carrier.startsWith('co'));
  const isMainly = form === 'q' || form === 's';
  return (
    isMainly &&
    (form === 'q' || isDisc || /cd-?rom|computer (?:optical )?dis[ck]/.test(carrierWords))
  );
}
