import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The project's own demo libraries. */
export const DEMO = join(import.meta.dirname, '../data');

/** Real catalogs, which stand beside the project on some machines and are not part of it. */
export const REAL = join(import.meta.dirname, '../../shared/data');

/** Which of the real catalogs are there. Tests that want them skip where they are not. */
export const realCatalogs = ['goodbooks', 'gutenberg'].filter((name) =>
  existsSync(join(REAL, name, 'titles.jsonl')),
);
