import { fieldText, hasSubfield } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { withoutEndPunctuation } from './punctuation.js';
import { plainTitle } from './title-statement.js';

/** The collective uniform titles of AACR2 and RDA, in lower case and without a qualifier. */
const COLLECTIVE_TITLES = new Set([
  ...[
    'correspondence',
    'essays',
    'laws, etc',
    'novels',
    'plays',
    'poems',
    'prose works',
    'protocols, etc',
  ],
  ...['selections', 'short stories', 'speeches', 'treaties, etc', 'works'],
  ...[
    'ballets',
    'cantatas',
    'chamber music',
    'choral music',
    'chorale preludes',
    'concertos',
    'duets',
  ],
  ...[
    'études',
    'fantasias',
    'guitar music',
    'harpsichord music',
    'incidental music',
    'instrumental music',
  ],
  ...[
    'keyboard music',
    'lute music',
    'madrigals',
    'masses',
    'motets',
    'motion picture music',
    'musicals',
  ],
  ...[
    'operas',
    'orchestra music',
    'organ music',
    'overtures',
    'piano music',
    'preludes',
    'quartets',
  ],
  ...[
    'quintets',
    'sonatas',
    'songs',
    'string quartet music',
    'suites',
    'symphonies',
    'trios',
    'variations',
  ],
  ...['violin music', 'vocal music', 'waltzes'],
]);

/** The subfields that make a collective title the title of one work: a number, part, key or medium of a part. */
const DISTINCTIVE = ['n', 'p', 'r'];

/**
 * Returns a uniform title, without final punctuation. Returns no value for a collective title such as `Selections`,
 * `Laws, etc.` or `Sonatas, piano`, which many different titles have. With a number, part or key, as in
 * `Symphonies, no. 5`, it is the title of one work.
 */
export function distinctiveTitle(field: MarcDataField, codes: string): string[] {
  const isOneWork = DISTINCTIVE.some((code) => hasSubfield(field, code));
  return !isOneWork && isCollective(fieldText(field, 'a')) ? [] : plainTitle(field, codes);
}

function isCollective(title: string): boolean {
  const withoutQualifier = title.replace(/\s*\([^()]*\)?[\s.,]*$/, '');
  const name = withoutEndPunctuation(withoutQualifier).replace(/\.$/, '').toLowerCase();
  return name === '' || COLLECTIVE_TITLES.has(name);
}
