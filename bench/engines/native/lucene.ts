import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../engine.js';
import { lineEngine } from './line-engine.js';

const SOURCE = fileURLToPath(
  new URL('../../../../../bench/engines/native/LuceneBench.java', import.meta.url),
);
const JARS = ['core', 'analyzers-common', 'facet'].map(
  (name) => `/usr/share/java/lucene-${name}-4.10.4.jar`,
);

/** Lucene 4.10 of Debian, without facets. */
export const lucene = luceneEngine('plain');

/** Lucene 4.10 of Debian, with facet counts from sorted-set doc values. */
export const luceneWithFacets = luceneEngine('facets');

/** Compiles the Java program into the directory of the index, and runs the program from there. */
function luceneEngine(mode: 'plain' | 'facets'): Engine {
  const run = (directory: string, ...args: readonly string[]) => [
    'java',
    '-cp',
    [directory, ...JARS].join(':'),
    'LuceneBench',
    ...args,
  ];
  return lineEngine({
    missing() {
      if (JARS.every((jar) => existsSync(jar)) && hasJavac()) return undefined;
      return 'expected Lucene 4.10 and a JDK, found none; install liblucene4.10-java and default-jdk-headless';
    },
    build(documents, directory) {
      execFileSync('javac', ['-nowarn', '-cp', JARS.join(':'), '-d', directory, SOURCE]);
      return run(directory, 'build', documents, join(directory, 'index'));
    },
    search: (directory) => run(directory, mode, join(directory, 'index')),
  });
}

function hasJavac(): boolean {
  try {
    execFileSync('javac', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
