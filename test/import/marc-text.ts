import type { MarcField, MarcRecord } from '../../src/import/marc/marc-record.js';

const LEADER = '00000nam a2200000 i 4500';

/**
 * Parses a record in text form, one field per line: `245 14 $aThe whale /$cHerman Melville.`
 * `#` is a blank indicator. A line that begins with `LDR` is the leader. Default: the leader of a book.
 */
export function marc(text: string): MarcRecord {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^\s+/, ''))
    .filter((line) => line !== '');
  const leader = lines.find((line) => line.startsWith('LDR'))?.slice(4) ?? LEADER;
  return { leader, fields: lines.filter((line) => !line.startsWith('LDR')).map(field) };
}

function field(line: string): MarcField {
  const tag = line.slice(0, 3);
  if (tag < '010') return { tag, value: line.slice(4) };
  const [indicator1, indicator2] = line.slice(4, 6).replaceAll('#', ' ');
  const subfields = line
    .slice(line.indexOf('$') + 1)
    .split('$')
    .map((text) => ({ code: text[0], value: text.slice(1) }));
  return { tag, indicator1, indicator2, subfields };
}
