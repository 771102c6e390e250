import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import type { Link, Title } from '../../src/catalog/records/title.js';
import { groupHoldings } from '../../src/kiosk/components/holdings.js';
import { qrCode } from '../../src/kiosk/links.js';
import type { KioskOptions } from '../../src/kiosk/page-view.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const library = {
  id: 'harbour',
  name: 'Harbour Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: [
    { id: 'MAIN', name: 'Main Library' },
    { id: 'EAST', name: 'East Side' },
    { id: 'HILL', name: 'Hillside' },
  ],
};

const holdingAt = (branch: string, call_number = 'F MEL', status = 'AVAILABLE') => ({
  branch,
  status,
  call_number,
});

it('Holdings have the names that library.json gives to statuses and collections', () => {
  const catalog = catalogOf({
    library: {
      ...library,
      statuses: [{ id: 'UNAVAILABLE', name: 'On loan' }],
      collections: [{ id: 'STACKS', name: 'Open stacks' }],
    },
    titles: [
      book('1', 'Emma', {
        holdings: [{ ...holdingAt('MAIN', 'F AUS', 'UNAVAILABLE'), collection: 'STACKS' }],
      }),
    ],
  });
  const text = textOf(createPageClient([catalog])('/item/show/1').body);
  expect(text).toMatch(/Main Library F AUS Collection: Open stacks On loan/);
  expect(text).not.toContain('All copies in use');
});

const BOOK = { format: { id: 'BK' } };

