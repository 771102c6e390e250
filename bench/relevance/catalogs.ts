import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { type Catalog, openCatalog, type Title } from '../../src/index.js';

const PROJECT = findProject();
const DEMO_LIBRARIES = ['alderwick', 'meridian'];
const GUTENBERG = join(PROJECT, 'bench/data/gutenberg');

/** Finds the directory of the project, above this file or its compiled form. */
function findProject(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory);
  return directory;
}

/** Returns the paths of the project's files of judged queries. */
export function judgedFiles(): string[] {
  const directory = join(PROJECT, 'bench/data/judged');
  const names = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => join(directory, name));
}

/** A catalog whose titles are searched. */
export interface MeasuredCatalog {
  readonly catalog: Catalog;
  readonly titles: readonly Title[];
}

/**
 * Opens the source directories, then the demo libraries and the records of Project Gutenberg, except those whose
 * library id a source directory has.
 *
 * @param libraries the ids of the libraries to return; undefined for all libraries
 */
export function openCatalogs(
  directories: readonly string[],
  libraries?: ReadonlySet<string>,
): MeasuredCatalog[] {
  const catalogs = directories.map((path) => openCatalog(path));
  const isNeeded = (id: string) =>
    libraries?.has(id) !== false && !catalogs.some(({ library }) => library.id === id);
  for (const library of DEMO_LIBRARIES) {
    if (isNeeded(library)) catalogs.push(openCatalog(join(PROJECT, 'data', library)));
  }
  if (isNeeded('gutenberg')) catalogs.push(openGutenberg());
  return catalogs
    .filter(({ library }) => libraries?.has(library.id) !== false)
    .map((catalog) => ({ catalog, titles: titlesOf(catalog) }));
}

function titlesOf({ titles }: Catalog): Title[] {
  return Array.from({ length: titles.size }, (_, number) => titles.get(number));
}

/** Decompresses the records of Project Gutenberg into a temporary source directory, and opens them. */
function openGutenberg(): Catalog {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-gutenberg-'));
  try {
    copyFileSync(join(GUTENBERG, 'library.json'), join(directory, 'library.json'));
    const compressed = readFileSync(join(GUTENBERG, 'titles.jsonl.br'));
    writeFileSync(join(directory, 'titles.jsonl'), brotliDecompressSync(compressed));
    return openCatalog(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
