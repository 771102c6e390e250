/**
 * Articles, conjunctions and short prepositions of several languages, in lower case and without
 * accents. Includes letters before or after an apostrophe (`l'`, `d'`, `'s`). Excludes some words that
 * have another meaning in English (`sin`, `no`, `do`).
 */
const STOP_WORDS: Readonly<Record<string, string>> = {
  English: 'the a an and or nor but of in on at to by for from with as into s t',
  French: 'le la les l un une des du de d au aux et ou en dans par pour sur avec sans',
  German:
    'der die das den dem des ein eine einen einem einer eines und oder von vom zu zum zur im in mit aus bei auf fur',
  Spanish: 'el la los las un una unos unas y e o u de del al a en con por para',
  Italian:
    'il lo la i gli le l un uno una e ed o di del dello della dei degli delle dell d a al alla ai alle da dal dalla in nel nella con per su sul sulla',
  Portuguese: 'o a os as um uma e ou de da dos das em na nos nas ao por para com sem',
  Catalan: 'el la els les un una i o de del dels en amb per',
  Dutch: 'de het een t en of van voor met in op te der den',
  Swedish: 'en ett den det de och eller av i pa for med till om',
  Danish: 'en et den det de og eller af i pa for med til om',
  Norwegian: 'en ei et den det de og eller av i pa for med til om',
  Polish: 'i a w z na o od po oraz',
  Czech: 'a i v ve z na o od po nebo',
  Hungarian: 'a az egy es',
  Russian: 'и а в во на с со о об к ко по от из у за или но для',
  Ukrainian: 'і и та а в у на з із о об до по від за або для',
  Greek: 'ο η το οι τα του τησ των τον την τουσ τισ και σε στο στη στην στον στα για απο με',
  Hebrew: 'של את על או',
  Arabic: 'و في من علي الي عن او',
};

const WORDS: ReadonlySet<string> = new Set(
  Object.values(STOP_WORDS).flatMap((words) => words.split(' ')),
);

/**
 * Returns whether a term is an article, a conjunction or a short preposition in any of 19 languages.
 *
 * @param term a result of `analyze`
 * @example isStopWord('the') // true
 */
export function isStopWord(term: string): boolean {
  return WORDS.has(term);
}
