/*
 * Determines the encoding of a UNIMARC record in ISO 2709 from its bytes. 100 $a/26-29 declares it, but in many exports
 * the declaration is missing or wrong, so the declaration only decides what the bytes leave open. `record-encoding.ts`
 * does the same for MARC 21.
 */

import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { EncodingName, RecordEncoding } from './record-encoding.js';

/** The encodings of the character sets in 100 $a/26-29. RUSMARC defines the codes 79, 89 and 99. */
const DECLARATIONS: Readonly<Record<string, EncodingName>> = {
  '01': 'ISO 5426',
  '03': 'ISO 5426',
  10: 'GB 18030',
  50: 'UTF-8',
  79: 'CP866',
  89: 'Windows-1251',
  99: 'KOI8-R',
};

/** Matches 100 $a up to position 29, with the language of cataloging (22-24) and the codes of its character sets (26-29). */
const CODED_DATA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: The delimiters are control characters.
  /\x1e[^\x1e\x1f]{2}\x1fa[\d |#-]{8}[^\x1e\x1f]{14}(.{3}).(..)(..)/;

/** The languages of cataloging that are written in other scripts than Latin, in encodings without accents. */
const SCRIPTS: Readonly<Record<string, 'Cyrillic' | 'Han'>> = {
  bel: 'Cyrillic',
  bul: 'Cyrillic',
  kaz: 'Cyrillic',
  mac: 'Cyrillic',
  rus: 'Cyrillic',
  ukr: 'Cyrillic',
  chi: 'Han',
};

/** The languages of cataloging that are written in Windows-1250 rather than in Windows-1252. */
const CENTRAL_EUROPEAN = new Set('bos cze hrv hun pol rum scr slk slo slv'.split(' '));

const ESCAPE = 0x1b;
const BEYOND_ASCII = /[\x80-\xff]/g;
/** Matches words in an alphabet or script without ASCII letters. Accented letters seldom follow each other. */
const LONG_RUN = /[\x80-\xff]{3,}/g;
/** The minimum share of the bytes beyond ASCII in long runs, for text in another script than Latin. */
const MIN_RUN_SHARE = 0.6;

/** The encodings of Cyrillic. Their names are also labels of `TextDecoder`. */
const CYRILLIC = ['Windows-1251', 'KOI8-R', 'CP866'] as const satisfies readonly EncodingName[];

/** Matches the most common Cyrillic letters. */
const COMMON_CYRILLIC = /[оеаинтсрвлкі]/g;

/**
 * The minimum share of the bytes that are common characters. The share is about two thirds, and at most a third with a
 * wrong encoding.
 */
const MIN_COMMON_SHARE = 0.5;

const HAN = /\p{Script=Han}/u;

/** Matches a character of GB 2312 in its common half, whose first bytes are 0xb0 to 0xd7. */
const COMMON_HAN = /[\xb0-\xd7][\xa1-\xfe]/g;

/** Matches an accent of ISO 5426 before a letter with which languages combine it. */
const ISO_5426_LETTER =
  /[\xc1-\xc4\xc8\xc9][AEIOUYaeiouy]|\xc4[Nn]|\xcf[CDENRSTZcdenrstz]|\xd0[CSTcst]|\xca[AUau]/g;
/**
 * Matches a letter of Windows-1250 and Windows-1252: after or before a small letter, where ISO 5426 has capital letters or
 * none; or with a code that ISO 5426 does not use, such as ž.
 */
const WINDOWS_LETTER =
  /[a-z][\xe0-\xef\xf4\xf7\xfd-\xff]|[\xe0-\xef\xf4][a-z]|[\x8a\x8c-\x8f\x9a\x9e\x9f]/g;

/**
 * Determines the encoding of a UNIMARC record. Text that is not UTF-8 is in Cyrillic or Chinese if it is cataloged in a
 * language in this script, or has long runs of bytes beyond ASCII. Any other text is in Latin letters. A record whose
 * bytes fit none of the known encodings has a problem.
 *
 * @param bytes one ISO 2709 record
 */
export function unimarcEncoding(bytes: Buffer): RecordEncoding {
  const latin1 = bytes.toString('latin1');
  const [, language = '', g0 = '', g1 = ''] = CODED_DATA.exec(latin1) ?? [];
  const codes = g0 === '50' || g1.trim() === '' ? g0 : g1;
  const declared = DECLARATIONS[codes];
  const found = (name: EncodingName) =>
    ({ name, isDoubtful: false, declared: { where: '100 $a/26-29', name: declared } }) as const;
  if (isAscii(bytes)) return found(bytes.includes(ESCAPE) ? 'ISO 5426' : 'ASCII');
  const script = SCRIPTS[language];
  // Two characters of GB 18030, such as a number of pages, can be valid UTF-8 by chance.
  const isDoubtful = script === 'Han' && declared !== 'UTF-8' && !HAN.test(bytes.toString('utf8'));
  if (!isDoubtful && (isUtf8(bytes) || isMostlyUtf8(bytes))) return found('UTF-8');
  const high = latin1.match(BEYOND_ASCII)!.length;
  const inRuns = latin1.match(LONG_RUN)?.join('').length ?? 0;
  if (script === undefined && inRuns < high * MIN_RUN_SHARE) {
    const count = (pattern: RegExp) => latin1.match(pattern)?.length ?? 0;
    const inWindows = count(WINDOWS_LETTER);
    if (inWindows === 0 || inWindows < count(ISO_5426_LETTER)) return found('ISO 5426');
    return found(CENTRAL_EUROPEAN.has(language) ? 'Windows-1250' : 'Windows-1252');
  }
  const shares = CYRILLIC.map((name) => {
    const text = new TextDecoder(name).decode(bytes);
    return [(text.match(COMMON_CYRILLIC)?.length ?? 0) / high, name] as const;
  });
  const han = 2 * (latin1.match(COMMON_HAN)?.length ?? 0);
  const share = Math.max(...shares.map(([one]) => one));
  const best = shares.flatMap(([one, name]) => (one === share ? name : []));
  const cyrillic = best.length === 1 ? best[0] : best.find((name) => name === declared);
  if (script !== 'Han' && share >= MIN_COMMON_SHARE && cyrillic) return found(cyrillic);
  if (script !== 'Cyrillic' && han >= high * MIN_COMMON_SHARE) return found('GB 18030');
  if (declared !== undefined && declared !== 'UTF-8' && declared !== 'ISO 5426') {
    return found(declared);
  }
  return {
    ...found('ASCII'),
    problem: `100 $a/26-29: expected a character set that fits the bytes, found '${codes}'; export the records in UTF-8`,
  };
}

/** Whether more characters beyond ASCII are valid UTF-8 than are not. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const others = bytes.toString('utf8').match(/[^\0-\x7f]/gu) ?? [];
  const damaged = others.filter((character) => character === '\ufffd').length;
  return others.length > 2 * damaged;
}
