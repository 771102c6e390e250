import { openCatalog } from '../snapshot/file/open-catalog.js';
import { checksum } from '../snapshot/file/read-snapshot-sections.js';
import { openSnapshot } from '../snapshot/format/open-sections.js';
import { ApiError } from '../v1/api-error.js';
import { explainSearchTitles } from '../v1/explain/explain-search-titles.js';
import { PARAMETERS } from '../v1/schema/parameters.js';
import type { TitleSummary } from '../v1/schema/responses.js';
import { searchTitles } from '../v1/search-titles.js';
import {
  type Command,
  oneOf,
  readArguments,
  readTrustedKeys,
  TRUST_OPTION,
  UsageError,
  wholeNumber,
} from './command-line.js';
import { explanationLines } from './explanation-lines.js';
import { formatCount } from './format-number.js';
import { jsonLines, print, readStandardInput } from './standard-streams.js';

/** The base URL of links in the output of `--json`. No server needs to listen at this URL. */
const BASE_URL = 'http://localhost:8080';

export const search: Command = {
  help: `carrel search PATH QUERY

Searches the titles of one library in the same way as the API.

  PATH         a snapshot file or a source directory; - reads a snapshot from
               standard input
  QUERY        the words to search for, or '*' for every title
  --type TYPE  keyword (default), author, subject, tag, series or custom
  --limit N    number of titles to print, at most 100 (default: 10)
  --trust PUBLIC
               require a signature by this public key (PEM); may be repeated
  --explain    print why each title is in its place: how the words of the query
               match, with the score of each match, and what raises the title
  --json       print the response body of the API; with --explain, print the
               explanation as explainSearchTitles returns it

A score is the sum of the matches, multiplied by the number of words that match
and by the factors of popularity and of names that equal the query.

Example: carrel search branch.snapshot 'moby dick' --limit 3
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      type: { type: 'string', default: 'keyword' },
      limit: { type: 'string', default: '10' },
      ...TRUST_OPTION,
      explain: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    });
    const [path, ...words] = positionals;
    if (path === undefined)
      throw new UsageError('PATH: expected a snapshot file or a source directory, found nothing');
    const query = words.join(' ');
    if (query.trim() === '')
      throw new UsageError(
        'QUERY: expected the words to search for, or * for every title, found nothing',
      );
    const search_type = oneOf('--type', values.type, PARAMETERS.searchTitles.search_type.values);
    const limit = wholeNumber('--limit', values.limit, 1, 100);
    const trust = readTrustedKeys(values.trust);
    const catalog =
      path === '-'
        ? openSnapshot(await readStandardInput(trust), checksum)
        : openCatalog(path, { trust });
    const params = { q: query, library: catalog.library.id, search_type, limit };
    if (values.explain) {
      const explanation = namingQuery(() =>
        explainSearchTitles([catalog], params, { baseUrl: BASE_URL }),
      );
      print(values.json ? jsonLines(explanation) : explanationLines(explanation));
      return 0;
    }
    const body = namingQuery(() => searchTitles([catalog], params, { baseUrl: BASE_URL }));
    if (values.json) {
      print(jsonLines(body));
      return 0;
    }
    print([formatCount(body.count, 'title'), ...body.titles.map(lineOf)]);
    return 0;
  },
};

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
