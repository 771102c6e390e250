import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { encodeCatalog } from '../../../src/snapshot/encode-catalog.js';
import { sourceDirectory } from '../../../src/snapshot/file/source-directory.js';
import { writeSections } from '../../../src/snapshot/format/write-sections.js';
import { DEMO } from '../../shared-data.js';
import * as here from './browser-entry.js';

const ENTRY = join(import.meta.dirname, 'browser-entry.ts');

/** What a browser has and the language does not. */
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

describe('From the bytes of a snapshot to an answer', () => {
  it('nothing needs Node: bundled for a browser, all operations answer from an ArrayBuffer as they do here', async () => {
    const code = await bundleForBrowser();
    expect(code).not.toMatch(/__vite-browser-external|["']node:|new MiniSearch|class MiniSearch/);

    const { sections } = encodeCatalog(sourceDirectory(join(DEMO, 'alderwick')));
    const bytes = new Uint8Array(Buffer.concat([...writeSections(sections)]));
    const browser = createContext({ ...BROWSER, bytes });
    runInContext(code, browser);
    const answered = runInContext(
      `const buffer = new ArrayBuffer(bytes.length);
       new Uint8Array(buffer).set(bytes);
       const catalog = carrel.openSnapshot(carrel.bytesInMemory('alderwick', buffer));
       JSON.stringify((${askEverything})(carrel, [catalog]))`,
      browser,
    );
    const answers = JSON.parse(answered);
    const catalog = here.openSnapshot(here.bytesInMemory('alderwick', bytes.buffer));
    expect(answers).toEqual(JSON.parse(JSON.stringify(askEverything(here, [catalog]))));
    expect(answers.found.titles[0].title).toBe('Moby-Dick');
    expect(answers.title.title.pages).toBe(720);
    expect(answers.session.user.name).toBe('inkwell');
    expect(answers.list.list.id).toBe('500101');
    expect(answers.content.count).toBe(78);
    expect(answers.lists.count).toBe(4);
    expect(answers.contentOfUser.count).toBe(8);
    expect(answers.suggestions.suggestions[0].text).toBe('Moby-Dick');
  });
});

/** All operations. Its text runs in the browser too, so it refers to nothing but what it is given. */
function askEverything(carrel: typeof here, catalogs: Catalog[]) {
  const context = { baseUrl: 'http://localhost', now: new Date('2026-11-01T00:00:00Z') };
  const library = 'alderwick';
  return {
    found: carrel.searchTitles(catalogs, { q: 'moby dick', library, metadata: 1 }, context),
    title: carrel.getTitle(catalogs, '0000001101', context),
    content: carrel.listUserContent(catalogs, { library }, context),
    list: carrel.getList(catalogs, '500101', context),
    lists: carrel.listListsOfUser(catalogs, '1008', {}, context),
    contentOfUser: carrel.listContentOfUser(catalogs, '1001', {}, context),
    session: carrel.getSession(catalogs, 'c7f1e09b42d84a6ea3d5b81f6027cc9e41d0f35a', context),
    suggestions: carrel.suggest(catalogs, { q: 'mob', library }),
  };
}
