import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService } from './service.mjs';
import { buildSnapshots, ROWS } from './snapshots.mjs';

const directory = mkdtempSync(join(tmpdir(), 'service-'));
const changes = join(directory, 'changes.jsonl');
let app;

async function get(url) {
  const { statusCode: status, body } = await app.inject(url);
  return {
    status,
    body,
    titles: Array.from(body.matchAll(/<li>(.*?) <i>/g), ([, title]) => title),
  };
}

beforeAll(async () => {
  const paths = await buildSnapshots(directory);
  app = await createService({ paths, changes });
});

afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

it('The page has hits and facets of two libraries', async () => {
  const { titles, body } = await get('/?q=whale');
  expect(titles).toContain('Moby-Dick');
  expect(body).toContain('<legend>Subject</legend>');
  expect((await get('/?library=branch&q=melville')).titles).toHaveLength(3);
  expect((await get('/?library=branch&q=tipee')).body).toContain('for <b>typee</b>');
});

it('Several values of a facet can be chosen', async () => {
  const { titles, body } = await get('/?library=branch&title_format=BK&title_format=EBOOK');
  expect(titles).toHaveLength(3);
  expect(body.match(/checked/g)).toHaveLength(2);
});

it('The shelf is searched, and it is a facet of its library', async () => {
  expect((await get('/?library=branch&q=cellar')).titles).toEqual(['Typee']);
  const { titles, body } = await get('/?library=branch&shelf=Window');
  expect(titles).toEqual(['Moby-Dick']);
  expect(body).toContain('<legend>Shelf</legend>');
  expect((await get('/?library=alderwick')).body).not.toContain('Shelf');
});

it('Queries are completed', async () => {
  const [first] = JSON.parse((await get('/suggest?q=mob&library=branch')).body);
  expect(first.text).toBe('Moby-Dick');
});

it('Invalid requests are answered with a code', async () => {
  expect(JSON.parse((await get('/?q=a&q=b')).body).code).toBe('repeated_parameter');
  expect((await get('/suggest?q=a&library=none')).status).toBe(404);
  expect((await get('/?q=%3Cscript%3E')).body).not.toContain('<script>');
});

it('The HTTP API has the same titles', async () => {
  const path = '/api/v1/titles?q=typee&library=branch';
  expect(JSON.parse((await get(`${path}&api_key=secret`)).body).count).toBe(1);
  expect((await get(path)).status).toBe(403);
  expect((await get('/api/other')).status).toBe(404);
});

it('Changes are applied, and a new snapshot replaces the old one', { timeout: 12e4 }, async () => {
  const record = { id: 'b4', title: 'Omoo', format: { id: 'BK' }, extra: { shelf: 'Window' } };
  const change = { op: 'put', kind: 'titles', library: 'branch', record };
  expect(await app.catalogs.append([change])).toEqual({ appended: 1, skipped: [] });
  const omoo = async () => (await get('/?library=branch&q=omoo&shelf=Window')).titles;
  await expect.poll(omoo, { timeout: 100_000 }).toEqual(['Omoo']);

  const replaced = once(app.catalogs, 'replaced');
  await buildSnapshots(directory, [{ ...ROWS[0], title: 'Mardi' }]);
  expect((await replaced)[0]).toMatchObject({ library: 'branch', titles: 1 });
  // The new snapshot is later than the change, which is not applied to it again.
  expect((await get('/?library=branch&sort=title')).titles).toEqual(['Mardi']);
});
