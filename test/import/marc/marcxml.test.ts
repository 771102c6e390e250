import { describe, expect, it } from 'vitest';
import { BYTES_TO_RECOGNIZE } from '../../../src/import/marc/recognize-format.js';
import { isRead, isRefused, readAll, readOne, texts } from './read-all.js';

const LEADER = '<leader>00000nam a2200000 a 4500</leader>';

const record = (title: string, id = 'b1') =>
  `<record>${LEADER}<controlfield tag="001">${id}</controlfield><datafield tag="245" ind1="1" ind2="0"><subfield code="a">${title}</subfield></datafield></record>`;

/** The beginning of a file, as much as is read in one piece to recognize it. */
const FILLING = `<collection>${' '.repeat(BYTES_TO_RECOGNIZE)}`;

/** The title of each record, or what is wrong with it. */
async function titlesOf(xml: string | Uint8Array): Promise<string[]> {
  return (await readAll(xml)).map((outcome) =>
    isRefused(outcome) ? outcome.problem : texts(outcome, '245a').join(),
  );
}

describe('MARCXML', () => {
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
    ['behind a byte order mark', `\ufeff<?xml version="1.0"?>${record('Emma')}`],
    ['behind a line break', `\n<?xml version="1.0"?>\n${record('Emma')}`],
    ['behind a document type', `<!DOCTYPE collection SYSTEM "marc.dtd">${record('Emma')}`],
    [
      'in an answer of an OAI-PMH server',
      `<OAI-PMH><ListRecords><record><header><identifier>1</identifier></header><metadata>${record('Emma')}</metadata></record></ListRecords></OAI-PMH>`,
    ],
  ])('is read %s', async (_, xml) => {
    const outcomes = await readAll(xml);
    expect(outcomes).toHaveLength(1);
    expect(isRead(outcomes[0]) && outcomes[0].repairs).toEqual([]);
    expect(await titlesOf(xml)).toEqual(['Emma']);
  });

  it('passes over what an OAI-PMH server says was deleted', async () => {
    const deleted = '<record><header status="deleted"/></record>';
    const kept = `<record><header/><metadata>${record('Emma')}</metadata></record>`;
    expect(await titlesOf(`<OAI-PMH>${deleted}${kept}${deleted}</OAI-PMH>`)).toEqual(['Emma']);
  });

  it('is read where several documents are joined to one file', async () => {
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
  ] as const)('is read in %s', async (declared, encoding) => {
    const xml = `<?xml version="1.0" encoding="${declared}"?>${record('Brontë')}`;
    expect(await titlesOf(Buffer.from(xml, encoding))).toEqual(['Brontë']);
    expect(
      await titlesOf(Buffer.from(`\ufeff${xml}`, encoding === 'latin1' ? 'utf8' : encoding)),
    ).toEqual(['Brontë']);
  });

  it('is read as UTF-8 where the encoding it declares cannot be or is not known', async () => {
    for (const declared of ['UTF-16', 'MARC-8']) {
      const xml = `<?xml version="1.0" encoding="${declared}"?>${record('Brontë')}`;
      expect(await titlesOf(xml)).toEqual(['Brontë']);
    }
  });

  it('has U+FFFD where bytes are not of its encoding or characters not of XML, and says so', async () => {
    const latin1 = await readOne(Buffer.from(record('Bront\xeb'), 'latin1'));
    expect(texts(latin1, '245a')).toEqual(['Bront\ufffd']);
    expect(latin1.repairs).toEqual(['245: it holds U+FFFD where a character could not be read.']);
    expect(await titlesOf(record('Em\x1bma'))).toEqual(['Em\ufffdma']);
  });

  it('may have entities, references, CDATA and comments', async () => {
    const title =
      'Pride &amp; &lt;Prejudice&gt; &#x2014; <!-- </record> -->caf&#233;<![CDATA[ & </subfield>]]>';
    expect(await titlesOf(record(title))).toEqual(['Pride & <Prejudice> — café & </subfield>']);
  });

  it('keeps an entity of its document type as it stands, and says so', async () => {
    const outcome = await readOne(record('Bront&euml;'));
    expect(texts(outcome, '245a')).toEqual(['Bront&euml;']);
    expect(outcome.repairs).toEqual([
      'The XML is not well-formed (undefined entity.) and was read as it stands.',
    ]);
  });

  it('keeps the number of what is no character as it stands, and says so', async () => {
    const outcome = await readOne(record('Em&#27;ma'));
    expect(texts(outcome, '245a')).toEqual(['Em&#27;ma']);
    expect(outcome.repairs).toEqual([
      'The XML is not well-formed (malformed character entity.) and was read as it stands.',
    ]);
  });

  it.each([
    'Simon & Schuster',
    'http://library.example/?a=1&b=2&c',
    'Q&A and R&D',
    '&',
    '&&;&#;&#x;',
  ])('has bare ampersands as they were meant, and says so: %s', async (title) => {
    const outcome = await readOne(record(title));
    expect(texts(outcome, '245a')).toEqual([title]);
    expect(outcome.repairs).toContain("The XML has '&' where '&amp;' is wanted.");
  });

  it('has the same ampersands wherever the pieces end that it comes in', async () => {
    const title = 'A & B &amp; C&D <![CDATA[E & F &amp; G]]> H & &#38; I &#x00026; J &';
    const xml = Buffer.from(`${FILLING}${record(title)}${record('Emma')}</collection>`);
    for (let end = FILLING.length; end < xml.length; end++) {
      const outcomes = await readAll([xml.subarray(0, end), xml.subarray(end)]);
      const [first, second] = outcomes.filter(isRead);
      expect(texts(first, '245a')).toEqual(['A & B & C&D E & F &amp; G H & & I & J &']);
      expect(first.repairs).toEqual(["The XML has '&' where '&amp;' is wanted."]);
      expect(second.repairs).toEqual([]);
    }
  });

  it.each([
    ['a comment', '<!-- <![CDATA[ & -->'],
    ['an instruction', '<?print <![CDATA[ & ?>'],
    ['a section', '<![CDATA[&<!-- ]]>'],
  ])('has bare ampersands behind %s that only looks as if it began something', async (_, begin) => {
    const xml = Buffer.from(`${FILLING}${begin}${record('Simon & Schuster')}</collection>`);
    for (let end = FILLING.length; end < xml.length; end++) {
      const [outcome] = (await readAll([xml.subarray(0, end), xml.subarray(end)])).filter(isRead);
      expect(texts(outcome, '245a')).toEqual(['Simon & Schuster']);
    }
  });

  it('expands no entities of its own, so that a few lines cannot fill the memory', async () => {
    const layers = Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE lolz [<!ENTITY l0 "lol">${layers.join('')}]>`;
    expect(await titlesOf(`${bomb}<collection>${record('&l12;')}</collection>`)).toEqual(['&l12;']);
  });

  it('asks no one for entities that stand elsewhere', async () => {
    const xml = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/hostname">]>${record('&file;')}`;
    expect(await titlesOf(xml)).toEqual(['&file;']);
  });

  it('has no line breaks around a value: they are of who printed the XML', async () => {
    expect(await titlesOf(record('\n      Emma\n    '))).toEqual(['Emma']);
    expect(await titlesOf(record(' Emma '))).toEqual([' Emma ']);
  });

  it('keeps the spaces and line breaks within a value, however many', async () => {
    const within = `Emma\n${' '.repeat(1_000_000)}${'\n'.repeat(1_000_000)}Knightley`;
    expect(await titlesOf(record(` ${within}\t\n `))).toEqual([` ${within}`]);
  });

  it('is composed to NFC', async () => {
    expect(await titlesOf(record('Bronte\u0308'))).toEqual(['Brontë']);
  });
});

