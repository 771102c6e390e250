import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FileCache } from '../../../src/browser/site/read-pieces.js';
import type { SiteMessage, SiteRelease } from '../../../src/browser/site/site-release.js';
import { createSiteWorker } from '../../../src/browser/site/site-worker.js';
import { encodeCatalog } from '../../../src/snapshot/encoding/catalog-encoder.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { memorySource } from '../../../src/snapshot/source/source.js';
import { textsOf } from '../../../src/texts/page-texts.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';

const SITE = 'https://library.example/catalog/';
const FIRST_PAGE = 'the first page';
const STYLE_SHEET = `${SITE}assets/0/kiosk.css`;

const titles = [book('1', 'Moby-Dick'), book('2', 'Typee')];
const { sections } = encodeCatalog(memorySource(recordsOf({ titles })));
const snapshot = Buffer.concat([...writeSections(sections)]);

/** The snapshot in five pieces, and the files of the host by URL. */
const hosted = new Map<string, Uint8Array<ArrayBuffer>>([
  [SITE, bytesOf(FIRST_PAGE)],
  [STYLE_SHEET, bytesOf('body {}')],
]);
const length = Math.ceil(snapshot.length / 5);
const pieces = Array.from({ length: 5 }, (_, i) => {
  const bytes = snapshot.subarray(i * length, (i + 1) * length);
  const path = `data/${i}.bin`;
  const packed = bytesOf(gzipSync(bytes));
  hosted.set(SITE + path, packed);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { path, size: packed.length, length: bytes.length, digest };
});
const release: SiteRelease = {
  folder: 'assets/0',
  files: ['kiosk.css'],
  manifest: 'site.webmanifest',
  snapshots: [{ name: 'harbour', pieces }],
  pages: {},
};

function bytesOf(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(content));
}

/** A cache with the part of the interface that the site uses. */
class MemoryCache implements FileCache {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  /** The error of `put`, if it fails. */
  problem: Error | undefined;

  async match(url: string): Promise<Response | undefined> {
    const bytes = this.files.get(url);
    return bytes && new Response(bytes);
  }
  async put(url: string, response: Response): Promise<void> {
    if (this.problem !== undefined) throw this.problem;
    this.files.set(url, new Uint8Array(await response.arrayBuffer()));
  }
  async delete(url: string): Promise<boolean> {
    return this.files.delete(url);
  }
  async keys(): Promise<{ url: string }[]> {
    return [...this.files.keys()].map((url) => ({ url }));
  }
}

/** Creates a worker whose cache and host are in memory. */
function createWorker(cache = new MemoryCache(), files: ReadonlyMap<string, Uint8Array> = hosted) {
  const messages: SiteMessage[] = [];
  const requested: string[] = [];
  const worker = createSiteWorker(release, {
    site: SITE,
    languages: ['de-DE', 'en'],
    openCache: async () => cache,
    async fetchFile(request) {
      const url = typeof request === 'string' ? request : request.url;
      requested.push(url);
      const body = files.get(url);
      const response = new Response(body && bytesOf(body), { status: body ? 200 : 404 });
      return Object.defineProperty(response, 'url', { value: url });
    },
    send: (message) => messages.push(message),
  });
  const get = (path: string, headers = {}) => worker.answer(new Request(SITE + path, { headers }));
  return { ...worker, cache, messages, requested, get };
}

/** A request of a browser that opens a page. */
function navigation(path: string): Request {
  return Object.defineProperty(new Request(SITE + path), 'mode', { value: 'navigate' });
}

function without(url: string): ReadonlyMap<string, Uint8Array> {
  return new Map([...hosted].filter(([other]) => other !== url));
}

