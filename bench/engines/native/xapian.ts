import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../engine.js';
import { lineEngine } from './line-engine.js';

const SCRIPT = fileURLToPath(
  new URL('../../../../../bench/engines/native/xapian-bench.py', import.meta.url),
);
/** The interpreter that Debian packages are installed for. */
const PYTHON = '/usr/bin/python3';

/** Xapian through its Python module, without facets. */
export const xapian = xapianEngine('plain');

/** Xapian through its Python module, with facet counts of the first value of each title in each column. */
export const xapianWithFacets = xapianEngine('facets');

function xapianEngine(mode: 'plain' | 'facets'): Engine {
  return lineEngine({
    missing() {
      try {
        execFileSync(PYTHON, ['-c', 'import xapian'], { stdio: 'ignore' });
        return undefined;
      } catch {
        return 'expected the module xapian of Python, found none; install python3-xapian';
      }
    },
    build: (documents, directory) => [PYTHON, SCRIPT, 'build', documents, join(directory, 'index')],
    search: (directory) => [PYTHON, SCRIPT, mode, join(directory, 'index')],
  });
}
