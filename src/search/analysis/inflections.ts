const ENGLISH_WORD = /^[a-z]{3,}$/;
const VOWEL = /[aeiouy]/;
/**
 * Matches one-syllable words that double their final consonant before an ending: `run`, `running`.
 */
const DOUBLES = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
const DOUBLED = /([bdfgklmnprt])\1$/;
const HISSES = /(?:[sxz]|[cs]h)$/;
const CONSONANT_Y = /[^aeiou]y$/;

/** Irregular words: the base form, then the other forms. */
const IRREGULAR = [
  'man men',
  'woman women',
  'child children',
  'person people persons',
  'foot feet',
  'tooth teeth',
  'goose geese',
  'mouse mice',
  'ox oxen',
  'penny pennies pence',
  'die dice',
  'datum data',
  'medium media',
  'crisis crises',
  'analysis analyses',
  'thesis theses',
  'hypothesis hypotheses',
  'oasis oases',
  'axis axes',
  'index indexes indices',
  'appendix appendixes appendices',
  'matrix matrixes matrices',
  'vertex vertices',
  'phenomenon phenomena',
  'criterion criteria',
  'fungus fungi',
  'cactus cacti cactuses',
  'nucleus nuclei',
  'stimulus stimuli',
  'larva larvae',
  'formula formulas formulae',
  'begin began begun',
  'break broke broken',
  'bring brought',
  'build built',
  'choose chose chosen',
  'draw drew drawn',
  'drink drank drunk',
  'drive drove driven',
  'eat ate eaten',
  'fall fell fallen',
  'fight fought',
  'fly flew flown',
  'forget forgot forgotten',
  'give gave given',
  'go went gone',
  'grow grew grown',
  'hide hid hidden',
  'know knew known',
  'lose lost',
  'make made',
  'ride rode ridden',
  'run ran',
  'sing sang sung',
  'speak spoke spoken',
  'steal stole stolen',
  'swim swam swum',
  'take took taken',
  'teach taught',
  'tell told',
  'think thought',
  'throw threw thrown',
  'write wrote written',
].map((line) => line.split(' '));

const IRREGULAR_BASES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.flatMap(([base, ...forms]) => forms.map((form) => [form, base] as const)),
);
const IRREGULAR_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  IRREGULAR.map(([base, ...forms]) => [base, forms]),
);

/** Words that look like regular plurals but are not. {@link inflections} returns no forms of these words. */
const NO_PLURALS: ReadonlySet<string> = new Set(
  'his this was has yes news series species always perhaps towards lens gas'.split(' '),
);

/**
 * Returns possible other forms of an English word: singular and plural, third person, past tense and
 * participles. Most forms come from spelling rules, so some results are not words. The caller must look
 * up each result in the index.
 *
 * @param term a result of `analyze`; only terms of at least three letters a to z have other forms
 * @example inflections('stories').includes('story') // true
 */
export function inflections(term: string): string[] {
  if (!ENGLISH_WORD.test(term) || NO_PLURALS.has(term)) return [];
  const forms = new Set<string>();
  for (const base of [term, ...basesOf(term)]) {
    forms.add(base);
    addForms(base, forms);
  }
  forms.delete(term);
  return [...forms];
}

function basesOf(term: string): string[] {
  const irregular = IRREGULAR_BASES.get(term);
  if (irregular !== undefined) return [irregular];
  if (term.endsWith('s')) return singularsOf(term);
  if (term.endsWith('ied') && term.length > 4) return [`${term.slice(0, -3)}y`];
  if (term.endsWith('ing')) return basesOfStem(term.slice(0, -3));
  if (term.endsWith('ed')) return basesOfStem(term.slice(0, -2));
  return [];
}

function singularsOf(term: string): string[] {
  if (/(?:ss|us|is)$/.test(term) || term.length < 4) return [];
  const singulars = [term.slice(0, -1)];
  if (term.endsWith('ies') && term.length > 4) singulars.push(`${term.slice(0, -3)}y`);
  else if (term.endsWith('ves')) singulars.push(`${term.slice(0, -3)}f`, `${term.slice(0, -3)}fe`);
  else if (term.endsWith('es') && (HISSES.test(term.slice(0, -2)) || term.endsWith('oes'))) {
    singulars.push(term.slice(0, -2));
  }
  return singulars;
}

/** Returns the possible base forms of a word, from the word without its ending `ing` or `ed`. */
function basesOfStem(stem: string): string[] {
  if (stem.length < 2 || !VOWEL.test(stem)) return [];
  const bases = [`${stem}e`];
  if (stem.length > 2 && !DOUBLES.test(stem)) bases.push(stem);
  if (DOUBLED.test(stem)) bases.push(stem.slice(0, -1));
  return bases.filter((base) => base.length > 2);
}

function addForms(base: string, forms: Set<string>): void {
  for (const form of IRREGULAR_FORMS.get(base) ?? []) forms.add(form);
  if (CONSONANT_Y.test(base)) {
    const stem = base.slice(0, -1);
    forms.add(`${stem}ies`).add(`${stem}ied`).add(`${base}ing`);
    return;
  }
  if (HISSES.test(base) || base.endsWith('o')) forms.add(`${base}es`);
  if (!base.endsWith('s')) forms.add(`${base}s`);
  if (base.endsWith('f')) forms.add(`${base.slice(0, -1)}ves`);
  if (base.endsWith('fe')) forms.add(`${base.slice(0, -2)}ves`);
  const stem = DOUBLES.test(base) ? base + base[base.length - 1] : base.replace(/e$/, '');
  forms.add(`${stem}ing`).add(`${stem}ed`);
}
