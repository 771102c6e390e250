import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchCatalog, openCatalog } from '../../src/browser/open-catalog.js';
import { encodeCatalog } from '../../src/snapshot/encode-catalog.js';
import { writeSections } from '../../src/snapshot/format/write-sections.js';
import { sourceInMemory } from '../../src/snapshot/source.js';
import { searchTitles } from '../../src/v1/titles.js';
import { book, recordsOf } from '../catalog/catalog-of.js';

function snapshot(): ArrayBuffer {
  const records = recordsOf({ titles: [book('1', 'Moby-Dick')] });
  const { sections } = encodeCatalog(sourceInMemory(records));
  return new Uint8Array(Buffer.concat([...writeSections(sections)])).buffer;
}

const context = { baseUrl: 'https://kiosk.example' };
const whale = { q: 'moby dick', library: 'harbour' };

/** The address of a server that has one file, `/harbour.snapshot`. */
async function served(file: ArrayBuffer): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/harbour.snapshot' ? 200 : 404;
    response.end(url === '/harbour.snapshot' ? Buffer.from(file) : 'nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a catalog in a browser', () => {
  it('opens from the bytes of a snapshot', () => {
    const catalog = openCatalog(snapshot());
    expect(searchTitles([catalog], whale, context).titles[0].title).toBe('Moby-Dick');
  });

  it('opens from the address of a snapshot', async () => {
    const catalog = await fetchCatalog(`${await served(snapshot())}/harbour.snapshot`);
    expect(searchTitles([catalog], whale, context).count).toBe(1);
  });

  it('is refused by name when its bytes are not those of a snapshot', () => {
    const bytes = new TextEncoder().encode('<!doctype html>'.repeat(20)).buffer;
    expect(() => openCatalog(bytes, 'branch.snapshot')).toThrow(
      'branch.snapshot is not a Carrel snapshot: it does not begin as one.',
    );
  });

  it('is refused with the status of the server that has none', async () => {
    const url = `${await served(snapshot())}/other.snapshot`;
    await expect(fetchCatalog(url)).rejects.toThrow(`${url} gave status 404; wanted a snapshot.`);
  });
});