describe('groupHoldings', () => {
  it('sorts branches with an available copy before the others, in the branch order of the library', () => {
    const holdings = [
      holdingAt('MAIN', 'A 1', 'UNAVAILABLE'),
      holdingAt('VAN'),
      holdingAt('HILL'),
      holdingAt('EAST', 'A 1', 'ON_ORDER'),
      holdingAt('EAST'),
    ];
    const idsOf = (first: string[]) => [
      ...new Set(
        groupHoldings({ ...BOOK, holdings }, library, first).map(({ branch }) => branch.id),
      ),
    ];
    expect(idsOf([])).toEqual(['EAST', 'HILL', 'VAN', 'MAIN']);
    expect(idsOf(['MAIN'])).toEqual(['MAIN', 'EAST', 'HILL', 'VAN']);
  });

  it.each([
    [
      'MAG',
      [
        ['AS262 .S45', 'vyp. 15 1928'],
        ['AS262 .S45', 'vyp. 14 1927'],
        ['AS262 .S45', 'vyp. 9'],
      ],
    ],
    ['BK', [['AS262 .S45 vyp. 9'], ['AS262 .S45 vyp. 14 1927'], ['AS262 .S45 vyp. 15 1928']]],
  ])(
    'sorts the newest volume of a serial first, with a call number without a volume: %s',
    (id, expected) => {
      const holdings = ['vyp. 14 1927', 'vyp. 9', 'vyp. 15 1928'].map((volume) =>
        holdingAt('MAIN', `AS262 .S45 ${volume}`),
      );
      const groups = groupHoldings({ format: { id }, holdings }, library, []);
      expect(groups.map(({ callNumber, volume }) => [callNumber, volume].filter(Boolean))).toEqual(
        expected,
      );
    },
  );

  it('keeps the call number of a serial whose holdings have one, and moves call numbers that have nothing in common', () => {
    const numbersOf = (...numbers: string[]) =>
      groupHoldings(
        { format: { id: 'MAG' }, holdings: numbers.map((number) => holdingAt('MAIN', number)) },
        library,
        [],
      ).map(({ callNumber, volume }) => [callNumber, volume]);
    expect(numbersOf('PER NAT', 'PER NAT')).toEqual([['PER NAT', undefined]]);
    expect(numbersOf('V. 1 1984', 'V. 2 1985')).toEqual([
      [undefined, 'V. 2 1985'],
      [undefined, 'V. 1 1984'],
    ]);
  });

  it('puts copies on order last at their branch', () => {
    const holdings = [
      holdingAt('MAIN', 'A 1', 'ON_ORDER'),
      holdingAt('EAST', 'A 1', 'ON_ORDER'),
      holdingAt('MAIN', 'A 2'),
    ];
    const groups = groupHoldings({ ...BOOK, holdings }, library, []);
    expect(groups.map(({ branch, callNumber }) => [branch.id, callNumber])).toEqual([
      ['MAIN', 'A 2'],
      ['MAIN', 'A 1'],
      ['EAST', 'A 1'],
    ]);
  });

  it('puts groups at some branches first, in the order of these branches', () => {
    const holdings = [holdingAt('MAIN'), holdingAt('EAST'), holdingAt('HILL')];
    const ids = groupHoldings({ ...BOOK, holdings }, library, ['HILL']).map(
      ({ branch }) => branch.id,
    );
    expect(ids).toEqual(['HILL', 'MAIN', 'EAST']);
    const further = groupHoldings({ ...BOOK, holdings }, library, ['HILL', 'VAN', 'EAST']);
    expect(further.map(({ branch }) => branch.id)).toEqual(['HILL', 'EAST', 'MAIN']);
  });

  it('puts holdings in different groups if their call numbers or statuses differ', () => {
    const holdings = [
      holdingAt('MAIN'),
      holdingAt('MAIN'),
      holdingAt('MAIN', 'REF MEL'),
      holdingAt('MAIN', 'F MEL', 'UNAVAILABLE'),
    ];
    const groups = groupHoldings({ ...BOOK, holdings }, library, []).map(
      ({ callNumber, status, count }) => [callNumber, status, count],
    );
    expect(groups).toEqual([
      ['F MEL', 'AVAILABLE', 2],
      ['F MEL', 'UNAVAILABLE', 1],
      ['REF MEL', 'AVAILABLE', 1],
    ]);
  });

  it('sorts the volumes of a collection by their numbers', () => {
    const numbers = ['v.1', 'v.11', 'V. 3', 'v.2', 'v.10'].map((volume) => `PR4231 ${volume}`);
    const holdings = [
      { ...holdingAt('MAIN', numbers[1]), collection: 'STACKS' },
      { ...holdingAt('MAIN', 'PR4231 v.1'), collection: 'RESERVE' },
      ...numbers.map((number) => ({ ...holdingAt('MAIN', number), collection: 'STACKS' })),
      { ...holdingAt('MAIN', 'PR4231'), collection: 'STACKS', volume: 'v.4' },
    ];
    const sorted = groupHoldings({ ...BOOK, holdings }, library, []);
    expect(
      sorted.map(({ collection, callNumber, volume = '' }) =>
        `${collection} ${callNumber} ${volume}`.trim(),
      ),
    ).toEqual([
      'STACKS PR4231 v.1',
      'STACKS PR4231 v.2',
      'STACKS PR4231 V. 3',
      'STACKS PR4231 v.4',
      'STACKS PR4231 v.10',
      'STACKS PR4231 v.11',
      'RESERVE PR4231 v.1',
    ]);
  });

  it('returns no groups for a title without holdings', () => {
    expect(groupHoldings(BOOK, library, ['MAIN'])).toEqual([]);
  });
});

describe('The row of a title', () => {
  const rowOf = (more: Partial<Title>) => {
    const catalog = catalogOf({ library, titles: [book('1', 'Moby-Dick', more)] });
    const { body } = createPageClient([catalog])('/search?q=moby&locale=en-CA');
    return textOf(/<p class="where">.*?<\/p>/s.exec(body)?.[0] ?? '').trim();
  };

  it('shows the call number of a title without holdings, or that no copies are listed', () => {
    const noCopies = 'No copies are listed. Please ask our staff.';
    expect(rowOf({})).toBe(noCopies);
    expect(rowOf({ format: { id: 'EBOOK' } })).toBe(noCopies);
    expect(rowOf({ call_number: 'F MEL' })).toBe('F MEL');
    expect(rowOf({ availability: { id: 'UNAVAILABLE' } })).toBe('All copies in use');
    expect(rowOf({ holdings: [holdingAt('MAIN', 'F MEL', 'LOST')] })).toBe('');
    expect(rowOf({ holdings_statements: [{ text: 't.7' }] })).toBe('');
  });

  it('links to the address of a title that is only online, after its availability', () => {
    const details_url = 'https://books.example.org/moby-dick';
    expect(rowOf({ format: { id: 'EBOOK' }, details_url })).toBe('Open online');
    expect(rowOf({ format: { id: 'EBOOK' }, details_url, call_number: 'F MEL' })).toBe(
      'Open online',
    );
    const availability = { id: 'AVAILABLE' };
    expect(rowOf({ format: { id: 'EBOOK' }, details_url, availability })).toBe(
      'Available Open online',
    );
    expect(rowOf({ details_url, availability })).toBe('Available');
  });
});

