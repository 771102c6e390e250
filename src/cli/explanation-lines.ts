import type {
  BoostExplanation,
  ClauseExplanation,
  ClauseKind,
  TitleExplanation,
  TitlesExplanation,
  UnderstoodQuery,
} from '../v1/explain-search-titles.js';
import { formatCount } from './format-number.js';

const MAX_LINE_CHARS = 100;

/** Texts for the ways in which a clause matches. A text that ends with a colon is followed by the words that match. */
const CLAUSES: Readonly<Record<ClauseKind, string>> = {
  typed: 'as typed',
  prefix: 'beginning of:',
  inflection: 'other form:',
  spelled_out: 'letters spelled out:',
  number: 'other way to write the number:',
  synonym: 'synonym:',
  spelling: 'similar word:',
  split: 'as several words:',
  joined: 'as one word:',
  optional: 'optional word',
  title_phrase: 'side by side in the title',
  author_phrase: "side by side in the author's name",
  series_volume: 'series and volume',
  named_value: 'named in the query:',
  equal_title: 'title without its spaces',
  phrase: 'phrase',
  proximity: 'words near each other',
  wildcard: 'pattern',
  filter: 'filter',
  all: 'every title',
};

const BOOSTS: Readonly<Record<BoostExplanation['kind'], string>> = {
  exact_title: 'exact title',
  exact_author: 'exact author',
  exact_series: 'exact series',
  same_words: 'same words as the title',
  variant: 'exact title, author or series in other words',
  contained_title: 'query contains the title',
  contained_author: 'query contains the author',
  contained_series: 'query contains the series',
  similar_title: 'similar title',
  popularity: 'popularity',
  record: 'boost of the title',
  edition: 'edition',
};

const STEPS = {
  prefix: 'The last word may be incomplete.',
  typos: 'Words may be misspelled.',
  any: 'Some of the words are enough.',
} as const;

/** Formats an explanation as lines of at most 100 characters, indented by level. */
export function explanationLines(explanation: TitlesExplanation): string[] {
  const { query, relaxed, countWithoutRelaxation, titles } = explanation;
  const lines = [formatCount(explanation.count, 'title'), ...(query ? wordLines(query) : [])];
  if (relaxed !== undefined) {
    const found = formatCount(countWithoutRelaxation, 'title');
    lines.push(`Relaxed (${relaxed}): ${STEPS[relaxed]} Without relaxation: ${found}.`);
  }
  for (const title of titles) lines.push('', ...titleLines(title));
  return lines.flatMap(wrap);
}

function wordLines({ words, leftOut }: UnderstoodQuery): string[] {
  const lines = words.map(({ text, isOptional, volume, alternatives }) => {
    const others = alternatives.map((alternative) => alternative.text).join(', ');
    const notes = [
      ...(isOptional ? ['optional'] : []),
      ...(volume === undefined ? [] : [`volume ${volume}`]),
      ...(others === '' ? [] : [`also: ${others}`]),
    ];
    return `  ${text}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
  });
  return [
    'Words:',
    ...lines,
    ...(leftOut.length > 0 ? [`Words that are not required: ${leftOut.join(', ')}`] : []),
  ];
}

/** Returns the lines of a title: the clauses, whose scores are added, and the factors. */
function titleLines(title: TitleExplanation): string[] {
  const { group, matchedTerms, boosts } = title;
  const query = group === 'all_words' ? 'query' : `relaxed query (${group})`;
  const factors = [
    ...(matchedTerms > 1 ? [{ name: 'words that match', factor: matchedTerms }] : []),
    ...boosts.map(({ kind, factor }) => ({ name: BOOSTS[kind], factor })),
  ];
  return [
    `${title.place}. ${title.title} [${title.id}]`,
    `  Matches the ${query}. Score ${title.score.toFixed(3)}:`,
    ...title.clauses.map((clause) => numberLine('+', clause.score, clauseText(clause))),
    ...factors.map(({ name, factor }) => numberLine('×', factor, name)),
  ];
}

/** Returns a line with a number that is aligned with the numbers of the other lines. */
function numberLine(operator: string, value: number, text: string): string {
  return `    ${operator} ${value.toFixed(3).padStart(8)}  ${text}`;
}

function clauseText({ text, kind, matched, fields }: ClauseExplanation): string {
  const how = CLAUSES[kind];
  const words = [...(text === '' ? [] : [text]), how.endsWith(':') ? `${how} ${matched}` : how];
  const scores = fields.map(({ field, score }) => `${field} ${score.toFixed(3)}`);
  return [words.join(', '), ...(scores.length > 0 ? [scores.join(', ')] : [])].join('; ');
}

/** Breaks a line between words. The next lines are indented further. */
function wrap(line: string): string[] {
  if (line.length <= MAX_LINE_CHARS) return [line];
  const indent = line.search(/\S/);
  const end = line.lastIndexOf(' ', MAX_LINE_CHARS);
  if (end <= indent) return [line];
  return [line.slice(0, end), ...wrap(`${' '.repeat(indent + 4)}${line.slice(end + 1)}`)];
}
