/*
 * The folder that `carrel site` writes: the pieces of the snapshots, the assets, the first page, and the script of the
 * service worker.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SiteRelease, SiteSnapshot, SnapshotPiece } from '../browser/site/site-release.js';
import type { Catalog } from '../catalog/catalog.js';
import { type AssetFile, assetFolder, readAssets } from '../kiosk/create-kiosk.js';
import { Html, html } from '../kiosk/html.js';
import { languageOf } from '../kiosk/language.js';
import type { KioskOptions } from '../kiosk/page-view.js';
import { snapshotSections } from '../snapshot/changes/catalog-source.js';
import { checksum } from '../snapshot/file/read-snapshot-sections.js';
import { writeAtomically } from '../snapshot/file/writing/write-atomically.js';
import type { SectionData } from '../snapshot/format/container/sections.js';
import { writeSections } from '../snapshot/format/container/write-sections.js';
import { replaceSections } from '../snapshot/format/open-sections.js';
import { addSessions } from '../snapshot/format/user-records.js';
import { moduleUrl } from '../snapshot/worker-options.js';
import { LOCALES, languageCodeOf } from '../texts/locales.js';
import { textsOf } from '../texts/page-texts.js';

/** A site that was written. */
export interface WrittenSite {
  readonly files: number;
  /** The size in bytes of the files that a browser downloads at the first visit. */
  readonly size: number;
}

/** The number of bytes of a snapshot in one file. Some hosts accept files of at most 25 MB. */
const PIECE_BYTES = 1 << 22;

const HASH_DIGITS = 16;

/** The program of the service worker, which the script `worker.js` loads. */
const PROGRAM = 'site-worker.js';
const MANIFEST = 'site.webmanifest';

/** The script of the service worker, which is written before {@link PAGES}. */
const WORKER = 'worker.js';
/** The first page. Hosts show the second file at the addresses of titles and searches. */
const PAGES = ['index.html', '404.html'] as const;

/** The script of the first page, which contains the text of the script. */
const FIRST_PAGE_SCRIPT = 'first-page.js';

const ICON_SIZES = [192, 512] as const;

/** Matches the files and folders that an earlier site may have left, by folder. */
const OWN_NAMES: Readonly<Record<string, RegExp>> = {
  assets: /^[0-9a-f]{16}$/,
  data: /^[0-9a-f]{16}\.bin$/,
};

/**
 * Writes a folder with a site that answers pages and `/v1` in the browser. The scripts are written last, so that a site
 * that is updated in place works at any time. Files of an earlier site are removed. Other files in the folder are kept.
 *
 * @param directory the folder, which is created if it does not exist
 * @param catalogs the catalogs; their sessions are left out
 * @param pages the options of the pages
 * @throws Error if the folder cannot be created or has the pages of another site, or if a file cannot be written
 */
export function writeSite(
  directory: string,
  catalogs: readonly Catalog[],
  pages: KioskOptions = {},
): WrittenSite {
  createFolder(directory);
  refuseOtherSite(directory);
  for (const name of Object.keys(OWN_NAMES)) createFolder(join(directory, name));
  const written = new Set<string>();
  let size = 0;
  const write = (path: string, body: Uint8Array) => {
    createFolder(dirname(join(directory, path)));
    writeAtomically(join(directory, path), [body]);
    written.add(path);
    size += body.length;
  };
  const snapshots = catalogs.map((catalog) => writePieces(catalog, write));

  const total = snapshots
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, piece) => sum + piece.size, 0);
  const name = nameOf(catalogs);
  const assets = readAssets();
  const script = assets.find((file) => file.name === FIRST_PAGE_SCRIPT)?.body ?? new Uint8Array();
  const files: readonly AssetFile[] = [
    ...assets.filter((file) => file.name !== FIRST_PAGE_SCRIPT),
    { name: PROGRAM, body: readFileSync(programUrl()) },
    { name: MANIFEST, body: Buffer.from(manifestOf(name)) },
  ];
  const folder = assetFolder(files).slice(1);
  for (const file of files) write(`${folder}/${file.name}`, file.body);

  const release: SiteRelease = {
    folder,
    files: files.map((file) => file.name).filter((file) => file !== PROGRAM),
    manifest: MANIFEST,
    snapshots,
    pages,
  };
  write(WORKER, Buffer.from(workerScript(release)));
  const page = (head: Html) =>
    Buffer.from(firstPage(name, Buffer.from(script).toString(), total, head));
  write(PAGES[0], page(descriptionOf(name, catalogs)));
  // Search engines do not list the page at the addresses of titles and searches, where its text is the same.
  writeAtomically(join(directory, PAGES[1]), [page(html`<meta name="robots" content="noindex">`)]);
  written.add(PAGES[1]);
  removeOthers(directory, written);
  return { files: written.size, size };
}