describe('The holdings on the page of a title', () => {
  const pageOf = (more: Partial<Title>) => {
    const catalog = catalogOf({ library, titles: [book('1', 'Moby-Dick', more)] });
    const { body } = createPageClient([catalog])('/item/show/1?locale=en-CA');
    return /<section class="holdings".*?<\/section>/s.exec(body)?.[0] ?? '';
  };

  it('show the heading of call numbers if a holding has a call number', () => {
    const hidden = '<span class="visually-hidden">Call number</span>';
    expect(pageOf({ holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] })).toContain(hidden);
    expect(pageOf({ holdings: [holdingAt('MAIN', 'F MEL')] })).not.toContain(hidden);
  });

  it('show lost copies', () => {
    const page = pageOf({ holdings: [holdingAt('MAIN', 'F MEL', 'LOST')] });
    expect(textOf(page)).toContain('F MEL Lost');
  });

  it('are folded beyond ten of a collection, so that every branch is shown', () => {
    const volumes = Array.from({ length: 12 }, (_, i) => holdingAt('MAIN', `F MEL v.${12 - i}`));
    const page = pageOf({ holdings: [...volumes, holdingAt('EAST', 'F MEL v.1')] });
    const [shown, folded] = page.split('<details class="more-values"><summary>Show 2 more');
    expect(shown).toContain('F MEL v.10<');
    expect(shown).not.toContain('F MEL v.11<');
    expect(textOf(folded)).toContain('F MEL v.11 Available F MEL v.12 Available');
    expect(textOf(folded).indexOf('East Side')).toBeGreaterThan(0);
  });

  it('name the branch in every row', () => {
    const page = pageOf({ holdings: [holdingAt('MAIN', 'F 1'), holdingAt('MAIN', 'F 2')] });
    const rows = [...page.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, cell]) => cell);
    expect(rows).toEqual([
      '<span class="branch"><bdi>Main Library</bdi></span>',
      '<span class="note"><bdi>Main Library</bdi></span>',
    ]);
  });

  it('name a collection once, and repeat it for screen readers', () => {
    const holdings = ['1', '2'].map((volume) => ({
      ...holdingAt('MAIN', 'F MEL'),
      volume,
      collection: 'Sea',
    }));
    const page = pageOf({ holdings });
    expect(page.match(/<span class="note"><span class="visually-hidden">Collection/g)).toHaveLength(
      1,
    );
    expect(page.match(/<bdi>Sea<\/bdi>/g)).toHaveLength(2);
  });

  it('show the newest statements of a serial first, and statements without numbers last', () => {
    const texts = ['Continues: News', 'v.1-7 (1984-1990)', 'v.9 (1992)', 'v.8 (1991)', 'v.10'];
    const holdings_statements = texts.map((text) => ({ text }));
    const shown = (id: string) =>
      [...pageOf({ format: { id }, holdings_statements }).matchAll(/<li><bdi>(.*?)</g)].map(
        ([, text]) => text,
      );
    expect(shown('MAG')).toEqual([
      'v.9 (1992)',
      'v.8 (1991)',
      'v.1-7 (1984-1990)',
      'v.10',
      'Continues: News',
    ]);
    expect(shown('BK')).toEqual(texts);
  });

  it('include the statements of each branch', () => {
    const page = pageOf({
      holdings_statements: [
        { branch: 'EAST', text: 't.1-3 (1979-1983)' },
        { branch: 'EAST', text: 't.5-6 (1988)', note: 'Damaged' },
        { branch: 'VAN', text: 't.4' },
        { text: 't.7' },
      ],
    });
    expect(textOf(page).trim()).toBe(
      'Where to find it Volumes and issues East Side t.1-3 (1979-1983) t.5-6 (1988) Damaged VAN t.4 t.7',
    );
  });
});

const URL_OF_BOOK = 'https://books.example.org/moby-dick?page=1&view=2';

function link(kind: Link['kind'], url: string, more: Partial<Link> = {}): Link {
  return { kind, url, ...more };
}

