import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog as openInBrowser } from '../../src/browser/open-catalog.js';
import type { Catalog } from '../../src/catalog/catalog.js';
import { build } from '../../src/cli/build.js';
import { inspectSnapshot } from '../../src/snapshot/file/inspect-snapshot.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { SourceError } from '../../src/snapshot/source/source.js';
import { catalogOf } from '../catalog/catalog-of.js';
import { scratchDirectory } from './file/scratch-directory.js';
import { writeSource } from './file/source-files.js';

/** Returns the alternatives of a word. */
function alternativesOf({ titles }: Catalog, word: string): string[] {
  return titles.synonyms
    .lookup([word], 0)
    .flatMap(({ alternatives }) => alternatives.map((terms) => terms.join(' ')));
}

describe('the synonyms of a catalog', () => {
  it('are the shipped synonyms if the source has none', () => {
    const catalog = catalogOf({});
    expect(alternativesOf(catalog, 'lotr')).toEqual(['lord of the rings']);
    expect(alternativesOf(catalog, 'sofa')).toEqual([]);
  });

  it('are the same in memory, in a source directory, in a snapshot and in a browser', async () => {
    const lines = ['# furniture', 'Sofa, couch', '', 'lotr => hobbits'];
    const directory = writeSource(scratchDirectory(), { 'synonyms.txt': lines.join('\r\n') });
    const file = join(directory, 'harbour.snapshot');
    await buildSnapshot(directory, file);
    const bytes = readFileSync(file);
    const catalogs = [
      catalogOf({ synonyms: lines }),
      openCatalog(directory),
      openCatalog(file),
      openInBrowser(new Uint8Array(bytes).buffer),
    ];
    for (const catalog of catalogs) {
      expect(alternativesOf(catalog, 'couch')).toEqual(['sofa']);
      expect(alternativesOf(catalog, 'lotr')).toEqual(['hobbits']);
      expect(alternativesOf(catalog, 'scifi')).toContain('science fiction');
    }
    const { synonyms, sections } = inspectSnapshot(file);
    expect(synonyms).toBe(catalogOf({}).titles.synonyms.size + 2);
    expect(sections.map(({ name }) => name)).toContain('synonyms.bytes');
  });

  it('have the same bytes for any order of the lines', async () => {
    const lines = ['sofa, couch', 'lotr => hobbits', 'couch, divan'];
    const [a, b] = await Promise.all(
      [lines, lines.toReversed()].map(async (ordered) => {
        const directory = writeSource(scratchDirectory(), { 'synonyms.txt': ordered.join('\n') });
        const file = join(directory, 'harbour.snapshot');
        await buildSnapshot(directory, file);
        return readFileSync(file);
      }),
    );
    expect(a.equals(b)).toBe(true);
  });

  it('are read from the file of --synonyms instead of synonyms.txt', async () => {
    const directory = writeSource(scratchDirectory(), { 'synonyms.txt': 'sofa, couch' });
    const [own, output] = [join(directory, 'own.txt'), join(directory, 'harbour.snapshot')];
    writeFileSync(own, 'sofa, divan');
    const write = process.stdout.write;
    process.stdout.write = () => true;
    try {
      expect(await build.run([directory, '-o', output, '--synonyms', own])).toBe(0);
    } finally {
      process.stdout.write = write;
    }
    expect(alternativesOf(openCatalog(output), 'sofa')).toEqual(['divan']);
    await expect(
      build.run([directory, '-o', output, '--synonyms', join(directory, 'missing.txt')]),
    ).rejects.toThrow(`${join(directory, 'missing.txt')}: expected a file, found nothing`);
  });

  it('are rejected with the file and the line of each error', () => {
    const directory = writeSource(scratchDirectory(), {
      'synonyms.txt': Buffer.concat([
        Buffer.from('sofa, couch\nsofa\na => b => c\n'),
        Buffer.from([0xff, 0x0a]),
      ]),
    });
    const at = (line: number, problem: string) => ({
      place: `${join(directory, 'synonyms.txt')}:${line}`,
      problem,
    });
    expect(() => openCatalog(directory)).toThrow(
      new SourceError(
        [
          at(
            2,
            "expected two or more words or phrases with commas between them, or =>, found 'sofa'",
          ),
          at(3, 'expected at most one =>, found 2'),
          at(4, 'expected text in UTF-8, found bytes that are not UTF-8'),
        ],
        3,
      ),
    );
  });

  it('are rejected if a line in memory is not a string', () => {
    expect(() => catalogOf({ synonyms: ['sofa, couch', 7 as never] })).toThrow(
      'synonyms[1]: expected a string, found the number 7',
    );
  });
});
