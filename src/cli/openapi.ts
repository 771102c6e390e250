import { openApiDocument } from '../v1/openapi-document.js';
import { type Command, readArguments, UsageError } from './command-line.js';
import { jsonLines, print } from './standard-streams.js';

export const openapi: Command = {
  help: `carrel openapi [--base-url URL]

Prints the OpenAPI 3.1 description of the API, for tools that generate clients
or documentation. A server returns the same description at /openapi.json.

  --base-url URL  the address of the API (default: /)

Example: carrel openapi --base-url https://api.example.org > openapi.json
`,
  async run(args) {
    const { values, positionals } = readArguments(args, { 'base-url': { type: 'string' } });
    if (positionals.length > 0)
      throw new UsageError(`expected no arguments, found '${positionals[0]}'`);
    print(jsonLines(openApiDocument(values['base-url'])));
    return 0;
  },
};