/**
 * Creates a folder and its missing parents, one by one. With `recursive`, `mkdirSync` does not return in a folder such as
 * `/proc`, where nothing can be created.
 *
 * @throws Error if the path is a file or a link to a missing folder, or if the folder cannot be created
 */
function createFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) createFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const found = code === 'EEXIST' ? nonFolder(path) : `an error (${message})`;
    throw new Error(
      `${path}: expected a folder or a new path, found ${found}; choose another folder`,
    );
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Describes what a path is in place of a folder. */
function nonFolder(path: string): string {
  return existsSync(path) ? 'a file' : 'a symbolic link to a missing folder';
}

/** Returns the URL of the program of the service worker, which `rolldown.config.js` bundles. */
function programUrl(): URL {
  return new URL(`../browser/${PROGRAM}`, moduleUrl(import.meta.url));
}

/** Matches the first line of the script of every site. */
const SCRIPT_START = /^importScripts\("assets\/[0-9a-f]{16}\/site-worker\.js"\);\n/;

/** @throws Error if a folder has files that a site would replace, and that no earlier site has written */
function refuseOtherSite(directory: string): void {
  const script = join(directory, WORKER);
  const isFile = statSync(script, { throwIfNoEntry: false })?.isFile() ?? false;
  if (isFile && SCRIPT_START.test(readFileSync(script, 'utf8'))) return;
  const other = [WORKER, ...PAGES].map((name) => join(directory, name)).find(existsSync);
  if (other === undefined) return;
  throw new Error(
    `${other}: expected no file, or a file that 'carrel site' wrote, found another file; choose another folder, or remove the file`,
  );
}

function workerScript(release: SiteRelease): string {
  const program = JSON.stringify(`${release.folder}/${PROGRAM}`);
  return `importScripts(${program});\ncarrelSite.start(${JSON.stringify(release)});\n`;
}

/** Returns the name of the library, or the word for "Catalog" if the site has several libraries. */
function nameOf(catalogs: readonly Catalog[]): string {
  return catalogs.length === 1 ? catalogs[0].library.name : textsOf(undefined).layout.catalog;
}

/** Renders what search engines and other sites show of the entry page. */
function descriptionOf(name: string, catalogs: readonly Catalog[]): Html {
  const { formatCount, texts } = languageOf(LOCALES[0]);
  const titles = catalogs.reduce((sum, catalog) => sum + catalog.titles.size, 0);
  const libraries = catalogs.map(({ library }) => library.name).join(', ');
  const description = `${texts.search.label}: ${libraries}. ${formatCount(texts.counts.titles, titles)}.`;
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">`;
}

