import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { encodeCatalog } from '../../../src/snapshot/encode-catalog.js';
import { sourceDirectory } from '../../../src/snapshot/file/source-directory.js';
import { writeSections } from '../../../src/snapshot/format/write-sections.js';
import { DEMO } from '../../shared-data.js';

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
  it('nothing needs Node: the code is bundled for a browser and answers from an ArrayBuffer', async () => {
    const code = await bundleForBrowser();
    expect(code).not.toMatch(/__vite-browser-external|["']node:|new MiniSearch|class MiniSearch/);

    const { sections } = encodeCatalog(sourceDirectory(join(DEMO, 'alderwick')));
    const bytes = new Uint8Array(Buffer.concat([...writeSections(sections)]));
    const browser = createContext({ ...BROWSER, bytes });
    runInContext(code, browser);
    const answer = runInContext(
      `const buffer = new ArrayBuffer(bytes.length);
       new Uint8Array(buffer).set(bytes);
       const catalog = carrel.openSnapshot(carrel.bytesInMemory('alderwick', buffer));
       const context = { baseUrl: 'http://localhost' };
       JSON.stringify([
         carrel.searchTitles([catalog], { q: 'moby dick', library: 'alderwick' }, context),
         carrel.getTitle([catalog], '0000001101', context),
         carrel.getSession([catalog], 'c7f1e09b42d84a6ea3d5b81f6027cc9e41d0f35a', context),
       ])`,
      browser,
    );
    const [found, title, session] = JSON.parse(answer);
    expect(found.titles[0].title).toBe('Moby-Dick');
    expect(title.title.pages).toBe(720);
    expect(session.user.name).toBe('inkwell');
  });
});
