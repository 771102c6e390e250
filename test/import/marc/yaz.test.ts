import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MarcRecord } from '../../../src/import/marc/marc-record.js';
import { REAL } from '../../shared-data.js';
import { isRead, readAll } from './read-all.js';
import { hasRealMarc, realMarc } from './real-marc.js';

const hasYaz = spawnSync('yaz-marcdump', ['-V']).error === undefined;

/** All real files of MARC 21, including those with damage. yaz-marcdump would read the marks of UNIMARC as MARC-8. */
const FILES = hasRealMarc
  ? readdirSync(join(REAL, 'marc')).filter((name) => /^(?!unimarc).*\.(?:mrc|marc|xml)$/.test(name))
  : [];

/** The fields that differ: as Carrel reads them, and as yaz-marcdump reads them. */
const DIFFERENCES: Readonly<Record<string, readonly (readonly [own: string, ofYaz: string])[]>> = {
  // Two accents precede the subfield code. Carrel keeps them under the code U+FFFD, and yaz-marcdump in the code.
  'traject-bad_subfield_code.marc': [
    [
      '260   $aParis$\ufffdb\u0301Editions du Seuil$c[1959]',
      '260   $aParis<subfield code="b\u0301\u0301">Editions du Seuil$c[1959]',
    ],
  ],
  // yaz-marcdump omits the text of a subfield with invalid UTF-8.
  'traject-bad_utf_byte.utf8.marc': [
    ["300   $aThis is a bad byte: '\ufffd' and another: '\ufffd'", '300   $a'],
  ],
  // yaz-marcdump does not replace the numeric character references that MARC 21 defines for MARC-8.
  'traject-escaped_character_reference.marc8.marc': [
    [
      '260   $aRio de Janeiro escaped replacement char: \ufffd .$bEditora Record,$c2000.',
      '260   $aRio de Janeiro escaped replacement char: &#xFFFD; .$bEditora Record,$c2000.',
    ],
  ],
};

/** Returns the leader and the fields of the records of a file as yaz-marcdump decodes them. */
function decodedByYaz(name: string): string[][] {
  const isXml = name.endsWith('.xml');
  const from = isXml || name.includes('utf8') ? 'utf8' : 'marc8';
  const input = isXml ? ['-i', 'marcxml'] : ['-f', from, '-t', 'utf8'];
  const args = [...input, '-o', 'marcxchange', join(REAL, 'marc', name)];
  const { stdout } = spawnSync('yaz-marcdump', args, { maxBuffer: 2 ** 28, encoding: 'utf8' });
  return stdout
    .split('<record')
    .slice(1)
    .map((record) =>
      [
        ...record.matchAll(
          /<(leader|controlfield|datafield)(?: tag="(...)")?(?: ind1="(.)" ind2="(.)")?>(.*?)<\/\1>/gs,
        ),
      ].map(
        ([, , tag = 'LDR', ind1 = '', ind2 = '', content]) =>
          `${tag} ${ind1}${ind2}${textOf(content)}`,
      ),
    );
}

/** Returns the text of subfields in XML, with `$` and the code before each. */
function textOf(xml: string): string {
  return normalized(
    xml
      .replace(/\s*<subfield code="(.?)">/g, '$$$1')
      .replace(/<\/subfield>\s*/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&apos;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&'),
  );
}

function fieldsOf({ leader, fields }: MarcRecord): string[] {
  return [`LDR ${normalized(leader)}`].concat(
    fields.map((field) => {
      if ('value' in field) return `${field.tag} ${normalized(field.value)}`;
      const { tag, indicator1, indicator2, subfields } = field;
      const text = subfields.map(({ code, value }) => `$${code}${value}`).join('');
      return `${tag} ${indicator1}${indicator2}${normalized(text)}`;
    }),
  );
}

function normalized(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

describe.skipIf(!hasRealMarc || !hasYaz)(
  'Real records are decoded as yaz-marcdump decodes them (only in the long tests, with the Debian package yaz)',
  () => {
    it.each(FILES)('%s', async (name) => {
      const read = (await readAll(realMarc(name))).filter(isRead).map(({ record }) => record);
      const expected = decodedByYaz(name);
      expect(read).toHaveLength(expected.length);
      const different = read.flatMap((record, i) => {
        const own = fieldsOf(record);
        expect(own).toHaveLength(expected[i].length);
        return own
          .map((field, at) => [field, expected[i][at]])
          .filter(([field, ofYaz]) => field !== ofYaz);
      });
      expect(different).toEqual(DIFFERENCES[name] ?? []);
    });
  },
);