describe('the service worker of a site', () => {
  it('answers pages and the API after its installation, without a request to the host', async () => {
    const { install, cache, requested } = createWorker();
    await install();
    expect(requested.sort()).toEqual([...hosted.keys()].filter((url) => url !== SITE).sort());
    const { answer, get, requested: later } = createWorker(cache, new Map());
    const page = await (await answer(navigation('search?q=typee'))).text();
    expect(page).toContain('href="/catalog/item/show/2?q=typee&amp;result=1"');
    expect(page).toContain('<link rel="manifest" href="/catalog/assets/0/site.webmanifest">');
    const { titles } = (await (await get('v1/titles?q=typee&library=harbour')).json()) as {
      titles: { details_url: string }[];
    };
    expect(titles.map(({ details_url }) => details_url)).toEqual([`${SITE}item/show/2`]);
    expect((await get('v1/titles/2?api_key=any')).status).toBe(200);
    expect(await (await get('assets/0/kiosk.css')).text()).toBe('body {}');
    expect(later).toEqual([]);
  });

  it('uses the languages of the browser for requests without Accept-Language', async () => {
    const { get } = createWorker();
    expect((await get('help')).headers.get('Content-Language')).toBe('de-DE');
    const french = await get('help', { 'Accept-Language': 'fr' });
    expect(french.headers.get('Content-Language')).toBe('fr-CA');
  });

  it('answers a page with the first page while pieces are missing, even if they cannot be loaded', async () => {
    const { answer, cache, open } = createWorker();
    expect(await (await answer(navigation('search'))).text()).toBe(FIRST_PAGE);
    await open();
    cache.files.set(`${SITE}data/1.bin`, bytesOf('damaged'));
    const damaged = createWorker(cache, without(`${SITE}data/1.bin`));
    expect(await (await damaged.answer(navigation('search'))).text()).toBe(FIRST_PAGE);
  });

  it('redirects index.html to the home page', async () => {
    const { get } = createWorker();
    const { status, headers } = await get('index.html');
    expect([status, headers.get('Location')]).toEqual([302, SITE]);
  });

  it('answers 503 with the problem to a request for the API when the catalog cannot be loaded', async () => {
    const { get } = createWorker(new MemoryCache(), without(`${SITE}data/3.bin`));
    const response = await get('v1/titles/2');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      error: {
        message: `site: expected the stored catalog, found none (${SITE}data/3.bin: expected a file, found status 404); open ${SITE} while there is a network`,
        request: '/catalog/v1/titles/2',
      },
    });
  });

  it('answers a page without a network and without the catalog with a page that says so and tries again', async () => {
    const { answer } = createWorker(new MemoryCache(), new Map());
    for (const [path, language] of [
      ['search?q=typee', 'de-DE'],
      ['search?q=typee&locale=fr-CA', 'fr-CA'],
    ] as const) {
      const response = await answer(navigation(path));
      expect([response.status, response.headers.get('Refresh')]).toEqual([503, '5']);
      const text = await response.text();
      expect(text).toContain(`<h1>${textsOf(language).errors.unavailable}</h1>`);
      expect(text).toContain(STYLE_SHEET.slice('https://library.example'.length));
    }
  });

  it('sends the number of received bytes, up to the size of all pieces', async () => {
    const { install, messages } = createWorker();
    await install();
    const received = messages.map((message) => message.kind === 'progress' && message.received);
    expect(received).toEqual(received.toSorted((a, b) => Number(a) - Number(b)));
    expect(received.at(-1)).toBe(pieces.reduce((sum, { size }) => sum + size, 0));
  });

  it('continues an interrupted download with the missing pieces', async () => {
    const broken = createWorker(new MemoryCache(), without(`${SITE}data/2.bin`));
    const message = `${SITE}data/2.bin: expected a file, found status 404`;
    await expect(broken.install()).rejects.toThrow(message);
    const problem = { kind: 'problem', problem: 'missing', total: snapshot.length, message };
    expect(broken.messages.at(-1)).toEqual(problem);
    const stored = new Set(broken.cache.files.keys());
    expect(stored.size).toBeGreaterThan(2);
    const { install, requested } = createWorker(broken.cache);
    await install();
    const missing = [...hosted.keys()].filter((url) => url !== SITE && !stored.has(url));
    expect(requested).toEqual(missing);
  });

  it('downloads a stored piece again if its bytes were damaged', async () => {
    const { install, cache } = createWorker();
    await install();
    const url = `${SITE}data/4.bin`;
    cache.files.get(url)![7] ^= 1;
    const { get, requested } = createWorker(cache);
    expect((await get('v1/titles/2')).status).toBe(200);
    expect(requested).toEqual([url]);
  });

  it('refuses a downloaded piece with other bytes', async () => {
    const url = `${SITE}data/4.bin`;
    const files = new Map([...hosted, [url, bytesOf(gzipSync('other'))]]);
    const { install, cache } = createWorker(new MemoryCache(), files);
    await expect(install()).rejects.toThrow(
      `${url}: expected the piece of the snapshot that 'carrel site' wrote, found other bytes; upload all files of the site again`,
    );
    expect(cache.files.has(url)).toBe(false);
  });

  it('reports that the browser has no space for the catalog', async () => {
    const cache = new MemoryCache();
    cache.problem = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    const { install, messages } = createWorker(cache);
    await expect(install()).rejects.toThrow('full');
    const problem = {
      kind: 'problem',
      problem: 'storage',
      total: snapshot.length,
      message: 'full',
    };
    expect(messages).toEqual([problem]);
  });

  it('removes the files of other releases', async () => {
    const { install, cache, removeOthers } = createWorker();
    await install();
    const kept = [...cache.files.keys()];
    cache.files.set(`${SITE}data/old.bin`, bytesOf('old'));
    await removeOthers();
    expect([...cache.files.keys()]).toEqual(kept);
  });
});
