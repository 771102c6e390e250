import { openCatalog } from '../snapshot/file/open-catalog.js';
import { PARAMETERS } from '../v1/schema/parameters.js';
import type { TitleSummary } from '../v1/schema/title.js';
import { searchTitles } from '../v1/titles.js';
import { type Command, oneOf, readArguments, UsageError, wholeNumber } from './command-line.js';
import { counted } from './readable.js';

/** The base of links in what is printed: no server need be there. */
const BASE_URL = 'http://localhost:8080';

/** `carrel search PATH QUERY` */
export const search: Command = {
  help: `carrel search PATH QUERY

Searches one library's titles from the command line, as the API does.

  PATH           a snapshot file, or a source directory
  QUERY          the words to search for; '*' for every title
  --type TYPE    keyword, author, subject, tag, series or custom (keyword)
  --limit COUNT  how many titles to print, 100 at most (10)
  --json         print the body that the API would answer with

Example: carrel search branch.snapshot 'moby dick' --limit 3
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      type: { type: 'string', default: 'keyword' },
      limit: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
    });
    const [path, ...words] = positionals;
    if (path === undefined) throw new UsageError('no PATH is given.');
    const query = words.join(' ');
    if (query.trim() === '') throw new UsageError('no QUERY is given.');
    const search_type = oneOf('--type', values.type, PARAMETERS.searchTitles.search_type.values);
    const limit = wholeNumber('--limit', values.limit, 1, 100);
    const catalog = openCatalog(path);
    const body = searchTitles(
      [catalog],
      { q: query, library: catalog.library.id, search_type, limit },
      { baseUrl: BASE_URL },
    );
    if (values.json) {
      process.stdout.write(`${JSON.stringify(body, null, 2)}\n`);
      return 0;
    }
    process.stdout.write(`${counted(body.count, 'title')}\n`);
    for (const title of body.titles) process.stdout.write(`${lineOf(title)}\n`);
    return 0;
  },
};

function lineOf({ id, title, sub_title, authors = [], format }: TitleSummary): string {
  const name = sub_title === undefined ? title : `${title}: ${sub_title}`;
  const by = authors.map((author) => author.name).join('; ');
  return [id, name, ...(by === '' ? [] : [by]), format.name].join('  ');
}