it('A collection of MARCXML may be empty', async () => {
  expect(await readAll('<collection></collection>')).toEqual([]);
});

describe('A damaged record of MARCXML', () => {
  it('says that a character of its leader could not be read', async () => {
    const { repairs } = await readOne(record('Emma').replace('<leader>0', '<leader>\x01'));
    expect(repairs).toEqual(['leader: it holds U+FFFD where a character could not be read.']);
  });

  it('has each repair once, however many there are', async () => {
    const tags = Array.from({ length: 130_000 }, (_, at) => `tag${at}`);
    const fields = [...tags, 'tag0'].map((tag) => `<datafield tag="${tag}"/>`).join('');
    const { repairs } = await readOne(record('Emma').replace('</record>', `${fields}</record>`));
    expect(repairs).toHaveLength(tags.length);
    expect(repairs[0]).toBe("A field has the tag 'tag0'; wanted three characters.");
  });

  it('is told apart from others in whatever depth of other elements', async () => {
    const depth = '<a>'.repeat(100_000);
    const damaged = record('Persuasion').replace('</subfield>', '</b>').repeat(1000);
    const titles = await titlesOf(
      `<collection>${depth}${record('Emma')}${damaged}${record('Lady Susan')}`,
    );
    expect([titles[0], titles[1], titles[1001]]).toEqual([
      'Emma',
      'The XML is damaged: unexpected close tag.',
      'Lady Susan',
    ]);
  });

  const between = (middle: string) =>
    titlesOf(`<collection>${record('Emma')}${middle}${record('Dubliners')}</collection>`);

  it.each([
    [
      'no end tag',
      record('Ivanhoe').replace('</record>', ''),
      'another record begins before its end.',
    ],
    [
      'no start tag',
      record('Ivanhoe').replace('<record>', ''),
      '<leader> stands outside a record.',
    ],
    [
      'a tag cut short',
      record('Ivanhoe').replace('</subfield>', '</subfi'),
      'disallowed character in closing tag.',
    ],
    [
      'an end tag of something else',
      record('Ivanhoe').replace('</subfield>', '</sub>'),
      'unexpected close tag.',
    ],
    [
      'a quotation mark lost',
      record('Ivanhoe').replace('"245"', '"245'),
      'disallowed character in attribute name.',
    ],
    ['an unclosed comment', record('<!-- Ivanhoe'), 'unclosed tag: subfield'],
  ])('is refused for %s, and its neighbours are read', async (_, middle, found) => {
    const titles = await between(middle);
    expect(titles[0]).toBe('Emma');
    expect(titles[1]).toMatch(/^The XML is damaged: /);
    expect(titles.slice(2)).toEqual(['Dubliners']);
    expect(titles[1]).toBe(`The XML is damaged: ${found}`);
  });

  it('costs no other than itself, however many stand in a row', async () => {
    const cut = (id: string) => record('Ivanhoe', id).replace('</subfield>', '</subfi');
    const records = [cut('b1'), cut('b2'), cut('b3'), record('Emma', 'b4'), cut('b5')];
    const xml = `${FILLING}${records.join('')}${record('Dubliners', 'b6')}</collection>`;
    const whole = [Buffer.from(xml)];
    const inBytes = Array.from(Buffer.from(xml), (byte) => Buffer.of(byte));
    for (const pieces of [whole, inBytes]) {
      const outcomes = await readAll(pieces);
      expect(
        outcomes.map((one) => (isRead(one) ? texts(one, '245a')[0] : one.controlNumber)),
      ).toEqual(['b1', 'b2', 'b3', 'Emma', 'b5', 'Dubliners']);
    }
  });

  it('is named by its control number where that was read', async () => {
    const [, cut] = await readAll(
      `<collection>${record('Emma')}${record('Ivanhoe', 'b2').slice(0, -30)}`,
    );
    expect(cut).toMatchObject({ number: 2, controlNumber: 'b2' });
  });

  it('is refused where it holds nothing', async () => {
    expect(await between('<record/>')).toEqual([
      'Emma',
      'It is empty: it has no leader and no field.',
      'Dubliners',
    ]);
  });

  it('is read without what it lacks: a leader, a tag, a code', async () => {
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
      'A field has no tag; wanted three characters.',
      '245: a subfield has no code; its text was kept under the code U+FFFD.',
      'There is no leader in it.',
    ]);
  });

  it('that does not end within four million characters is refused', async () => {
    const endless = `<record>${LEADER}<datafield tag="245"><subfield code="a">${'~'.repeat(5_000_000)}`;
    const pieces = [
      `<collection>${record('Emma')}${endless}`,
      `${record('Dubliners')}</collection>`,
    ];
    const outcomes = await readAll(pieces.map((piece) => Buffer.from(piece)));
    expect(outcomes.map((one) => (isRefused(one) ? one.problem : texts(one, '245a')[0]))).toEqual([
      'Emma',
      'There is no end of the record in four million characters.',
      'Dubliners',
    ]);
  });

  it('that begins in a comment of another is not read again for ever', async () => {
    const nested = '<record><leader>x</leader><!--'.repeat(20_000);
    const outcomes = await readAll(`<collection>${nested}`);
    expect(outcomes.length).toBeGreaterThan(0);
  });
});
