import { openApiDocument } from '../v1/openapi/openapi-document.js';
import { type Command, readArguments, UsageError } from './command-line.js';

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
    process.stdout.write(`${JSON.stringify(openApiDocument(values['base-url']), null, 2)}\n`);
    return 0;
  },
};
