import { describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { sampleCatalog } from '../../src/catalog/catalog-sample.js';
import { NARROWINGS } from '../../src/catalog/narrowings.js';
import { SORTS } from '../../src/catalog/sort-keys.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import type { Log } from '../../src/server/log.js';
import { apiPaths, shortPath, warmUp } from '../../src/server/warm-up.js';
import { SnapshotError } from '../../src/snapshot/format/container/snapshot-error.js';
import { findOperation, OPERATIONS } from '../../src/v1/operations.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import type { Site } from '../../src/web/web-request.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer } from '../http/test-server.js';
import { openedCatalog } from '../shared-data.js';

const small = () => catalogOf({ titles: [book('1', 'Moby-Dick'), book('2', 'Typee')] });

/** Creates a site with these warm-up paths, which calls `onRequest` with each path that is requested. */
function siteWith(paths: readonly string[], onRequest: (path: string) => void): Site {
  return Object.assign(
    ({ path }: { path: string }) => {
      onRequest(path);
      return undefined;
    },
    { warmUpPaths: () => paths },
  );
}

function recordingLog() {
  const events: Record<string, unknown>[] = [];
  const log: Log = {
    level: 'error',
    info() {},
    error: (event, fields) => events.push({ event, ...fields }),
  };
  return { log, events };
}

