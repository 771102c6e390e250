import { carrel } from './carrel.js';
import type { Engine } from './engine.js';
import { flexSearch, lunr, miniSearch, orama } from './library-engines.js';
import { lucene, xapian } from './native/native-engines.js';
import { sqliteFts5 } from './sqlite-fts5.js';

/** All engines. Carrel is first, because reports compare the other engines with Carrel. */
export const COMPARED_ENGINES: readonly Engine[] = [
  carrel,
  miniSearch,
  sqliteFts5,
  flexSearch,
  orama,
  lunr,
  lucene,
  xapian,
];
