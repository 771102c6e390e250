import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchCatalog, openCatalog } from '../../src/browser/open-catalog.js';
import { encodeCatalog } from '../../src/snapshot/encoding/catalog-encoder.js';
import { writeSections } from '../../src/snapshot/format/container/write-sections.js';
import { memorySource } from '../../src/snapshot/source/source.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, recordsOf } from '../catalog/catalog-of.js';

function snapshot(): ArrayBuffer {
  const records = recordsOf({ titles: [book('1', 'Moby-Dick')] });
  const { sections } = encodeCatalog(memorySource(records));
  return new Uint8Array(Buffer.concat([...writeSections(sections)])).buffer;
}

const context = { baseUrl: 'https://kiosk.example' };
const query = { q: 'moby dick', library: 'harbour' };

/** Starts a server that has only `/harbour.snapshot`, and returns the base URL of the server. */
async function serve(file: ArrayBuffer): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/harbour.snapshot' ? 200 : 404;
    response.end(url === '/harbour.snapshot' ? Buffer.from(file) : 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('openCatalog', () => {
  it('opens the bytes of a snapshot', () => {
    const catalog = openCatalog(snapshot());
    expect(searchTitles([catalog], query, context).titles[0].title).toBe('Moby-Dick');
  });

  it.each([0, 1, 4, 8, 64])(
    'opens a view of the bytes that begins at %i in its buffer',
    (begin) => {
      const bytes = new Uint8Array(snapshot());
      const buffer = new ArrayBuffer(begin + bytes.length + 3);
      const view = new Uint8Array(buffer, begin, bytes.length);
      view.set(bytes);
      for (const same of [view, Buffer.from(buffer, begin, bytes.length)]) {
        const { titles } = searchTitles([openCatalog(same)], query, context);
        expect(titles[0].title).toBe('Moby-Dick');
      }
    },
  );

  it('rejects bytes that are not a snapshot, and reports their name', () => {
    const bytes = new TextEncoder().encode('<!doctype html>'.repeat(20)).buffer;
    expect(() => openCatalog(bytes, 'branch.snapshot')).toThrow(
      'branch.snapshot: expected a Carrel snapshot, found other data; `carrel build` and `buildSnapshot` write snapshots',
    );
  });
});

describe('fetchCatalog', () => {
  it('opens the snapshot at a URL', async () => {
    const catalog = await fetchCatalog(`${await serve(snapshot())}/harbour.snapshot`);
    expect(searchTitles([catalog], query, context).count).toBe(1);
  });

  it('rejects a response with an error status, and reports the URL and the status', async () => {
    const url = `${await serve(snapshot())}/other.snapshot`;
    await expect(fetchCatalog(url)).rejects.toThrow(
      `${url}: expected a snapshot, found status 404`,
    );
  });
});
