import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { startTestServer } from '../http/test-server.js';
import { openedCatalog, REAL, realCatalogs } from '../shared-data.js';
import { refused } from '../v1/thrown-api-error.js';
import { getTitle, searchTitles } from '../v1/validated-operations.js';

/** The number of titles of each library. */
const LIBRARIES = { goodbooks: 10_000, gutenberg: 7_660 };
const NAMES = Object.keys(LIBRARIES) as (keyof typeof LIBRARIES)[];
const hasCatalogs = NAMES.every((name) => realCatalogs.includes(name));
const context = { baseUrl: 'http://localhost:8080' };

/** The query strings of the search requests to each library. */
const REQUESTS = [
  'q=*',
  'q=*&page=2&limit=100',
  'q=*&limit=100&page=100',
  'q=*&limit=7&page=999999999',
  'q=love',
  'q=the+of&limit=3&page=40',
  'q=shakespeare&search_type=author',
  'q=austen+jane&search_type=author&limit=2',
  'q=fiction&search_type=subject',
  'q=fantasy&search_type=tag',
  'q=harry&search_type=series',
  'q=zzzzzz',
  'q=constructor',
  'q=d%C3%A9j%C3%A0',
];

describe.skipIf(!hasCatalogs)('The real catalogs', () => {
  let snapshots: Catalog[];
  let directories: Catalog[];

  beforeAll(async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'carrel-test-'));
    const files = NAMES.map((name) => join(scratch, `${name}.snapshot`));
    for (const [index, name] of NAMES.entries()) {
      const report = await buildSnapshot(join(REAL, name), files[index]);
      expect(report.counts.titles).toBe(LIBRARIES[name]);
    }
    snapshots = files.map((file) => openCatalog(file));
    directories = NAMES.map(openedCatalog);
    return () => rmSync(scratch, { recursive: true, force: true });
  }, 120_000);

  const search = (query: string, library: string, catalogs = snapshots) =>
    searchTitles(catalogs, new URLSearchParams(`${query}&library=${library}`), context);

  describe.each(NAMES)('of %s', (library) => {
    it.each(REQUESTS)(
      'return the same response to %s from snapshots and from directories',
      (query) => {
        expect(search(query, library)).toEqual(search(query, library, directories));
      },
    );

    it('return every title when all pages are read', () => {
      const count = LIBRARIES[library];
      const pages = Math.ceil(count / 100);
      const seen = new Set<string>();
      for (let page = 1; page <= pages; page++) {
        const body = search(`q=*&limit=100&page=${page}`, library);
        expect(body).toMatchObject({ count, limit: 100, pages, page });
        for (const { id } of body.titles) seen.add(id);
      }
      expect(seen.size).toBe(count);
    });

    it('return the last page for a page past the end', () => {
      for (const query of ['q=*&limit=7', 'q=love&limit=100', 'q=zzzzzz']) {
        const { pages } = search(query, library);
        const last = search(`${query}&page=${pages}`, library);
        expect(last.titles.length).toBe(last.count - (pages - 1) * last.limit);
        expect(search(`${query}&page=${pages + 1}`, library)).toEqual(last);
      }
    });

    it('have the same values in a title and in its summary', () => {
      for (const summary of search('q=*&limit=100&page=30', library).titles) {
        const { title } = getTitle(snapshots, summary.id, {}, context);
        expect(title).toMatchObject(summary);
        expect(getTitle(directories, summary.id, {}, context).title).toEqual(title);
      }
    });
  });

  it('have results in at least one library for every request except q=zzzzzz', () => {
    const counts = REQUESTS.map((query) => NAMES.map((library) => search(query, library).count));
    const empty = REQUESTS.filter((_query, index) => Math.max(...counts[index]) === 0);
    expect(empty).toEqual(['q=zzzzzz']);
  });

  it('find only titles by an author or contributor named Shakespeare in an author search for shakespeare', () => {
    for (const library of NAMES) {
      const { count, titles } = search('q=shakespeare&search_type=author&limit=100', library);
      expect(count).toBeGreaterThan(0);
      for (const { id } of titles) {
        const { title } = getTitle(snapshots, id, {}, context);
        const names = [...(title.authors ?? []), ...(title.additional_contributors ?? [])];
        expect(JSON.stringify(names).toLowerCase()).toContain('shakespeare');
      }
    }
  });

  it('rank a Harry Potter title first for the query rowling harry potter', () => {
    expect(search('q=rowling+harry+potter', 'goodbooks').titles[0].title).toMatch(/Harry Potter/);
  });

  it('find The Hunger Games by the ISBN 9780439023481', () => {
    const { count, titles } = search('q=9780439023481', 'goodbooks');
    expect(count).toBe(1);
    expect(titles[0].title).toMatch(/^The Hunger Games/);
    expect(titles[0].isbns).toContain('9780439023481');
  });

  it('find at least 7 titles by the name of the Harry Potter series', () => {
    const { titles } = search('q=harry+potter&search_type=series', 'goodbooks');
    expect(titles.length).toBeGreaterThanOrEqual(7);
    expect(titles.filter(({ title }) => !title.includes('Harry Potter')).length).toBeLessThan(
      titles.length / 2,
    );
  });

  it('throw error 404 for an unknown title or library, and 400 for an unknown search_type', () => {
    expect(refused(() => getTitle(snapshots, 'nothing', {}, context)).status).toBe(404);
    expect(refused(() => search('q=love', 'nothing')).status).toBe(404);
    expect(refused(() => search('q=love&search_type=words', 'goodbooks')).status).toBe(400);
  });

  it('return the same responses over HTTP from snapshots and from directories', async () => {
    const [files, sources] = [await startTestServer(snapshots), await startTestServer(directories)];
    for (const library of NAMES) {
      for (const query of REQUESTS) {
        const path = `/v1/titles?${query}&library=${library}&api_key=demo`;
        const [one, other] = [await files.send(path), await sources.send(path)];
        expect(one.status).toBe(200);
        expect(one.text.replaceAll(files.baseUrl, '')).toBe(
          other.text.replaceAll(sources.baseUrl, ''),
        );
      }
    }
  });
});