/** Returns the page of a title and the page of results with the title. */
function pagesOf(more: Partial<Title>, options?: KioskOptions, locale = 'en-CA') {
  const get = createPageClient([catalogOf({ titles: [book('1', 'Moby-Dick', more)] })], options);
  return {
    title: get(`/item/show/1?locale=${locale}`).body,
    results: get(`/search?q=moby&locale=${locale}`).body,
  };
}

const EBOOK = { format: { id: 'EBOOK' }, links: [link('resource', URL_OF_BOOK)] };

describe('The pages of a title that is online', () => {
  it('call it Online, and link to its address', () => {
    for (const page of Object.values(pagesOf(EBOOK))) {
      expect(linksOf(page)).toContain(URL_OF_BOOK);
      expect(textOf(page)).toContain('Read online');
      expect(page).toContain('<bdi>Online</bdi></span>');
      expect(textOf(page)).not.toContain('No copies are listed');
    }
  });

  it('are translated', () => {
    for (const page of Object.values(pagesOf(EBOOK, undefined, 'ru-RU'))) {
      expect(textOf(page)).toContain('Читать онлайн');
      expect(page).toContain('<bdi>Онлайн</bdi>');
    }
  });

  it('name what a reader does with the format', () => {
    const words = (id: string) => textOf(pagesOf({ ...EBOOK, format: { id } }).title);
    expect(words('VIDEO_ONLINE')).toContain('Watch online');
    expect(words('MUSIC_ONLINE')).toContain('Listen online');
    expect(words('WEBSITE')).toContain('Open online');
  });

  it('show its address as the main link, and no call number under where to find it, without other links', () => {
    const record = { call_number: 'F MEL', details_url: URL_OF_BOOK };
    const main = '<p class="online"><a href="https://books';
    const { title } = pagesOf({ ...record, format: { id: 'EBOOK' } });
    expect(title).toContain(main);
    expect(textOf(title)).not.toContain('Where to find it');
    expect(textOf(title)).not.toContain('No copies are listed');
    const printed = pagesOf(record).title;
    expect(printed).not.toContain(main);
    expect(textOf(printed)).toContain('Where to find it Call number: F MEL');
  });

  it('show no call number under where to find it for an online format without an address', () => {
    const record = { call_number: 'F MEL', format: { id: 'EAUDIOBOOK' } };
    const available = textOf(pagesOf({ ...record, availability: { id: 'AVAILABLE' } }).title);
    expect(available).not.toContain('Where to find it');
    expect(available).not.toContain('No copies are listed');
    expect(available).toContain('Call number F MEL');
    for (const page of Object.values(pagesOf(record))) {
      expect(textOf(page)).toContain('No copies are listed');
    }
  });

  it('link to a printed title as well, without calling it Online', () => {
    const { title } = pagesOf({ ...EBOOK, format: { id: 'BK' } });
    expect(linksOf(title)).toContain(URL_OF_BOOK);
    expect(title).not.toContain('<bdi>Online</bdi></span>');
    expect(textOf(title)).not.toContain('No copies are listed');
  });

  it('list several addresses, other versions and related links', () => {
    const links = [
      link('resource', `${URL_OF_BOOK}1`, { part: 'v. 1', note: 'Readers only' }),
      link('resource', `${URL_OF_BOOK}2`, { part: 'v. 2', text: 'Volume two' }),
      link('version', 'https://scans.example.org/a'),
      link('related', 'https://toc.example.org/a', { part: 'Table of contents' }),
    ];
    const { title } = pagesOf({ ...EBOOK, links });
    const section = /<section class="links">.*?<\/section>/s.exec(title)?.[0] ?? '';
    expect(linksOf(section)).toEqual(links.map(({ url }) => url));
    expect(textOf(section).trim()).toBe(
      'Read online v. 1 Readers only v. 2: Volume two Other versions online scans.example.org Related links Table of contents',
    );
  });

  it('fold the links beyond ten', () => {
    const links = Array.from({ length: 13 }, (_, i) => link('version', `${URL_OF_BOOK}${i}`));
    const { title } = pagesOf({ links });
    const [shown, folded] = title.split('<details class="more-values"><summary>Show 3 more');
    expect(linksOf(shown).filter((url) => url.startsWith(URL_OF_BOOK))).toHaveLength(10);
    expect(linksOf(folded).filter((url) => url.startsWith(URL_OF_BOOK))).toHaveLength(3);
  });

  it('show the address as text on a kiosk', () => {
    const { title, results } = pagesOf(EBOOK, { idleMinutes: 2 });
    expect(linksOf(title)).not.toContain(URL_OF_BOOK);
    expect(textOf(title)).toContain(URL_OF_BOOK);
    expect(results).toContain('<bdi>Online</bdi>');
    expect(textOf(results)).not.toContain(URL_OF_BOOK);
  });
});

