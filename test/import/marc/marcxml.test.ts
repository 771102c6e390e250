import { describe, expect, it } from 'vitest';
import { BYTES_TO_RECOGNIZE } from '../../../src/import/marc/read-marc.js';
import { isLong } from '../../long-tests.js';
import { isRead, isRefused, readAll, readOne, texts } from './read-all.js';

const LEADER = '<leader>00000nam a2200000 a 4500</leader>';

const record = (title: string, id = 'b1') =>
  `<record>${LEADER}<controlfield tag="001">${id}</controlfield><datafield tag="245" ind1="1" ind2="0"><subfield code="a">${title}</subfield></datafield></record>`;

/** The beginning of a file that is longer than the bytes that are read to recognize the format. */
const PADDING = `<collection>${' '.repeat(BYTES_TO_RECOGNIZE)}`;

/** Returns the title of each record, or the reason why it was refused. */
async function titlesOf(xml: string | Uint8Array): Promise<string[]> {
  return (await readAll(xml)).map((outcome) =>
    isRefused(outcome) ? outcome.problem : texts(outcome, '245a').join(),
  );
}

describe('The MARCXML reader', () => {
  it.each([
    ['in a collection', `<collection>${record('Emma')}</collection>`],
    ['alone', record('Emma')],
    [
      'in the namespace of MARC 21',
      `<collection xmlns="http://www.loc.gov/MARC21/slim">${record('Emma')}</collection>`,
    ],
    [
      'with a prefix',
      `<m:collection xmlns:m="http://www.loc.gov/MARC21/slim">${record('Emma').replace(/<(\/?)/g, '<$1m:')}</m:collection>`,
    ],
    ['after a byte order mark', `\ufeff<?xml version="1.0"?>${record('Emma')}`],
    ['after a line break', `\n<?xml version="1.0"?>\n${record('Emma')}`],
    ['after a document type', `<!DOCTYPE collection SYSTEM "marc.dtd">${record('Emma')}`],
    [
      'in a response of an OAI-PMH server',
      `<OAI-PMH><ListRecords><record><header><identifier>1</identifier></header><metadata>${record('Emma')}</metadata></record></ListRecords></OAI-PMH>`,
    ],
  ])('reads a record %s', async (_, xml) => {
    const outcomes = await readAll(xml);
    expect(outcomes).toHaveLength(1);
    expect(isRead(outcomes[0]) && outcomes[0].repairs).toEqual([]);
    expect(await titlesOf(xml)).toEqual(['Emma']);
  });

  it('skips deleted records of OAI-PMH', async () => {
    const deleted = '<record><header status="deleted"/></record>';
    const kept = `<record><header/><metadata>${record('Emma')}</metadata></record>`;
    expect(await titlesOf(`<OAI-PMH>${deleted}${kept}${deleted}</OAI-PMH>`)).toEqual(['Emma']);
  });

  it('reads several documents joined in one file', async () => {
    const document = (title: string) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<collection>${record(title)}</collection>\n`;
    expect(await titlesOf(document('Emma') + document('Ivanhoe') + document('Dubliners'))).toEqual([
      'Emma',
      'Ivanhoe',
      'Dubliners',
    ]);
  });

  it.each([
    ['utf-8', 'utf8'],
    ['ISO-8859-1', 'latin1'],
    ['windows-1252', 'latin1'],
    ['UTF-16', 'utf16le'],
  ] as const)('decodes %s', async (declared, encoding) => {
    const xml = `<?xml version="1.0" encoding="${declared}"?>${record('Brontë')}`;
    expect(await titlesOf(Buffer.from(xml, encoding))).toEqual(['Brontë']);
    expect(
      await titlesOf(Buffer.from(`\ufeff${xml}`, encoding === 'latin1' ? 'utf8' : encoding)),
    ).toEqual(['Brontë']);
  });

  it('decodes UTF-8 if the declared encoding is impossible or unknown', async () => {
    for (const declared of ['UTF-16', 'MARC-8']) {
      const xml = `<?xml version="1.0" encoding="${declared}"?>${record('Brontë')}`;
      expect(await titlesOf(xml)).toEqual(['Brontë']);
    }
  });

  it('replaces invalid bytes and characters with U+FFFD, and reports them', async () => {
    const latin1 = await readOne(Buffer.from(record('Bront\xeb'), 'latin1'));
    expect(texts(latin1, '245a')).toEqual(['Bront\ufffd']);
    expect(latin1.repairs).toEqual(['245: expected valid characters, found U+FFFD']);
    expect(await titlesOf(record('Em\x1bma'))).toEqual(['Em\ufffdma']);
  });

  it('reads entities, references, CDATA sections and comments', async () => {
    const title =
      'Pride &amp; &lt;Prejudice&gt; &#x2014; <!-- </record> -->caf&#233;<![CDATA[ & </subfield>]]>';
    expect(await titlesOf(record(title))).toEqual(['Pride & <Prejudice> — café & </subfield>']);
  });

  it('keeps an undefined entity unchanged, and reports it', async () => {
    const outcome = await readOne(record('Bront&euml;'));
    expect(texts(outcome, '245a')).toEqual(['Bront&euml;']);
    expect(outcome.repairs).toEqual([
      'XML: expected valid text, found an error (undefined entity); kept unchanged',
    ]);
  });

  it('keeps a reference to an invalid character unchanged, and reports it', async () => {
    const outcome = await readOne(record('Em&#27;ma'));
    expect(texts(outcome, '245a')).toEqual(['Em&#27;ma']);
    expect(outcome.repairs).toEqual([
      'XML: expected valid text, found an error (malformed character entity); kept unchanged',
    ]);
  });

  it.each([
    'Simon & Schuster',
    'http://library.example/?a=1&b=2&c',
    'Q&A and R&D',
    '&',
    '&&;&#;&#x;',
  ])('reads bare ampersands as ampersands, and reports them: %s', async (title) => {
    const outcome = await readOne(record(title));
    expect(texts(outcome, '245a')).toEqual([title]);
    expect(outcome.repairs).toContain("XML: expected '&amp;', found '&'");
  });

  it('reads bare ampersands at any boundary of pieces', async () => {
    const title = 'A & B &amp; C&D <![CDATA[E & F &amp; G]]> H & &#38; I &#x00026; J &';
    const xml = Buffer.from(`${PADDING}${record(title)}${record('Emma')}</collection>`);
    const begin = xml.indexOf(title);
    for (let end = begin; end <= begin + title.length; end += isLong ? 1 : 2) {
      const outcomes = await readAll([xml.subarray(0, end), xml.subarray(end)]);
      const [first, second] = outcomes.filter(isRead);
      expect(texts(first, '245a')).toEqual(['A & B & C&D E & F &amp; G H & & I & J &']);
      expect(first.repairs).toEqual(["XML: expected '&amp;', found '&'"]);
      expect(second.repairs).toEqual([]);
    }
  });

  it.each([
    ['comment', '<!-- <![CDATA[ & -->'],
    ['processing instruction', '<?print <![CDATA[ & ?>'],
    ['CDATA section', '<![CDATA[&<!-- ]]>'],
  ])('reads bare ampersands after a %s that contains markup', async (_, begin) => {
    const xml = Buffer.from(`${PADDING}${begin}${record('Simon & Schuster')}</collection>`);
    const inMarkup = Array.from(begin, (_, at) => PADDING.length + at);
    for (const end of [...inMarkup, xml.indexOf('&', PADDING.length + begin.length)]) {
      const [outcome] = (await readAll([xml.subarray(0, end), xml.subarray(end)])).filter(isRead);
      expect(texts(outcome, '245a')).toEqual(['Simon & Schuster']);
    }
  });

  it('does not expand entities that a document type defines', async () => {
    const layers = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE lolz [<!ENTITY l0 "lol">${layers.join('')}]>`;
    expect(await titlesOf(`${bomb}<collection>${record('&l12;')}</collection>`)).toEqual(['&l12;']);
  });

  it('does not load external entities', async () => {
    const xml = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/hostname">]>${record('&file;')}`;
    expect(await titlesOf(xml)).toEqual(['&file;']);
  });

  it('omits line breaks around values', async () => {
    expect(await titlesOf(record('\n      Emma\n    '))).toEqual(['Emma']);
    expect(await titlesOf(record(' Emma '))).toEqual([' Emma ']);
  });

  it('keeps any number of spaces and line breaks within a value', async () => {
    const within = `Emma\n${' '.repeat(1_000_000)}${'\n'.repeat(1_000_000)}Knightley`;
    expect(await titlesOf(record(` ${within}\t\n `))).toEqual([` ${within}`]);
  });

  it('normalizes text to NFC', async () => {
    expect(await titlesOf(record('Bronte\u0308'))).toEqual(['Brontë']);
  });
});

