import { describe, expect, it } from 'vitest';
import { decodeDamagedText } from '../../../src/import/marc/damaged-text.js';
import type { MarcRecord } from '../../../src/import/marc/marc-record.js';

/** Decodes a text in a subfield; returns the text and the kinds of damage. */
function decode(value: string, tag = '245', code = 'a'): [text: string, ...kinds: string[]] {
  const indicators = { indicator1: ' ', indicator2: ' ' };
  const fields = [{ tag, ...indicators, subfields: [{ code, value }] }];
  const { record, decoded } = decodeDamagedText({ leader: ' '.repeat(24), fields });
  const [field] = record.fields;
  return ['value' in field ? '' : field.subfields[0].value, ...decoded.map(({ kind }) => kind)];
}

describe('decodeDamagedText', () => {
  it.each([
    ['Xiaofei&#x2019;s show', 'Xiaofei’s show'],
    ['Xiaofei&#8217;s show', 'Xiaofei’s show'],
    ['Xiaofei&#146;s show', 'Xiaofei’s show'],
    ['Xiaofei&amp;#x2019;s show', 'Xiaofei’s show'],
    ['Grosset &amp; Dunlap', 'Grosset & Dunlap'],
    ['Grosset &amp;amp; Dunlap', 'Grosset & Dunlap'],
    ['World&apos;s &quot;classics&quot;', 'World\'s "classics"'],
    ['caf&eacute;&nbsp;&ndash; &Eacute;', 'café\u00a0– É'],
    ['cafe&#x301;', 'café'],
    ['&beta;-carotene &scaron;', 'β-carotene š'],
    ['pH &lt; 7', 'pH < 7'],
    ['http://x.org/?a=1&amp;b=2', 'http://x.org/?a=1&b=2'],
  ])('decodes the references in %j', (text, read) => {
    expect(decode(text)).toEqual([read, 'character_references']);
  });

  it.each([
    ['Today{u2019}s news', 'Today’s news'],
    ['Today{U2019}s news', 'Today’s news'],
    ['{U4E2D}{u6587}', '中文'],
    ['Today<U+2019>s news', 'Today’s news'],
    ['Today\\u2019s news', 'Today’s news'],
    ['{uD83D}{uDE00} {u1F600}', '😀 😀'],
  ])('decodes the code points in %j', (text, read) => {
    expect(decode(text)).toEqual([read, 'code_points']);
  });

  it.each([
    ['Das rÃ¶mische Recht fÃ¼r AnfÃ¤nger', 'Das römische Recht für Anfänger'],
    ['Xiaofeiâ€™s show â€“ Ã\u00a0 la carte', 'Xiaofei’s show – à la carte'],
    ['Xiaofei\u00e2\u0080\u0099s show', 'Xiaofei’s show'],
    ['ÄŒeskÃ½ KrumlovÂ®', 'Český Krumlov®'],
    ['ÐŸÑ€Ð¸Ð²ÐµÑ‚', 'Привет'],
    ['ä¸\u00adæ–‡', '中文'],
    ['rÃƒÂ¶mische', 'römische'],
    ['Â© 2001', '© 2001'],
    ['LÃ  oÃ¹', 'Là où'],
    ['TÆ°Æ¡ng lai', 'Tương lai'],
    ['rÃ¶mische Größe', 'römische Größe'],
    ['L’Ã©tÃ© – Ã‰mile', 'L’été – Émile'],
    ['“Das Recht”: donâ€™t', '“Das Recht”: don’t'],
  ])('decodes UTF-8 that was encoded twice: %j', (text, read) => {
    const [decoded, kind] = decode(text);
    expect([decoded, kind]).toEqual([read, 'utf8_encoded_twice']);
  });

  it.each([
    ['2935\x1bp5\x1bs to 8770 °C', '2935⁵ to 8770 °C'],
    ['H\x1bb2\x1bsO für alle', 'H₂O für alle'],
    ['2935\ufffdp5\ufffds', '2935⁵'],
    ['\x1b(NmOSKWA\x1b(B = Москва', 'Москва = Москва'],
  ])('decodes the escape sequences in %j', (text, read) => {
    expect(decode(text)).toEqual([read, 'escape_sequences']);
  });

  it.each([
    ['Hb2sO and COb2s', 'H₂O and CO₂'],
    ['Feb2sOb3s', 'Fe₂O₃'],
    ['Vitamin Bb12s', 'Vitamin B₁₂'],
    ['Ca(OH)b2s', 'Ca(OH)₂'],
    ['SOb4sp2-s', 'SO₄²⁻'],
    ['10p6s cells', '10⁶ cells'],
    ['10p-3s mol', '10⁻³ mol'],
    ['25 kmp2s', '25 km²'],
    ['p14sC dating', '¹⁴C dating'],
    ['xp2s + yp2s', 'x² + y²'],
    ['(NmOSKWA(B', 'Москва'],
    ['(2ylem(B.', 'שלום.'],
    ['$1!0R!:!(B', '于婆'],
  ])('decodes text without its escape characters: %j', (text, read) => {
    expect(decode(text)).toEqual([read, 'lost_escape_characters']);
  });

  it.each([
    ['<<Der>> Zauberberg', '\u0098Der\u009c Zauberberg'],
    ["<<L'>>étranger", "\u0098L'\u009cétranger"],
    ['¬Der¬ Zauberberg', '\u0098Der\u009c Zauberberg'],
  ])('reads the marks around the article in %j', (text, read) => {
    expect(decode(text)).toEqual([read, 'nonsorting_marks']);
  });

  it.each([
    'AT&T, R&D, Q&A; &c.',
    'Using the &lt;div&gt; element',
    '&foo; &#x0; &#xd800; &#x110000;',
    'Salt & Pepper; a story',
    '{u} {u12} {unicode}',
    '{ud83d}',
    'SÃO PAULO E GUIMARÃES',
    'IRMÃ  DULCE',
    '“AMANHÃ”',
    '« LIBERTÉ »',
    '„MENÜ“',
    'NESCAFÉ® cookbook',
    'MENÜ® GÂTEAU',
    'AÇÃ» E «AMANHû',
    'Ão ã',
    'C:\\users and \\udata',
    'Ångström, Çelik, Ñandú',
    'mp3s and mp4s, the top40s, 1980s, web2s, Bob2s',
    'Smith (New York) and (Boston)',
    '(NATO) and (BBC)',
    '(3rd ed.) (Boston)',
    'costs $1.50 (B)',
    '<html> << >> 1 << 2',
    'p ¬ q',
  ])('keeps the sound text %j', (text) => {
    expect(decode(text)).toEqual([text]);
  });

  it('keeps numbers and addresses that look like superscripts', () => {
    expect(decode('ocm10p6s', '035')).toEqual(['ocm10p6s']);
    expect(decode('http://x.org/10p6s', '856', 'u')).toEqual(['http://x.org/10p6s']);
    expect(decode('10p6s', '700', '0')).toEqual(['10p6s']);
  });

  it('returns the same record if there is nothing to decode', () => {
    const record: MarcRecord = { leader: ' '.repeat(24), fields: [{ tag: '001', value: '&amp;' }] };
    expect(decodeDamagedText(record).record).toBe(record);
  });
});