function manifestOf(name: string): string {
  return JSON.stringify({
    name,
    short_name: name,
    // The addresses are relative to the folder of the manifest.
    start_url: '../../',
    scope: '../../',
    display: 'standalone',
    background_color: '#faf8f3',
    theme_color: '#0e4748',
    icons: [
      ...ICON_SIZES.map((pixels) => ({
        src: `icon-${pixels}.png`,
        sizes: `${pixels}x${pixels}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  });
}

/** Writes the snapshot of a catalog without its sessions, in compressed pieces. */
function writePieces(
  catalog: Catalog,
  write: (path: string, body: Uint8Array) => void,
): SiteSnapshot {
  const sessions = new Map<string, SectionData>();
  addSessions(sessions, []);
  const sections = snapshotSections(replaceSections(catalog, new Map([['sessions', sessions]])));
  const pieces = Array.from(cut(writeSections(sections, checksum)), (bytes): SnapshotPiece => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    // Hosts send some other extensions with a Content-Encoding, so that browsers unpack the file.
    const path = `data/${digest.slice(0, HASH_DIGITS)}.bin`;
    const packed = gzipSync(bytes, { level: 9 });
    write(path, packed);
    return { path, size: packed.length, length: bytes.length, digest };
  });
  return { name: catalog.library.id, pieces };
}

/** Cuts bytes into pieces of {@link PIECE_BYTES}, except for the last piece. */
function* cut(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  for (const chunk of chunks) {
    for (let done = 0; done < chunk.length; ) {
      const part = chunk.subarray(done, done + PIECE_BYTES - filled);
      piece.set(part, filled);
      filled += part.length;
      done += part.length;
      if (filled < PIECE_BYTES) continue;
      yield piece;
      piece = new Uint8Array(PIECE_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** Removes the files of an earlier site that the written site does not have. */
function removeOthers(directory: string, written: ReadonlySet<string>): void {
  for (const [folder, names] of Object.entries(OWN_NAMES)) {
    for (const name of readdirSync(join(directory, folder))) {
      const path = `${folder}/${name}`;
      const isWritten = [...written].some((file) => file === path || file.startsWith(`${path}/`));
      if (names.test(name) && !isWritten) rmSync(join(directory, path), { recursive: true });
    }
  }
}

const STYLE = `
:root { color-scheme: light dark; --background: #faf8f3; --text: #1d2528; --accent: #0d5757 }
@media (prefers-color-scheme: dark) { :root { --background: #14191b; --text: #ece8df; --accent: #86d3c6 } }
body { margin: 0; background: var(--background); color: var(--text) }
main { min-block-size: 100dvb; display: grid; place-content: center; justify-items: center; gap: 1rem;
  padding: 1.5rem; box-sizing: border-box; text-align: center;
  font: 1.05rem / 1.5 system-ui, sans-serif }
h1 { margin: 0; font: 1.9rem / 1.25 Georgia, "Noto Serif", serif }
p { margin: 0; max-inline-size: 34rem }
progress { inline-size: min(20rem, 80vi); accent-color: var(--accent) }
noscript p + p { margin-block-start: 1rem }
#cause { font-size: .8rem; overflow-wrap: anywhere }
`;

/**
 * Renders the first page of a site, which is shown until the catalog has arrived. The page contains its script and its
 * style sheet, because a host also shows it at addresses in other folders.
 *
 * @param name the name of the site
 * @param script the text of the script `first-page.js`
 * @param total the number of bytes of the catalog to download
 * @param head further elements of the head
 */
function firstPage(name: string, script: string, total: number, head: Html): string {
  const texts = Object.fromEntries(
    LOCALES.map((locale) => [languageCodeOf(locale), textsOf(locale).first_page]),
  );
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    `script-src ${hashSource(script)}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const unsupported = Object.entries(texts).map(
    ([language, { unsupported }]) => html`<p lang="${language}">${unsupported}</p>\n`,
  );
  // A script element ends at the first `</script`, and `<!--` changes how its end is found.
  const json = JSON.stringify(texts).replaceAll('<', '\\u003c');
  return `<!doctype html>
${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<progress aria-labelledby="status" max="${total}" hidden></progress>
<p id="status" role="status"></p>
<p id="cause" lang="en"></p>
<noscript>
${unsupported}</noscript>
</main>
<script type="application/json" id="texts">${new Html(json)}</script>
<script type="module">${new Html(script)}</script>
</body>
</html>`}
`;
}

/** Returns the source expression of a Content-Security-Policy that allows an inline element with this text. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