it('A collection of MARCXML can be empty', async () => {
  expect(await readAll('<collection></collection>')).toEqual([]);
});

describe('A truncated MARCXML file', () => {
  it.each([
    ['', 'collection'],
    [record('Ivanhoe').replace('</record>', ''), 'm:collection'],
    ['', 'OAI-PMH'],
  ])('is reported at every position after %s in <%s>', async (damaged, root) => {
    const begin = `<${root}>${damaged}${record('Emma')}`;
    const whole = `${begin}\n${record('Dubliners')}\n</${root}>`;
    // The name in the end tag of the root element is enough, so the last position is before the end of this name.
    for (let length = begin.length; length <= whole.length - 2; length++) {
      const last = (await readAll(whole.slice(0, length))).at(-1)!;
      expect([length, isRefused(last) && last.isTruncation]).toEqual([length, true]);
    }
    const outcomes = await readAll(whole);
    expect(outcomes.filter(isRefused).some(({ isTruncation }) => isTruncation)).toBe(false);
  });

  it('is reported when a second document is unclosed', async () => {
    const document = `<collection>${record('Emma')}</collection>`;
    const outcomes = await readAll(`${document}<collection>${record('Ivanhoe')}`);
    expect(outcomes.at(-1)).toMatchObject({ number: 3, isTruncation: true });
  });
});