describe('The page of a title with related works', () => {
  it('links to titles by OCLC number and by LCCN', () => {
    const related = ['(OCoLC)123', '(DLC)sn85012345', '(OCoLC)456', '(OCoLC)sn85012345'].map(
      (id) => ({ relation: 'Continues', title: id, id }),
    );
    const catalog = catalogOf({
      titles: [
        book('new', 'New news', { related }),
        book('old', 'Old news', { identifiers: [{ type: 'oclc', value: '123' }] }),
        book('older', 'Older news', { identifiers: [{ type: 'lccn', value: 'sn85012345' }] }),
        book('123', 'Another', { upcs: ['456'] }),
      ],
    });
    const [, details] = createPageClient([catalog])('/item/show/new').body.split('<dl>');
    expect(linksOf(details.split('</dl>')[0])).toEqual(['/item/show/old', '/item/show/older']);
  });

  it('names contained works, related works and names in other forms, each as what it is', () => {
    const { title } = pagesOf({
      alternate_titles: ['The Whale'],
      alternate_authors: ['Мелвилл'],
      related: [
        { relation: 'contains', title: 'Loomings', id: '1' },
        { relation: 'related', title: 'Mardi', id: 'unknown' },
        { relation: 'Sequel to', title: 'Typee' },
      ],
    });
    expect(textOf(title)).toMatch(/Names in other forms Мелвилл/);
    expect(textOf(title)).toMatch(/Also known as The Whale/);
    expect(textOf(title)).toMatch(/Contains Loomings Related works Mardi Sequel to : Typee/);
    expect(linksOf(title).some((url) => url.startsWith('/item/show/1'))).toBe(true);
    expect(title).not.toContain('/item/show/unknown');
  });
});

const PUBLIC = 'https://catalog.example.org';
const REPORT = 'https://reports.example.org/1';
const links = [{ kind: 'resource' as const, url: REPORT }];
const branches = ['A', 'B'].map((id) => ({ id, name: `Branch ${id}` }));

const holding = (branch: string, status: string, call_number: string) => ({
  branch,
  status,
  call_number,
});

/** Returns the page of a title with this record. */
function pageWithSlip(
  more: Partial<Title>,
  {
    baseUrl = 'http://localhost:8080',
    idleMinutes,
  }: { baseUrl?: string; idleMinutes?: number } = {},
): string {
  const catalog = catalogOf({ library: { branches }, titles: [book('1', 'Typee', more)] });
  return createPageClient([catalog], { idleMinutes }, baseUrl)('/item/show/1').body;
}

function slipOf(...args: Parameters<typeof pageWithSlip>): string {
  return /<section class="slip">.*?<\/section>/s.exec(pageWithSlip(...args))?.[0] ?? '';
}

