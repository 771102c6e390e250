/*
 * Decodes text that other systems encoded twice or left encoded, such as `rÃ¶mische` and `&#x2019;`. Sound text that
 * only looks similar, such as `AT&T` and `SÃO`, is unchanged.
 */

import { isUtf8 } from 'node:buffer';
import { normalizeUnicode } from '../../base/normalize-unicode.js';
import { decodeWindows1252, encodeWindows1252 } from '../text-encodings.js';
import type { MarcField, MarcRecord } from './marc-record.js';
import { characterOf, Marc8Decoder } from './marc8-decoder.js';

/** A subfield whose text was decoded. */
export interface DecodedText {
  /** What was found, such as `character_references`. */
  readonly kind: string;
  /** The tag and the subfield code, such as `245 $a`. */
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Matches a text that can contain one of the kinds of damage. Few texts match, and only those are examined further. */
const SUSPICIOUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: The escape character begins an escape sequence.
  /&(?:#|[A-Za-z]+\d?;)|(?:\{[uU]|<[uU]\+|\\u)[\dA-Fa-f]{4}|[\x1b\ufffd]|[bp][-+]?\d+[-+]?s|\(B|^(?:<<|¬)|[\xc2-\xf4][\x80-\xbf\u0152-\uffff]/;

/** Decodes the texts of the data fields of a record. Returns the same record if there is nothing to decode. */
export function decodeDamagedText(record: MarcRecord): {
  readonly record: MarcRecord;
  readonly decoded: readonly DecodedText[];
} {
  const decoded: DecodedText[] = [];
  const fields = record.fields.map((field): MarcField => {
    if ('value' in field || !field.subfields.some(({ value }) => SUSPICIOUS.test(value)))
      return field;
    const subfields = field.subfields.map(({ code, value }) => ({
      code,
      value: SUSPICIOUS.test(value) ? decodeText(value, `${field.tag} $${code}`, decoded) : value,
    }));
    return { ...field, subfields };
  });
  return { record: decoded.length === 0 ? record : { ...record, fields }, decoded };
}

/** Matches the subfields with text, unlike the numbers and addresses in the others, such as `035 $a` and `856 $u`. */
const WITH_TEXT = /^(?:[1-7]|8[0-3]|880).* \$[a-z]$/;

function decodeText(text: string, field: string, decoded: DecodedText[]): string {
  let before = text;
  for (const [kind, step] of STEPS) {
    if (kind === 'lost_escape_characters' && !WITH_TEXT.test(field)) continue;
    const after = step(before);
    if (after === before) continue;
    decoded.push({ kind, field, before, after });
    before = after;
  }
  return before === text ? text : normalizeUnicode(before, 'NFC');
}

/** The kinds of damage, and the functions that decode them. */
const STEPS: readonly (readonly [kind: string, (text: string) => string])[] = [
  ['utf8_encoded_twice', decodedUtf8],
  ['character_references', withoutReferences],
  ['code_points', withoutCodePoints],
  ['escape_sequences', withoutEscapes],
  ['lost_escape_characters', withLostEscapes],
  ['nonsorting_marks', withNonsortingMarks],
];

/** Matches two bytes of UTF-8 that were decoded as Windows-1252. */
const TWICE_ENCODED = /[\xc2-\xf4][\x80-\xbf\u0152-\uffff]/;
/** Matches characters that a text in Latin letters consists of. */
const LATIN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: The class has combining characters.
  /^[\0-\u024f\u02b0-\u036f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2100-\u214f\ufe20-\ufe2f]*$/;
/** Matches two letters of another script. */
const OTHER_SCRIPT =
  /[\p{Script=Cyrl}\p{Script=Grek}\p{Script=Hebr}\p{Script=Arab}\p{Script=Hani}\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]{2}/u;
/** Matches letters that show that a text is sound: `NESCAFÉ®`, for example, would be decoded to an IPA letter. */
const UNLIKELY = /[\u0180-\u019f\u01a2-\u01ae\u01b1-\u0217\u021c-\u02af\u0700-\u08ff]/;

/**
 * Decodes UTF-8 that was read as Windows-1252 or Latin-1 and encoded again, such as `rÃ¶mische`. All characters beyond
 * ASCII must be bytes of valid UTF-8, so that `« LIBERTÉ »` and `SÃO PAULO` are unchanged. Otherwise only letters that are
 * certainly damaged are decoded.
 */
function decodedUtf8(text: string): string {
  if (!TWICE_ENCODED.test(text)) return text;
  // Systems that normalize spaces change the second byte of `à`.
  const bytes = encodeWindows1252(text.replaceAll('Ã  ', 'Ã\u00a0 '));
  if (bytes === undefined || !isUtf8(bytes)) return withoutTwiceEncodedLetters(text);
  const decoded = bytes.toString('utf8');
  const isPlausible =
    decoded.length < text.length &&
    !UNLIKELY.test(decoded) &&
    (LATIN.test(decoded) || OTHER_SCRIPT.test(decoded));
  return isPlausible ? decodedUtf8(decoded) : withoutTwiceEncodedLetters(text);
}

/**
 * Matches a small letter or punctuation mark in UTF-8 that was read as Windows-1252, in a form that no sound text has.
 */
const TWICE_ENCODED_LETTER =
  /(?<!\p{Lu})Ã(?:[\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf]|[«»](?=\p{Ll}))|(?<!\p{L})Ã[\u0152-\u2122](?=\p{Ll})|â€[œ\u009d™˜“”¦]/gu;

/** Decodes letters of a text that also has sound letters beyond ASCII, such as the apostrophe in `L’Ã©tÃ©`. */
function withoutTwiceEncodedLetters(text: string): string {
  return text.replace(TWICE_ENCODED_LETTER, (bytes) => {
    const decoded = encodeWindows1252(bytes);
    return decoded !== undefined && isUtf8(decoded) ? decoded.toString('utf8') : bytes;
  });
}

const REFERENCE = /&(?:amp;)*(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d?));/gi;
/** Matches an escaped tag, which can be the subject of a title: `The &lt;div&gt; element`. */
const ESCAPED_TAG = /&lt;\/?[a-z][^&<>]*&gt;/i;
const LATIN1_NAMES =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
  para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
  Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
  Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml
  igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute
  thorn yuml`.split(/\s+/);
/** The characters of the named references of XML and HTML. */
const NAMED = new Map<string, string>([
  ...LATIN1_NAMES.map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
  ...Object.entries({ amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', ndash: '–', mdash: '—' }),
  ...Object.entries({ oelig: 'œ', OElig: 'Œ', scaron: 'š', Scaron: 'Š', trade: '™', bull: '•' }),
  ...`alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi
  chi psi omega`
    .split(/\s+/)
    .map((name, at) => [name, String.fromCharCode(0x3b1 + at)] as const),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', euro: '€' }),
]);

/** Replaces references such as `&#x2019;`, `&#8217;` and `&amp;` with their characters. */
function withoutReferences(text: string): string {
  if (!text.includes('&')) return text;
  const hasTags = ESCAPED_TAG.test(text);
  return text.replace(REFERENCE, (reference, decimal, hexadecimal, name) => {
    if (name !== undefined) {
      if (hasTags && (name === 'lt' || name === 'gt')) return reference;
      return NAMED.get(name) ?? reference;
    }
    const code = Number.parseInt(decimal ?? hexadecimal, decimal === undefined ? 16 : 10);
    // As in HTML, the numbers of control characters are bytes of Windows-1252.
    if (code >= 0x80 && code < 0xa0) return decodeWindows1252(Buffer.from([code]));
    return characterOf(code) ?? reference;
  });
}

/** Replaces code points as Sierra and other systems write them, such as `{u2019}`, `<U+2019>` and `\u2019`. */
function withoutCodePoints(text: string): string {
  return text.replace(/(?:\{u[\da-f]{4,5}\}|<u\+[\da-f]{4,5}>|\\u[\da-f]{4})+/gi, (run) => {
    const codes = run.match(/[\da-f]{4,5}/gi)!.map((code) => Number.parseInt(code, 16));
    // Two code points can be the surrogates of one character.
    const decoded = codes.map((code) => String.fromCodePoint(code)).join('');
    return /[\p{Cc}\p{Cs}]/u.test(decoded) ? run : decoded;
  });
}

const marc8Decoder = new Marc8Decoder();

/** Decodes a text in MARC-8. Returns undefined for damaged text. */
function decodedMarc8(text: string): string | undefined {
  const bytes = Buffer.from(text, 'latin1');
  const { text: decoded, isDamaged } = marc8Decoder.decode(bytes, 0, bytes.length);
  return isDamaged ? undefined : decoded;
}

/**
 * Decodes escape sequences of MARC-8, such as those around superscripts, up to the next character beyond ASCII. In XML,
 * the escape characters are read as U+FFFD.
 */
function withoutEscapes(text: string): string {
  return (
    text
      .replace(/\ufffd([bp][-+()\d]+)\ufffds/g, '\x1b$1\x1bs')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: The escape character begins an escape sequence.
      .replace(/\x1b[\0-\x7f]*/g, (run) => decodedMarc8(run) ?? run)
  );
}

const ELEMENT =
  'H|Li|Be|B|C|N|O|F|Na|Mg|Al|Si|P|S|Cl|K|Ca|Sc|Ti|V|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Rb|Sr|Y|Zr|Mo|Ag|Cd|In|Sn|Te|I|Cs|Ba|La|Ce|W|Pt|Au|Hg|Pb|Bi|Ra|Th|U|Pu';
const SCRIPTS = '(?:[bp][-+]?\\d{1,3}[-+]?s?)*[bp](?:\\d{1,3}[-+]?|[-+]\\d{0,3})s';
/** Matches sub- and superscripts without their escape characters: `Hb2sO`, `10p6s`, `kmp2s` and `p14sC`. */
const LOST_SCRIPTS = new RegExp(
  [
    `(?<=(?<!\\p{Ll})(?:${ELEMENT})|\\))${SCRIPTS}`,
    `(?<=\\d)p[-+]?\\d{1,3}s(?!\\p{Ll})`,
    `(?<=(?<!\\p{L})(?:[ckd]m|mm|ft|[xyznr]))p[-+]?\\d{1,2}s(?!\\p{Ll})`,
    `(?<=(?<!\\p{L})m)p2s(?!\\p{Ll})`,
    `(?<![\\p{L}\\p{N}])p\\d{1,3}s(?=(?:${ELEMENT})(?!\\p{Ll}))`,
  ].join('|'),
  'gu',
);
/** Matches text in another script without the escape characters around it: `(NmOSKWA(B`. */
const LOST_SETS = /(?:\$1|\([NQS23])[!-~][ -~]*?\(B(?![\p{L}\p{N}])/gu;

/** Decodes escape sequences of MARC-8 that lost their escape characters. */
function withLostEscapes(text: string): string {
  const decodedText = text
    .replace(LOST_SCRIPTS, (run) => decodedMarc8(run.replace(/[bps]/g, '\x1b$&')) ?? run)
    .replace(LOST_SETS, (run) => {
      const decoded = decodedMarc8(`\x1b${run.slice(0, -2)}\x1b(B`);
      const isSound =
        decoded === undefined ||
        !OTHER_SCRIPT.test(decoded) ||
        /\p{Ll}\p{Lu}/u.test(decoded) ||
        /^[^(]*\)/.test(run.slice(2));
      return isSound ? run : decoded;
    });
  // A formula has several subscripts, and each is found after the one before it.
  return decodedText === text ? text : withLostEscapes(decodedText);
}

/** Replaces marks around an article, as in `<<Der>> Zauberberg` and `¬Der¬ Zauberberg`, with those of Unicode. */
function withNonsortingMarks(text: string): string {
  return text.replace(/^(?:<<([^<>]{1,12})>>|¬([^¬]{1,12})¬)(?=\s?\p{L})/u, '\x98$1$2\x9c');
}
