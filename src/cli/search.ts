/* The command `carrel search`: prints the titles of a search, or with `--explain`, why each title is in its place. */

import { openCatalog } from '../snapshot/file/open-catalog.js';
import { checksum } from '../snapshot/file/read-snapshot-sections.js';
import { openSnapshot } from '../snapshot/format/open-sections.js';
import { ApiError } from '../v1/api-error.js';
import {
  type BoostExplanation,
  type ClauseExplanation,
  type ClauseKind,
  explainSearchTitles,
  type MissingTitle,
  type TitleExplanation,
  type TitlesExplanation,
  type UnderstoodQuery,
} from '../v1/explain-search-titles.js';
import { PARAMETERS } from '../v1/schema/parameters.js';
import type { TitleSummary } from '../v1/schema/responses.js';
import type { GroupName } from '../v1/search/title-matches.js';
import { searchTitles } from '../v1/search-titles.js';
import { alternatives, defineCommand, UsageError } from './command.js';
import { readTrustedKeys, TRUST_OPTION } from './shared-options.js';
import { formatCount, jsonLines, print, readStandardInput } from './standard-streams.js';

/** The base URL of links in the output of `--json`. No server needs to listen at this URL. */
const BASE_URL = 'http://localhost:8080';

const SEARCH_TYPES = PARAMETERS.searchTitles.search_type.values;

export const search = defineCommand(
  {
    name: 'search',
    usage: 'PATH QUERY',
    description: 'Searches the titles of one library in the same way as the API.',
    arguments: {
      PATH: {
        text: 'a snapshot file or a source directory; - reads a snapshot from standard input',
        required: 'a snapshot file or a source directory',
      },
      QUERY: { text: "the words to search for, or '*' for every title", isRepeatable: true },
    },
    options: {
      '--type TYPE': { words: SEARCH_TYPES, default: 'keyword', text: alternatives(SEARCH_TYPES) },
      '--limit N': { range: [1, 100], default: '10', text: 'number of titles to print' },
      ...TRUST_OPTION,
      '--explain': `print why each title is in its place: how the words of the query match, with the score
          of each match, and what raises the title`,
      '--title ID': 'with --explain, also explain the place of this title, or why it is not found',
      '--json': `print the response body of the API; with --explain, print the explanation as
          explainSearchTitles returns it`,
    },
    notes: `A score is the sum of the matches, multiplied by the number of words that match and by
      the factors of popularity and of names that equal the query.`,
    example: "carrel search branch.snapshot 'moby dick' --limit 3",
  },
  async (values, [path, ...words]) => {
    const query = words.join(' ');
    if (query.trim() === '')
      throw new UsageError(
        'QUERY: expected the words to search for, or * for every title, found nothing',
      );
    const trust = readTrustedKeys(values.trust);
    const catalog =
      path === '-'
        ? openSnapshot(await readStandardInput(trust), checksum)
        : openCatalog(path, { trust });
    const { type: search_type, limit, title } = values;
    if (title !== undefined && !values.explain)
      throw new UsageError('--title: expected the option --explain too, found none');
    const params = { q: query, library: catalog.library.id, search_type, limit };
    const context = { baseUrl: BASE_URL };
    if (values.explain) {
      const explanation = namingQuery(() =>
        explainSearchTitles([catalog], params, context, { title }),
      );
      print(values.json ? jsonLines(explanation) : explanationLines(explanation));
      return 0;
    }
    const body = namingQuery(() => searchTitles([catalog], params, context));
    print(
      values.json
        ? jsonLines(body)
        : [formatCount(body.count, 'title'), ...body.titles.map(lineOf)],
    );
    return 0;
  },
);

/**
 * Runs a search. An error about the parameter `q` names QUERY instead.
 *
 * @throws Error for an invalid query, such as `QUERY, character 7: expected a closing ")", found the end of the query`
 */