describe('sampleCatalog', () => {
  it('returns the words of the titles, the most common first, and a value of each narrowing', () => {
    const sample = sampleCatalog(
      catalogOf({
        titles: [
          book('1', 'The White Whale'),
          book('2', 'A Whale Hunt', { authors: [{ name: 'Ishmael' }] }),
          book('3', 'On the Ocean'),
        ],
      }),
    );
    expect(sample.titles.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(sample.words).toEqual(['whale', 'white', 'hunt', 'ocean']);
    expect(sample.frequentWord).toBe('the');
    expect(sample.rarestWord).toBe('white');
    expect(sample.values).toMatchObject({ title_format: 'BK', author: 'Ishmael' });
  });

  it('returns the rarest of the most frequent values of each narrowing', () => {
    const { titles } = openedCatalog('alderwick');
    const { values } = sampleCatalog(openedCatalog('alderwick'));
    for (const narrowing of NARROWINGS) {
      const column = titles.columns[narrowing];
      const counts = new Uint32Array(column.dictionary.size);
      for (let number = 0; number < titles.size; number++) {
        for (const ord of column.valuesOf(number)) counts[ord]++;
      }
      const count = counts[titles.valueOrd(narrowing, values[narrowing] ?? '')];
      expect(counts.filter((other) => other > count).length).toBeLessThan(20);
    }
  });

  it('returns empty lists for a catalog without titles', () => {
    expect(sampleCatalog(catalogOf({}))).toEqual({
      titles: [],
      words: [],
      rarestWord: 'library',
      values: {},
    });
  });
});

describe('The paths of a warm-up', () => {
  const alderwick = openedCatalog('alderwick');
  const paths = apiPaths(alderwick, sampleCatalog(alderwick));
  const valuesOf = (name: string) =>
    new Set(paths.map((path) => new URLSearchParams(path.split('?')[1]).get(name)));

  it('contain every operation except getSession', () => {
    const names = new Set(paths.map((path) => findOperation(path.split('?')[0])?.name));
    const { getSession: _, ...others } = OPERATIONS;
    expect(names).toEqual(new Set(Object.keys(others)));
  });

  it('contain every sort order, search type and narrowing', () => {
    for (const sort of SORTS) expect(valuesOf('sort')).toContain(sort);
    for (const type of ['author', 'subject', 'series', 'tag', 'custom']) {
      expect(valuesOf('search_type')).toContain(type);
    }
    const { columns } = alderwick.titles;
    for (const narrowing of NARROWINGS.filter((name) => columns[name].dictionary.size > 0)) {
      expect(valuesOf(narrowing).size).toBeGreaterThan(1);
    }
  });

  it('are at most 60, together with the pages of the kiosk and two requests for suggestions', () => {
    for (const catalog of [alderwick, openedCatalog('meridian')]) {
      const requests = apiPaths(catalog, sampleCatalog(catalog));
      const pages = createKiosk().warmUpPaths?.(catalog) ?? [];
      expect(requests.length + pages.length + 2).toBeLessThanOrEqual(60);
    }
  });

  it('return 200 from a server, as do the pages of the kiosk', async () => {
    const site = createKiosk();
    for (const catalog of [openedCatalog('meridian'), small(), catalogOf({})]) {
      const { send } = await startTestServer([catalog], { site, open: true });
      const requests = apiPaths(catalog, sampleCatalog(catalog));
      for (const path of [...requests, ...(site.warmUpPaths?.(catalog) ?? [])]) {
        expect([path, (await send(path)).status]).toEqual([path, 200]);
      }
    }
  });
});

it('The request of the warm-up of a further catalog finds few titles', () => {
  const alderwick = openedCatalog('alderwick');
  const path = shortPath(alderwick, sampleCatalog(alderwick));
  const params = new URLSearchParams(path.split('?')[1]);
  const { count } = searchTitles([alderwick], params, { baseUrl: '' });
  expect(count).toBeGreaterThan(0);
  expect(count * 100).toBeLessThan(alderwick.titles.size);
});

describe('warmUp', () => {
  it('resolves after some requests, and makes the other requests later', async () => {
    const requested: string[] = [];
    const site = siteWith(['/a', '/b'], (path) => requested.push(path));
    const catalog = small();
    await warmUp([catalog], { site, readyAfter: 1 });
    expect(requested).toEqual([]);
    await warmUp([catalog], { site });
    expect(requested).toEqual(['/a', '/b']);
  });

  it('requests the pages of the site only for its first catalog', async () => {
    const requested: string[] = [];
    const site = siteWith(['/a', '/b?c=d'], (path) => requested.push(path));
    const catalog = small();
    await Promise.all([warmUp([catalog], { site }), warmUp([catalog], { site })]);
    await warmUp([small()], { site });
    expect(requested).toEqual(['/a', '/b']);
  });

  it('requests the pages of the site for a catalog with titles after one without titles', async () => {
    const site = siteWith([], () => {});
    const requested: (readonly string[])[] = [];
    const warmUpPaths = ({ titles }: Catalog) => {
      requested.push(Array.from({ length: titles.size }, (_, number) => titles.id(number)));
      return [];
    };
    const empty = catalogOf({ library: { id: 'empty' } });
    await warmUp([empty, small()], { site: Object.assign(site, { warmUpPaths }) });
    expect(requested).toEqual([['1', '2']]);
  });

  it('requests all paths and pages for the next catalog until no request throws an error', async () => {
    vi.resetModules();
    const { warmUp } = await import('../../src/server/warm-up.js');
    let isDamaged = true;
    const requested: string[] = [];
    const site = siteWith(['/a'], (path) => {
      requested.push(path);
      if (isDamaged) throw new Error('damaged');
    });
    /** Returns the number of summaries of titles that the warm-up of a new catalog reads. */
    async function summariesOfWarmUp(): Promise<number> {
      const catalog = small();
      let summaries = 0;
      const pick: Catalog['titles']['pick'] = (number, fields) => {
        if (fields.length > 1) summaries++;
        if (fields.length > 1 && isDamaged) throw new Error('damaged');
        return catalog.titles.pick(number, fields);
      };
      const { log } = recordingLog();
      await warmUp([{ ...catalog, titles: { ...catalog.titles, pick } }], { site, log });
      return summaries;
    }
    const first = await summariesOfWarmUp();
    expect(await summariesOfWarmUp()).toBe(first);
    expect(requested).toEqual(['/a', '/a']);
    isDamaged = false;
    expect(await summariesOfWarmUp()).toBeGreaterThan(first);
    expect(await summariesOfWarmUp()).toBeLessThan(first);
    expect(requested).toEqual(['/a', '/a', '/a']);
  });

  it('logs the error of a request that throws, and continues', async () => {
    const { log, events } = recordingLog();
    const requested: string[] = [];
    const site = siteWith(['/bad', '/good'], (path) => {
      requested.push(path);
      if (path === '/bad') throw new Error('damaged');
    });
    await warmUp([small()], { site, log });
    expect(requested).toEqual(['/bad', '/good']);
    expect(events).toMatchObject([{ event: 'warm-up request failed', request: '/bad' }]);
  });

  it('logs an error and resolves when no title can be read', async () => {
    const { log, events } = recordingLog();
    const catalog = small();
    const pick = () => {
      throw new Error('damaged');
    };
    const damaged: Catalog = { ...catalog, titles: { ...catalog.titles, pick } };
    await warmUp([damaged], { log });
    expect(events).toMatchObject([{ event: 'warm-up request failed', request: 'sample' }]);
  });

  it('logs damage of a snapshot with the file and the section, and without a stack trace', async () => {
    const { log, events } = recordingLog();
    const catalog = small();
    const section = 'titles.summary.bytes';
    const pick = () => {
      throw new SnapshotError('a.snapshot', 'damaged', 'damaged; copy it again', { section });
    };
    await warmUp([{ ...catalog, titles: { ...catalog.titles, pick } }], { log });
    expect(events).toEqual([
      {
        event: 'snapshot damaged',
        request: 'sample',
        file: 'a.snapshot',
        section,
        reason: 'a.snapshot: damaged; copy it again',
      },
    ]);
  });

  it('logs an error and resolves when the id of a user cannot be read', async () => {
    vi.resetModules();
    const { warmUp } = await import('../../src/server/warm-up.js');
    const { log, events } = recordingLog();
    const catalog = catalogOf({
      titles: [book('1', 'Typee')],
      users: [{ id: 1, name: 'ishmael' }],
    });
    const id = () => {
      throw new Error('damaged');
    };
    await warmUp([{ ...catalog, users: { ...catalog.users, id } }], { log });
    expect(events).toMatchObject([
      { event: 'warm-up request failed', request: 'paths of the API' },
    ]);
  });

  it('lets other tasks run between two requests', async () => {
    const order: string[] = [];
    const site = siteWith(['/a', '/b'], (path) => {
      order.push(path);
      setImmediate(() => order.push(`after ${path}`));
    });
    await warmUp([small()], { site });
    expect(order.slice(0, 3)).toEqual(['/a', 'after /a', '/b']);
  });
});