describe('the slip of a title', () => {
  it('shows the branch and the call number of the first available copy', () => {
    const holdings = [holding('A', 'UNAVAILABLE', 'F MEL'), holding('B', 'AVAILABLE', 'F MEL 2')];
    expect(textOf(slipOf({ holdings, authors: [{ name: 'Herman Melville' }] }))).toBe(
      ' Take it along Harbour Library Typee Herman Melville Book Branch B F MEL 2 Branch B F MEL 2 Available Branch A F MEL In use ',
    );
  });

  it('prefers an available copy with a call number', () => {
    const holdings = [{ branch: 'A', status: 'AVAILABLE' }, holding('B', 'AVAILABLE', 'F MEL')];
    expect(textOf(slipOf({ holdings }))).toBe(
      ' Take it along Harbour Library Typee Book Branch B F MEL Branch A Available Branch B F MEL Available ',
    );
    const slip = textOf(slipOf({ holdings: [holdings[0], holding('B', 'UNAVAILABLE', 'F MEL')] }));
    expect(slip).toBe(
      ' Take it along Harbour Library Typee Book Branch A Branch A Available Branch B F MEL In use ',
    );
  });

  it('shows the status of a copy if no copy is available', () => {
    const slip = textOf(slipOf({ holdings: [holding('A', 'UNAVAILABLE', 'F MEL')] }));
    expect(slip).toBe(' Take it along Harbour Library Typee Book Branch A F MEL In use ');
  });

  it('leaves out copies on order, which are on no shelf', () => {
    const ordered = holding('A', 'ON_ORDER', 'F MEL Order 7');
    const slip = textOf(slipOf({ holdings: [ordered, holding('B', 'UNAVAILABLE', 'F MEL')] }));
    expect(slip).toBe(' Take it along Harbour Library Typee Book Branch B F MEL In use ');
    expect(slipOf({ holdings: [ordered], call_number: 'F MEL' })).toBe('');
  });

  it('leaves out lost copies', () => {
    expect(slipOf({ holdings: [holding('A', 'LOST', 'F MEL')] })).toBe('');
  });

  it('shows the call number of a title without copies', () => {
    expect(textOf(slipOf({ call_number: 'F MEL' }))).toContain('F MEL');
  });

  it('shows no call number of a title that is only online, as no copy of it is on a shelf', () => {
    const online = { format: { id: 'EBOOK' }, call_number: 'F MEL', details_url: `${PUBLIC}/x` };
    expect(textOf(slipOf(online))).not.toContain('F MEL');
    const holdings = [holding('A', 'AVAILABLE', 'F MEL')];
    expect(textOf(slipOf({ ...online, holdings }))).toContain('F MEL');
  });

  it('is absent for a title without a copy, a call number and an address', () => {
    expect(slipOf({})).toBe('');
  });
});

describe('the QR code of a title', () => {
  const codeOf = (url: string) => qrCode(url).markup;
  it.each([
    ['the page on a public site', {}, { baseUrl: PUBLIC }, `${PUBLIC}/item/show/1`],
    ['details_url', { details_url: `${PUBLIC}/x` }, {}, `${PUBLIC}/x`],
    ['the first online link on the same machine', { links }, {}, REPORT],
    ['the page rather than a link', { links }, { baseUrl: PUBLIC }, `${PUBLIC}/item/show/1`],
  ])('is that of %s', (_name, record, options, url) => {
    expect(slipOf(record, options)).toContain(codeOf(url));
  });

  it.each([
    'http://127.0.0.1:80',
    'http://127.1.2.3',
    'http://[::1]:8080',
    'http://0.0.0.0',
    'http://kiosk.localhost',
  ])('is not that of a page at %s', (baseUrl) => {
    expect(slipOf({ call_number: 'F' }, { baseUrl })).not.toContain('<svg class="qr"');
  });

  it('is next to each address that a kiosk shows as text, and there only once', () => {
    const page = pageWithSlip({ links }, { idleMinutes: 2 });
    expect(page).not.toContain(`href="${REPORT}"`);
    const [, code = '', text = ''] =
      /<span class="to-phone">(<svg.*?<\/svg>)(.*?<\/span>)<\/span><\/span>/s.exec(page) ?? [];
    expect(code).toBe(codeOf(REPORT));
    expect(text).toContain(REPORT);
    expect(page.split('<svg class="qr"')).toHaveLength(2);
    const own = pageWithSlip({ details_url: `${PUBLIC}/x` }, { idleMinutes: 2 });
    expect(own.split('<svg class="qr"')).toHaveLength(2);
  });
});

describe('qrCode', () => {
  it('draws the modules of the code with a border of four modules', () => {
    const { markup } = qrCode(REPORT);
    const { data, size } = encode(REPORT, { ecc: 'M', border: 0 });
    expect(markup).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`);
    const drawn = data.map((row) => row.map(() => false));
    for (const [, x, y, length] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
      drawn[Number(y) - 4].fill(true, Number(x) - 4, Number(x) - 4 + Number(length));
    }
    expect(drawn).toEqual(data);
  });

  it('draws nothing for an address that is too long', () => {
    expect(qrCode(`${PUBLIC}/${'x'.repeat(500)}`).markup).toBe('');
  });
});