describe('A damaged MARCXML record', () => {
  it('is reported if its leader has an invalid character', async () => {
    const { repairs } = await readOne(record('Emma').replace('<leader>0', '<leader>\x01'));
    expect(repairs).toEqual(['leader: expected valid characters, found U+FFFD']);
  });

  it('has each repair only once', async () => {
    const tags = Array.from({ length: 70_000 }, (_, at) => `tag${at}`);
    const fields = [...tags, 'tag0'].map((tag) => `<datafield tag="${tag}"/>`).join('');
    const { repairs } = await readOne(record('Emma').replace('</record>', `${fields}</record>`));
    expect(repairs).toHaveLength(tags.length);
    expect(repairs[0]).toBe("expected a tag of three characters, found 'tag0'");
  });

  it('is separated from other records at any depth of elements', async () => {
    const depth = '<a>'.repeat(100_000);
    const damaged = record('Persuasion').replace('</subfield>', '</b>').repeat(1000);
    const titles = await titlesOf(
      `<collection>${depth}${record('Emma')}${damaged}${record('Lady Susan')}`,
    );
    expect([titles[0], titles[1], titles[1001]]).toEqual([
      'Emma',
      'damaged XML: unexpected close tag',
      'Lady Susan',
    ]);
  });

  const between = (middle: string) =>
    titlesOf(`<collection>${record('Emma')}${middle}${record('Dubliners')}</collection>`);

  it.each([
    [
      'no end tag',
      record('Ivanhoe').replace('</record>', ''),
      'another record begins before the end of this one',
    ],
    ['no start tag', record('Ivanhoe').replace('<record>', ''), '<leader> outside a record'],
    [
      'a truncated tag',
      record('Ivanhoe').replace('</subfield>', '</subfi'),
      'disallowed character in closing tag',
    ],
    [
      'an end tag of another element',
      record('Ivanhoe').replace('</subfield>', '</sub>'),
      'unexpected close tag',
    ],
    [
      'a missing quotation mark',
      record('Ivanhoe').replace('"245"', '"245'),
      'disallowed character in attribute name',
    ],
    ['an unclosed comment', record('<!-- Ivanhoe'), 'unclosed tag: subfield'],
  ])('is refused for %s, and its neighbors are read', async (_, middle, found) => {
    const titles = await between(middle);
    expect(titles[0]).toBe('Emma');
    expect(titles[1]).toMatch(/^damaged XML: /);
    expect(titles.slice(2)).toEqual(['Dubliners']);
    expect(titles[1]).toBe(`damaged XML: ${found}`);
  });

  it('does not affect other records, even after several damaged records', async () => {
    const cut = (id: string) => record('Ivanhoe', id).replace('</subfield>', '</subfi');
    const records = [cut('b1'), cut('b2'), cut('b3'), record('Emma', 'b4'), cut('b5')];
    const padding = Buffer.from(PADDING);
    const rest = Buffer.from(`${records.join('')}${record('Dubliners', 'b6')}</collection>`);
    for (const pieces of [[rest], Array.from(rest, (byte) => Buffer.of(byte))]) {
      const outcomes = await readAll([padding, ...pieces]);
      expect(
        outcomes.map((one) => (isRead(one) ? texts(one, '245a')[0] : one.controlNumber)),
      ).toEqual(['b1', 'b2', 'b3', 'Emma', 'b5', 'Dubliners']);
    }
  });

  it('is refused with its control number if the number was read', async () => {
    const [, cut] = await readAll(
      `<collection>${record('Emma')}${record('Ivanhoe', 'b2').slice(0, -30)}`,
    );
    expect(cut).toMatchObject({ number: 2, controlNumber: 'b2' });
  });

  it.each([
    ['a comment', '<!-- unclosed', ''],
    ['a missing end tag', record('Ivanhoe').replace('</record>', ''), ''],
    ['the last end tag of a record', record('Ivanhoe').slice(0, -9), ''],
    ['bytes after the root element', '', '\x1a\x1a'],
    ['no damage', '', '\n<!-- end of export -->\n'],
  ])('is no truncation of a file with an end tag, with %s', async (_, last, after) => {
    const outcomes = await readAll(`<m:collection>${record('Emma')}${last}</m:collection>${after}`);
    expect(outcomes.filter(isRefused).some(({ isTruncation }) => isTruncation)).toBe(false);
  });

  it('is refused if it is empty', async () => {
    expect(await between('<record/>')).toEqual([
      'Emma',
      'expected a leader and fields, found neither',
      'Dubliners',
    ]);
  });

  it('is read without a leader, a tag or a subfield code', async () => {
    const outcome = await readOne(
      '<record><controlfield>b1</controlfield><datafield tag="245"><subfield>Emma</subfield></datafield></record>',
    );
    expect(outcome.record).toEqual({
      leader: ' '.repeat(24),
      fields: [
        { tag: '   ', value: 'b1' },
        {
          tag: '245',
          indicator1: ' ',
          indicator2: ' ',
          subfields: [{ code: '\ufffd', value: 'Emma' }],
        },
      ],
    });
    expect(outcome.repairs).toEqual([
      'expected a tag of three characters, found none',
      '245: expected a subfield code of one character, found none; the text was kept under the code U+FFFD',
      'expected a leader, found none',
    ]);
  });

  it('with a subfield code of several characters keeps the text, but not under the first character', async () => {
    const field =
      '<datafield tag="HLD"><subfield code="b">MAIN</subfield><subfield code="created">2017</subfield></datafield>';
    const [outcome] = await readAll(`<record>${LEADER}${field}</record>`);
    if (!isRead(outcome)) throw new Error('expected a record');
    expect(outcome.record.fields).toMatchObject([
      {
        tag: 'HLD',
        subfields: [
          { code: 'b', value: 'MAIN' },
          { code: '\ufffd', value: '2017' },
        ],
      },
    ]);
    expect(outcome.repairs).toEqual([
      "HLD: expected a subfield code of one character, found 'created'; the text was kept under the code U+FFFD",
    ]);
  });

  it('of more than four million characters is refused', async () => {
    const endless = `<record>${LEADER}<datafield tag="245"><subfield code="a">${'~'.repeat(5_000_000)}`;
    const pieces = [
      `<collection>${record('Emma')}${endless}`,
      `${record('Dubliners')}</collection>`,
    ];
    const outcomes = await readAll(pieces.map((piece) => Buffer.from(piece)));
    expect(outcomes.map((one) => (isRefused(one) ? one.problem : texts(one, '245a')[0]))).toEqual([
      'Emma',
      'expected the end of the record within 4,000,000 characters, found none',
      'Dubliners',
    ]);
  });

  // Code that takes quadratic time would exceed the timeout of this test.
  it('that consists of nested records and comments is read in linear time', async () => {
    const nested = '<record><leader>x</leader><!--'.repeat(10_000);
    const outcomes = await readAll(`<collection>${nested}`);
    expect(outcomes.length).toBeGreaterThan(0);
  });
});
