import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { qrCode } from '../../../src/kiosk/links.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { createPageClient, textOf } from '../create-page-client.js';

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
function pageOf(
  more: Partial<Title>,
  {
    baseUrl = 'http://localhost:8080',
    idleMinutes,
  }: { baseUrl?: string; idleMinutes?: number } = {},
): string {
  const catalog = catalogOf({ library: { branches }, titles: [book('1', 'Typee', more)] });
  return createPageClient([catalog], { idleMinutes }, baseUrl)('/item/show/1').body;
}

function slipOf(...args: Parameters<typeof pageOf>): string {
  return /<section class="slip">.*?<\/section>/s.exec(pageOf(...args))?.[0] ?? '';
}

describe('the slip of a title', () => {
  it('shows the branch and the call number of the first available copy', () => {
    const holdings = [holding('A', 'UNAVAILABLE', 'F MEL'), holding('B', 'AVAILABLE', 'F MEL 2')];
    expect(textOf(slipOf({ holdings, authors: [{ name: 'Herman Melville' }] }))).toBe(
      ' Take it along Typee Herman Melville Branch B F MEL 2 Print ',
    );
  });

  it('prefers an available copy with a call number', () => {
    const holdings = [{ branch: 'A', status: 'AVAILABLE' }, holding('B', 'AVAILABLE', 'F MEL')];
    expect(textOf(slipOf({ holdings }))).toBe(' Take it along Typee Branch B F MEL Print ');
    const slip = textOf(slipOf({ holdings: [holdings[0], holding('B', 'UNAVAILABLE', 'F MEL')] }));
    expect(slip).toBe(' Take it along Typee Branch A Print ');
  });

  it('shows the status of a copy if no copy is available', () => {
    const slip = textOf(slipOf({ holdings: [holding('A', 'UNAVAILABLE', 'F MEL')] }));
    expect(slip).toBe(' Take it along Typee Branch A F MEL In use Print ');
  });

  it('leaves out copies on order, which are on no shelf', () => {
    const ordered = holding('A', 'ON_ORDER', 'F MEL Order 7');
    const slip = textOf(slipOf({ holdings: [ordered, holding('B', 'UNAVAILABLE', 'F MEL')] }));
    expect(slip).toBe(' Take it along Typee Branch B F MEL In use Print ');
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
    const page = pageOf({ links }, { idleMinutes: 2 });
    expect(page).not.toContain(`href="${REPORT}"`);
    expect(page).toContain(`${REPORT}</span>${codeOf(REPORT)}`);
    expect(page.split('<svg class="qr"')).toHaveLength(2);
    const own = pageOf({ details_url: `${PUBLIC}/x` }, { idleMinutes: 2 });
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
