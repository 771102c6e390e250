import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { encodeCatalog } from '../../../src/snapshot/encoding/catalog-encoder.js';
import { sourceDirectory } from '../../../src/snapshot/file/source-file.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { DEMO } from '../../shared-data.js';
import * as node from './browser-entry.js';

const ENTRY = join(import.meta.dirname, 'browser-entry.ts');

/** The browser globals that the bundle may use in addition to the globals of ECMAScript. */
const BROWSER = { TextDecoder, TextEncoder, URL, URLSearchParams };

async function bundleForBrowser(): Promise<string> {
  const bundled = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: ENTRY, formats: ['iife'], name: 'carrel' },
    },
  })) as Rolldown.RolldownOutput[];
  return bundled[0].output[0].code;
}

describe('a snapshot in a bundle for browsers', () => {
  it('returns the same results for all operations as in Node, without any module of Node', async () => {
    const code = await bundleForBrowser();
    expect(code).not.toMatch(/__vite-browser-external|["']node:|new MiniSearch|class MiniSearch/);

    const { sections } = encodeCatalog(sourceDirectory(join(DEMO, 'alderwick')));
    const bytes = new Uint8Array(Buffer.concat([...writeSections(sections)]));
    const browser = createContext({ ...BROWSER, bytes });
    runInContext(code, browser);
    const json = runInContext(
      `const buffer = new ArrayBuffer(bytes.length);
       new Uint8Array(buffer).set(bytes);
       const catalog = carrel.openSnapshot(carrel.memoryBytes('alderwick', buffer));
       JSON.stringify((${callEveryOperation})(carrel, [catalog]))`,
      browser,
    );
    const results = JSON.parse(json);
    const catalog = node.openSnapshot(node.memoryBytes('alderwick', bytes.buffer));
    expect(results).toEqual(JSON.parse(JSON.stringify(callEveryOperation(node, [catalog]))));
    expect(results.found.titles[0].title).toBe('Moby-Dick');
    expect(results.title.title.pages).toBe(720);
    expect(results.session.user.name).toBe('inkwell');
    expect(results.list.list.id).toBe('500101');
    expect(results.content.count).toBe(78);
    expect(results.lists.count).toBe(4);
    expect(results.contentOfUser.count).toBe(8);
    expect(results.suggestions.suggestions[0].text).toBe('Moby-Dick');
  });
});

/**
 * Calls all operations. The test runs the source text of this function in another context, where the
 * variables of this module do not exist.
 */
function callEveryOperation(carrel: typeof node, catalogs: Catalog[]) {
  const context = { baseUrl: 'http://localhost', now: new Date('2026-11-01T00:00:00Z') };
  const library = 'alderwick';
  return {
    found: carrel.searchTitles(catalogs, { q: 'moby dick', library, metadata: 1 }, context),
    title: carrel.getTitle(catalogs, '0000001101', {}, context),
    content: carrel.listUserContent(catalogs, { library }, context),
    list: carrel.getList(catalogs, '500101', {}, context),
    lists: carrel.listListsOfUser(catalogs, '1008', {}, context),
    contentOfUser: carrel.listContentOfUser(catalogs, '1001', {}, context),
    session: carrel.getSession(catalogs, 'c7f1e09b42d84a6ea3d5b81f6027cc9e41d0f35a', {}, context),
    suggestions: carrel.suggest(catalogs, { q: 'mob', library }),
  };
}
