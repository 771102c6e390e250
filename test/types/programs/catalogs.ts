/** Programs that open catalogs. Lines after `@ts-expect-error` do not compile. */
import {
  applyChanges,
  type Catalog,
  createApi,
  createCatalog,
  getTitles,
  openCatalog,
  openCatalogs,
  type RecordCounts,
} from 'carrel';
import * as browser from 'carrel/browser';
import { createFetchHandler, createRequestListener, type Site } from 'carrel/http';
import { createKiosk } from 'carrel/kiosk';
import { startServer, warmUp } from 'carrel/server';

declare function print(...values: readonly unknown[]): void;

const catalog: Catalog = openCatalog('branch.snapshot');
const date: string = catalog.library.snapshot_date;
const counts: RecordCounts = catalog.counts;
const {
  source,
  fingerprint,
  changed,
}: { source: string; fingerprint: string; changed?: string | undefined } = catalog;
print(date, counts.titles + counts.userContent, source, fingerprint, changed);

// @ts-expect-error: records are read with getTitles and iterateTitles
print(catalog.titles);
// @ts-expect-error: records are read with listUserContent
print(catalog.userContent);
// @ts-expect-error: a catalog is immutable
catalog.library.name = 'Branch';
// @ts-expect-error: only functions of Carrel create catalogs
const copy: Catalog = { source, fingerprint, library: catalog.library, counts };
// @ts-expect-error: a path is not a catalog
getTitles(['branch.snapshot'], ['1']);

// @ts-expect-error: internal types are not exported
export type { Titles } from 'carrel';
// @ts-expect-error: other files of the package cannot be imported
export type { Users } from 'carrel/dist/catalog/catalog.js';

const created: Catalog = createCatalog({
  library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
  titles: [{ id: '1', title: 'Emma', format: { id: 'BK' } }],
});
createCatalog({
  library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
  // @ts-expect-error: a title has a format
  titles: [{ id: '1', title: 'Emma' }],
});
const next: Catalog = applyChanges(created, [{ op: 'delete', kind: 'titles', id: '1' }]);
// @ts-expect-error: titles
applyChanges(created, [{ op: 'delete', kind: 'title', id: '1' }]);

// Catalogs of carrel and of carrel/browser are the same type.
const opened: Catalog = browser.openCatalog(new Uint8Array(), 'branch.snapshot');
const fetched: Promise<Catalog> = browser.fetchCatalog('/branch.snapshot');

const site: Site = Object.assign(() => undefined, {
  warmUpPaths: ({ library }: Catalog) => [`/search?library=${library.id}`],
});

export async function serve(): Promise<void> {
  await using set = await openCatalogs(['branch.snapshot'], {
    watch: true,
    prepare: (catalogs) => warmUp(catalogs),
    onError: ({ message }) => print(message),
  });
  set.on('replaced', ({ library, titles }) => print(library.length, titles + 1));
  // @ts-expect-error: replaced
  set.on('replace', () => {});
  const { replaced, refused } = await set.refresh();
  print(replaced[0]?.date, refused[0]?.length);

  const baseUrl = 'https://api.example.org';
  createRequestListener({ catalogs: set, apiKeys: ['secret'], baseUrl, site: createKiosk() });
  // @ts-expect-error: apiKeys
  createRequestListener({ catalogs: set, baseUrl });
  // @ts-expect-error: cacheSize
  createRequestListener({ catalogs: set, apiKeys: ['secret'], baseUrl, cachSize: 0 });
  const response: Response | Promise<Response> | undefined = createFetchHandler({ catalogs: set })(
    new Request(baseUrl),
  );
  const server = await startServer({
    catalogs: set.current,
    apiKeys: ['secret'],
    site,
    host: '127.0.0.1',
    port: 0,
  });
  await server.close();
  const api = createApi({ catalogs: [opened, await fetched, next, copy] });
  print(response, api.getTitles(['1'])[0]?.title);
}
