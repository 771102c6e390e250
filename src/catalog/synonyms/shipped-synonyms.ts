import { lazy } from '../../base/lazy.js';
import { parseSynonyms, type SynonymRule } from './parse-synonyms.js';
import { ARTS_AND_SCIENCES_SYNONYMS } from './shipped/arts-and-sciences.js';
import { NAME_SYNONYMS, WORD_SYNONYMS } from './shipped/names-and-words.js';
import { SOCIETY_SYNONYMS } from './shipped/subjects.js';

/** Returns the rules that every catalog has, in addition to the rules of its library. */
export const shippedSynonyms = lazy((): readonly SynonymRule[] =>
  [SOCIETY_SYNONYMS, ARTS_AND_SCIENCES_SYNONYMS, NAME_SYNONYMS, WORD_SYNONYMS]
    .flatMap((text) => text.split('\n'))
    .map(parseSynonyms)
    .filter((rule) => rule !== undefined),
);
