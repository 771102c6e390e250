import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SectionData } from '../../src/snapshot/format/container/sections.js';
import { openSections } from '../../src/snapshot/format/open-sections.js';
import { addStrings, openStrings } from '../../src/snapshot/format/records.js';
import { addTextBlocks, openTextBlocks } from '../../src/snapshot/format/title-records.js';
import { createFetchHandler } from '../../src/web/fetch-handler.js';
import { everySection } from '../snapshot/fuzzing/every-section.js';

const BLOCKS = ['titles.details', 'titles.marc'];

let valid: ReadonlyMap<string, SectionData>;
beforeAll(() => {
  valid = everySection();
});

/** Returns the status and the text of a response from a catalog in which all records of a section are replaced. */
async function respondWith(
  section: string,
  path: string,
  replace: (json: string) => string,
): Promise<{ readonly status: number; readonly text: string }> {
  const sections = new Map(valid);
  const isInBlocks = BLOCKS.includes(section);
  const { size, get } = (isInBlocks ? openTextBlocks : openStrings)(sections, section);
  const texts = Array.from({ length: size }, (_, i) => replace(get(i)));
  if (!isInBlocks) addStrings(sections, section, texts);
  else {
    const encoder = new TextEncoder();
    addTextBlocks(
      sections,
      section,
      texts.map((text) => encoder.encode(text)),
      1 << 13,
    );
  }
  const catalogs = [openSections('damaged.snapshot', sections)];
  const handle = createFetchHandler({ catalogs, onError: () => {} });
  const response = handle(new Request(`http://localhost${path}`));
  return { status: response?.status ?? 0, text: (await response?.text()) ?? '' };
}

/** A section with records, a request that reads one of them, and a field with a value of another type. */
const REQUESTS = [
  ['titles.summary', '/v1/titles?q=sea&library=harbour', '"title":7'],
  ['titles.summary', '/v1/titles/2', '"authors":{"name":"Tom Quirk"}'],
  ['titles.details', '/v1/titles/2', '"subjects":"Whaling"'],
  ['users.record', '/v1/users/1/lists', '"name":null'],
  ['users.record', '/v1/users/1/lists', '"library":"harbour"'],
  ['lists.record', '/v1/users/1/lists', '"name":{}'],
  ['lists.record', '/v1/users/1/lists', '"updated":"yesterday"'],
  ['user_content.record', '/v1/users/1/user_content', '"content":[null]'],
  ['sessions.record', '/v1/sessions/s', '"user":[]'],
] as const;

describe('a record that cannot be read', () => {
  it.each(REQUESTS)('of %s is answered at %s before the damage', async (section, path) => {
    expect(await respondWith(section, path, (json) => json)).toMatchObject({ status: 200 });
  });

  it.each(REQUESTS)(
    'of %s is answered at %s with 503 that names the section',
    async (...request) => {
      const [section, path] = request;
      const { status, text } = await respondWith(section, path, (json) => json.slice(1));
      expect(text).toContain(`found damage in section '${section}.bytes'`);
      expect(status).toBe(503);
    },
  );

  it.each(REQUESTS)('of %s at %s with %s is damage', async (section, path, field) => {
    const { status, text } = await respondWith(section, path, (json) =>
      json.replace(/\}$/, `${json === '{}' ? '' : ','}${field}}`),
    );
    expect(text).toContain(`found damage in section '${section}.bytes'`);
    expect(status).toBe(503);
  });
});

it('Damage without onError is printed with the section and what to do, without a stack trace', async () => {
  const sections = new Map(valid);
  const { size } = openStrings(sections, 'titles.summary');
  addStrings(sections, 'titles.summary', Array(size).fill('{'));
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const catalogs = [openSections('damaged.snapshot', sections)];
  createFetchHandler({ catalogs })(new Request('http://localhost/v1/titles/2'));
  expect(printed.mock.calls).toEqual([
    [
      'carrel: snapshot damaged: titles.summary.bytes: expected records in JSON, found other data; build the snapshot again from its source',
    ],
  ]);
  printed.mockRestore();
});

describe('damaged offsets of records', () => {
  it.each(['titles.id', 'titles.summary'])('in %s are answered with 503', async (name) => {
    const sections = new Map(valid);
    const offsets = (sections.get(`${name}.offsets`) as Uint32Array).slice();
    sections.set(`${name}.offsets`, offsets.fill(2 ** 32 - 1, 1, offsets.length - 1));
    const handle = createFetchHandler({
      catalogs: [openSections('damaged.snapshot', sections)],
      onError: () => {},
    });
    const response = handle(new Request('http://localhost/v1/titles?q=sea&library=harbour'));
    expect(await response?.text()).toContain(`found damage in section '${name}.offsets'`);
    expect(response?.status).toBe(503);
  });
});
