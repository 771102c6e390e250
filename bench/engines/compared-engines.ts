import { carrel } from './carrel.js';
import type { Engine } from './engine.js';
import { flexSearch } from './flexsearch.js';
import { lunr } from './lunr.js';
import { miniSearch } from './minisearch.js';
import { lucene, xapian } from './native/native-engines.js';
import { orama } from './orama.js';
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