function namingQuery<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.parameter !== 'q') throw error;
    throw new Error(error.message.replace("parameter 'q'", 'QUERY'));
  }
}

function lineOf({ id, title, sub_title, authors = [], format }: TitleSummary): string {
  const name = sub_title === undefined ? title : `${title}: ${sub_title}`;
  const by = authors.map((author) => author.name).join('; ');
  return [id, name, ...(by === '' ? [] : [by]), format.name].join('  ');
}

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
  heading: 'subject heading:',
  series_volume: 'series and volume',
  abbreviation: 'abbreviation',
  named_value: 'named in the query:',
  similar: 'title that the query names, or similar to it',
  whole_name: 'title, series or author with the name',
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
  all_words: 'all words, as typed',
  similar_title: 'similar title',
  popularity: 'popularity',
  record: 'boost of the title',
  edition: 'edition',
};

/** How the titles of a group match. */
const GROUPS: Readonly<Record<GroupName, string>> = {
  all_words: 'All words match.',
  named_value:
    'The format or another value that the query names matches, and so do the other words.',
  similar: 'The title that the query names after a word such as "like", and similar titles.',
  prefix: 'The last word may be incomplete.',
  typos: 'Words may be misspelled.',
  any: 'Some of the words are enough.',
};

/** Formats an explanation as lines of at most 100 characters, indented by level. */
function explanationLines(explanation: TitlesExplanation): string[] {
  const { query, namedValues = [], steps, groups, titles, title, missing } = explanation;
  const lines = [formatCount(explanation.count, 'title'), ...(query ? wordLines(query) : [])];
  for (const { text, values } of namedValues) {
    const named = values.map(({ narrowing, value }) => `${narrowing}=${value}`).join(', ');
    lines.push(`Read as a narrowing too: ${text} (${named})`);
  }
  lines.push('Queries:', ...groupLines(steps));
  if (groups.length > 1) lines.push('Groups, one after another:', ...groupLines(groups));
  for (const one of titles) lines.push('', ...titleLines(one));
  if (title !== undefined) lines.push('', `The place of ${title.id}:`, ...titleLines(title));
  if (missing !== undefined) lines.push('', ...missingLines(missing));
  return lines.flatMap(wrap);
}

function groupLines(groups: TitlesExplanation['groups']): string[] {
  return groups.map(
    ({ name, count }) => `  ${name}: ${formatCount(count, 'title')}. ${GROUPS[name]}`,
  );
}

function missingLines({ id, title, missingWords, excludedBy }: MissingTitle): string[] {
  const reasons = [
    ...missingWords.map((word) => `It does not have the word: ${word}`),
    ...excludedBy.map((name) => `A narrowing excludes it: ${name}`),
  ];
  const other = 'It does not match the query.';
  return [
    `${title} [${id}] is not in the results:`,
    ...(reasons.length > 0 ? reasons : [other]).map((reason) => `  ${reason}`),
  ];
}

function wordLines({ words, leftOut }: UnderstoodQuery): string[] {
  const lines = words.map(({ text, count, isOptional, volume, alternatives }) => {
    const others = alternatives.map((alternative) => alternative.text).join(', ');
    const notes = [
      ...(isOptional ? ['optional'] : []),
      ...(volume === undefined ? [] : [`volume ${volume}`]),
      ...(others === '' ? [] : [`also: ${others}`]),
    ];
    const note = notes.length > 0 ? ` (${notes.join('; ')})` : '';
    return `  ${text}${note}: ${formatCount(count, 'title')}`;
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
  const factors = [
    ...(matchedTerms > 1 ? [{ name: 'words that match', factor: matchedTerms }] : []),
    ...boosts.map(({ kind, factor }) => ({ name: BOOSTS[kind], factor })),
  ];
  return [
    `${title.place}. ${title.title} [${title.id}]`,
    `  Group ${group}. Score ${title.score.toFixed(3)}:`,
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
